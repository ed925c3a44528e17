import { useState } from "react";
import { ApiError, messageOf } from "../../lib/api";
import { useLoad } from "../../lib/useLoad";
import { LoadError } from "../frame/LoadError";
import { fetchHistoryLog } from "./api";
import { logLines } from "./logTail";
import { RunImagesView } from "./RunImagesView";
import { RunReport } from "./RunReport";
import { Tabs } from "./Tabs";
import { VirtualLog } from "./VirtualLog";
import type { HistoryRecord } from "./wire";

const VIEWS = [
  { id: "logs", label: "Logs" },
  { id: "images", label: "Images" },
] as const;

type ViewId = (typeof VIEWS)[number]["id"];

function RunLog({ runId }: { runId: number }) {
  const { data, error, loading, reload } = useLoad((signal) => fetchHistoryLog(runId, signal), [runId]);
  if (error instanceof ApiError && error.status === 404) return <p role="status">{messageOf(error)}</p>;
  if (error) return <LoadError error={error} onRetry={reload} />;
  if (loading && data === undefined) return <p>Loading the log…</p>;
  return <VirtualLog lines={logLines(data ?? "")} label={`Log of run ${runId}`} />;
}

/** An expanded run: what went wrong, then its two sub-views (spec §4: 1 = Logs, 2 = Images). */
export function HistoryDetail({ record }: { record: HistoryRecord }) {
  const [view, setView] = useState<ViewId>("logs");
  return (
    <>
      <RunReport record={record} />
      <Tabs label={`Run ${record.id}`} tabs={VIEWS} current={view} onChange={setView}>
        {view === "logs" ? <RunLog runId={record.id} /> : <RunImagesView runId={record.id} />}
      </Tabs>
    </>
  );
}
