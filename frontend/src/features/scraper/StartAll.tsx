import { useQuery } from "@tanstack/react-query";
import { Ask } from "../../components/dialog/Ask";
import { LoadError } from "../../components/states/LoadError";
import type { Starting } from "../../lib/api/schema";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { fetchStarting } from "./api/brands";
import type { StartAllCall } from "./api/runs";

/** What starting all does, a line each. */
export function startAllWords(call: StartAllCall, brands: Starting): string[] {
  const { ready, running, withoutAddress, disabled } = brands;
  if (call === "startOnlyClassification") {
    const count = ready + running + withoutAddress + disabled;
    return [`The products of ${countOf(count, "brand")} are classified anew, in one run. Nothing is read.`];
  }
  const out = [
    [running, "running already"],
    [withoutAddress, "without an address to read"],
    [disabled, "disabled"],
  ] as const;
  const left = out.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  return [
    ready === 1
      ? "1 run starts: all that this store has is read and classified."
      : `${formatNumber(ready)} runs start: all that these stores have is read and classified.`,
    ...(left.length > 0 ? [`Left out: ${left.join(", ")}.`] : []),
  ];
}

interface StartAllProps {
  call: StartAllCall;
  label: string;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before all is started, with how many runs that are. */
export function StartAll({ call, label, onYes, onNo }: StartAllProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "starting"],
    queryFn: ({ signal }) => fetchStarting(signal),
  });
  return (
    <Ask title={`${label}?`} does={label} disabled={!data} onYes={onYes} onNo={onNo}>
      <LoadError error={error} onRetry={() => void refetch()} />
      {!data && !error && <p>Counting the brands…</p>}
      {data && startAllWords(call, data).map((line) => <p key={line}>{line}</p>)}
    </Ask>
  );
}
