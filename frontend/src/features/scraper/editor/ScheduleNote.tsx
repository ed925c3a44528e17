import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebounced } from "../../../hooks/useDebounced";
import { messageOf } from "../../../lib/api/client";
import { DATE_LOCALE } from "../../../lib/locale";
import { load } from "../../../lib/api/operator";
import styles from "./editor.module.css";

const TYPING_MS = 400;

interface ScheduleNoteProps {
  brandId: number | null;
  hours: string;
  cron: string;
}

/** A day and time in the schedule's own zone, which need not be the operator's. */
function timeIn(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString(DATE_LOCALE, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
}

/** Whether a time has come by the time it is saved. */
function isDue(iso: string | undefined): boolean {
  return iso !== undefined && Date.parse(iso) <= Date.now() + 5_000;
}

/** When the brand would be scraped by what the form says, or what is wrong with it. */
export function ScheduleNote({ brandId, hours, cron }: ScheduleNoteProps) {
  const typed = useDebounced(`${hours}\n${cron}`, TYPING_MS);
  const [typedHours = "", typedCron = ""] = typed.split("\n").map((part) => part.trim());
  const query = { hours: typedHours, cron: typedCron, ...(brandId !== null && { brandId }) };
  const { data, error } = useQuery({
    ...load("/api/brands/schedule", { params: { query } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="py-3 px-4 mb-4 sunk" role="status" data-part="schedule">
      {error && <p className={styles.error}>{messageOf(error)}</p>}
      {!error && data && (
        <>
          <p>
            <strong>{data.words}</strong>
            {isDue(data.times[0]) && ": a save starts a run at once."}
            {data.times.length === 0 && ": it is scraped when somebody starts it."}
          </p>
          {data.times.length > 0 && (
            <p className="muted">
              Next: {data.times.map((time) => timeIn(time, data.timeZone)).join(" · ")}. After a failure it is
              tried again after 15 minutes, then 30, and so on.
            </p>
          )}
        </>
      )}
    </div>
  );
}
