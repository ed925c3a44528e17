import { useQuery } from "@tanstack/react-query";
import { Days, Pick } from "../../components/operator/Pick";
import { get } from "../../lib/api/query";
import type { InsightPanels } from "../../lib/api/schema";
import styles from "./insights.module.css";

const OWN = "own";
const TIMES = [
  ["now-1d", "Last day"],
  ["now-7d", "Last 7 days"],
  ["now-30d", "Last 30 days"],
  ["now-90d", "Last 90 days"],
  ["now-365d", "Last year"],
  [OWN, "Own dates…"],
] as const;
const FIRST_TIME = "now-7d";
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DEVICES = { phone: "Phones", tablet: "Tablets", desktop: "Desktops" } as const;

/** What an analyst chose; an empty value is no choice. */
export interface Selection {
  since: string;
  until: string;
  store: string;
  device: InsightPanels["devices"][number] | "";
  country: string;
  text: string;
  /** Without made-up events. */
  real: boolean;
  /** The numbers of the time before stand beside those of the time. */
  before: boolean;
}

export type Change = (changes: Record<string, string>) => void;

/** The choices as the address has them; an unknown value is no choice. */
export function selectionOf(params: URLSearchParams, listed: InsightPanels): Selection {
  const day = (name: string) => DAY.exec(params.get(name) ?? "")?.[0] ?? "";
  const [first, last] = [day("since"), day("until")];
  const time = TIMES.find(([value]) => value === params.get("since"))?.[0] ?? FIRST_TIME;
  return {
    since: first || (time === OWN ? FIRST_TIME : time),
    until: first && last,
    store: listed.stores.find(({ slug }) => slug === params.get("store"))?.slug ?? "",
    device: listed.devices.find((device) => device === params.get("device")) ?? "",
    country: /^[A-Z]{2}$/.exec(params.get("country") ?? "")?.[0] ?? "",
    text: params.get("text") ?? "",
    real: params.get("real") === "1",
    before: params.get("before") === "1" && !(first && !last),
  };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function Check({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

interface ChoicesProps {
  listed: InsightPanels;
  chosen: Selection;
  /** Whether any panel in sight has devices and countries. */
  ofVisitors: boolean;
  onChange: Change;
}

/** The time, the store, the visitors: what all panels in sight are narrowed to. */
export function Choices({ listed, chosen, ofVisitors, onChange }: ChoicesProps) {
  const { data: countries = [] } = useQuery({
    ...get("/api/countries", {}),
    enabled: ofVisitors,
    staleTime: Infinity,
  });
  const isOwn = DAY.test(chosen.since);
  const time = (value: string) =>
    value === OWN
      ? onChange({ since: daysAgo(6), until: daysAgo(0) })
      : onChange({ since: value, until: "" });
  return (
    <div className={styles.picks}>
      <Pick label="Time" value={isOwn ? OWN : chosen.since} options={TIMES} onChange={time} />
      {isOwn && <Days required since={chosen.since} until={chosen.until} onChange={onChange} />}
      <Pick
        label="Store"
        value={chosen.store}
        options={[["", "All stores"], ...listed.stores.map(({ slug, name }) => [slug, name] as const)]}
        onChange={(store) => onChange({ store })}
      />
      {ofVisitors && (
        <>
          <Pick
            label="Device"
            value={chosen.device}
            options={[
              ["", "All devices"],
              ...listed.devices.map((device) => [device, DEVICES[device]] as const),
            ]}
            onChange={(device) => onChange({ device })}
          />
          <Pick
            label="Country"
            value={chosen.country}
            options={[
              ["", "All countries"],
              ...countries.map(({ iso, nicename }) => [iso, nicename] as const),
            ]}
            onChange={(country) => onChange({ country })}
          />
        </>
      )}
      <Check
        label="The period before"
        checked={chosen.before}
        onChange={(on) => onChange({ before: on ? "1" : "" })}
      />
      {listed.madeUp > 0 && (
        <Check
          label="Made-up events"
          checked={!chosen.real}
          onChange={(on) => onChange({ real: on ? "" : "1" })}
        />
      )}
    </div>
  );
}
