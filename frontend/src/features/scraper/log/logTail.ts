/** Spec §9: the status text keeps the last 5,000 characters. */
const STATUS_CHARACTERS = 5000;

/** The end of a growing text, cut at a character and not inside a surrogate pair. */
export function lastCharacters(text: string, limit: number = STATUS_CHARACTERS): string {
  if (text.length <= limit) return text;
  const tail = text.slice(-limit);
  const startsInsidePair = /^[\uDC00-\uDFFF]/.test(tail);
  return startsInsidePair ? tail.slice(1) : tail;
}

/** The lines of a log: trimmed and split on CRLF (spec §4); lone line feeds count as well. */
export function logLines(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === "" ? [] : trimmed.split(/\r?\n/);
}

/**
 * The tail of a process's command that names its log: what `cmd` ends in, from the status folder on
 * (spec §7, getStatus).
 */
export function logNameOf(cmd: string): string {
  const path = cmd.trim().split(/\s+/).at(-1) ?? "";
  const start = path.lastIndexOf("scrape/status/");
  return start < 0 ? fileNameOf(path) : path.slice(start);
}

/** The last part of a path, by which a file is downloaded. */
export function fileNameOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}
