/** The letters and digits in lower case, for searches within a list: "h & m" finds H&M. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}
