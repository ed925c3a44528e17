import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../../lib/api/client";
import { LoadError } from "../../../components/states/LoadError";
import { fetchHistoryLog } from "../api/runs";
import { logLines } from "../log/logTail";
import { RunImagesView } from "./RunImagesView";
import { RunReport } from "./RunReport";
import { Tabs } from "../../../components/tabs/Tabs";
import { VirtualLog } from "../log/VirtualLog";
import type { HistoryRecord } from "../api/wire";

const VIEWS = [
  { id: "logs", label: "Logs" },
  { id: "images", label: "Images" },
] as const;

type ViewId = (typeof VIEWS)[number]["id"];

function RunLog({ runId }: { runId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["log", runId],
    queryFn: ({ signal }) => fetchHistoryLog(runId, signal),
  });
  if (error instanceof ApiError && error.status === 404) return <p role="status">{messageOf(error)}</p>;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p>Loading the log…</p>;
  return <VirtualLog lines={logLines(data)} label={`Log of run ${runId}`} />;
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
