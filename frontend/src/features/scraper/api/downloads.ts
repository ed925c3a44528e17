import { operatorApi } from "../../../lib/api/operator/api";
import { saveFile } from "../../../lib/browser/saveFile";
import { showError } from "../../../lib/toasts";
import { fileNameOf } from "../log/logTail";

const blob = { parseAs: "blob" } as const;

/** The file name of a Content-Disposition header; log.txt where it names none (spec §7). */
export function dispositionName(header: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "");
  if (extended?.[1]) return decodeURIComponent(extended[1]);
  const simple = /filename="?([^";]+)"?/i.exec(header ?? "");
  return simple?.[1]?.trim() || "log.txt";
}

interface Download {
  data?: Blob | undefined;
  response: Response;
}

/** Saves an answer as a file; a failure is a toast. */
function save(call: Promise<Download>): void {
  call.then(
    ({ data = new Blob(), response }) =>
      saveFile(dispositionName(response.headers.get("Content-Disposition")), data),
    showError,
  );
}

/** Saves a log or the evidence of a run. */
export function download(name: string): void {
  const params = { path: { name: fileNameOf(name) } };
  save(operatorApi.GET("/api/scraper/download/{name}", { params, ...blob }));
}

/** Saves the items of a run, one a line. */
export function downloadItems(runId: number, format: "csv" | "jsonl"): void {
  const params = { path: { run_id: runId }, query: { format } };
  save(operatorApi.GET("/api/scraper/export/{run_id}", { params, ...blob }));
}
