import { useState } from "react";
import { Action } from "../../components/Action";
import { startBrand, startForAll, type StartAllCall, type StartCall } from "./api/runs";
import type { Act } from "./useAct";
import operator from "../../components/operator/operator.module.css";
import styles from "./scraper.module.css";

const ONE: readonly { call: StartCall; label: string }[] = [
  { call: "start", label: "Start" },
  { call: "startOnlyScrape", label: "Start only scrape" },
  { call: "startOnlyClassificationSingle", label: "Start only classification" },
];

const ALL: readonly { call: StartAllCall; label: string }[] = [
  { call: "startAll", label: "Start all" },
  { call: "startOnlyClassification", label: "Start only classification for all" },
];

/** A brand id and the five ways to start (spec §2.8). */
export function StartBar({ onStart }: { onStart: Act }) {
  const [brandId, setBrandId] = useState("");
  return (
    <div className={styles.start}>
      <div className={operator.bar}>
        <label className="visually-hidden" htmlFor="brand-id">
          Brand id
        </label>
        <input
          id="brand-id"
          className={operator.input}
          placeholder="Brand id"
          inputMode="numeric"
          autoComplete="off"
          value={brandId}
          onChange={(event) => setBrandId(event.target.value)}
        />
        {ONE.map(({ call, label }, index) => (
          <Action
            key={call}
            kind={index === 0 ? "filled" : "outlined"}
            onClick={() => onStart(() => startBrand(call, brandId))}
          >
            {label}
          </Action>
        ))}
      </div>
      <div className={operator.bar}>
        {ALL.map(({ call, label }) => (
          <Action key={call} onClick={() => onStart(() => startForAll(call))}>
            {label}
          </Action>
        ))}
      </div>
    </div>
  );
}
