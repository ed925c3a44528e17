import { operatorApi } from "../../../lib/api/operator/api";
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

/** Hands an answer to the browser as a file. */
async function save(call: Promise<Download>): Promise<void> {
  const { data = new Blob(), response } = await call;
  const url = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = url;
  link.download = dispositionName(response.headers.get("Content-Disposition"));
  link.click();
  URL.revokeObjectURL(url);
}

/** Fetches a log or the evidence of a run. */
export function download(name: string): Promise<void> {
  const params = { path: { name: fileNameOf(name) } };
  return save(operatorApi.GET("/api/scraper/download/{name}", { params, ...blob }));
}

export type ExportFormat = "csv" | "jsonl";

/** Fetches what a run found, a product a line. */
export function downloadItems(runId: number, format: ExportFormat): Promise<void> {
  const params = { path: { run_id: runId }, query: { format } };
  return save(operatorApi.GET("/api/scraper/export/{run_id}", { params, ...blob }));
}
