import { useEffect, useState } from "react";
import { Pick } from "../../../components/operator/Pick";
import pick from "../../../components/operator/Pick.module.css";
import operator from "../../../components/operator/operator.module.css";
import { useChoices } from "../../../hooks/useChoices";
import { useDebounced } from "../../../hooks/useDebounced";
import { useLatest } from "../../../hooks/useLatest";
import { countOf } from "../../../lib/catalogue/format";
import type { Shown } from "../api/brands";
import page from "../scraper.module.css";
import styles from "./brands.module.css";

export const PAGE_SIZE = 50;
const TYPING_MS = 300;

const SHOWN: Readonly<Record<Shown, string>> = {
  active: "Active",
  disabled: "Disabled",
  "in trouble": "In trouble",
  scheduled: "Scheduled",
  archived: "Archived",
};

function shownIn(value: string | null): Shown | "" {
  return value !== null && value in SHOWN ? (value as Shown) : "";
}

interface FiltersProps {
  text: string;
  show: Shown | "";
  count: number | undefined;
  onText: (text: string) => void;
  onShow: (show: string) => void;
}

export function Filters({ text, show, count, onText, onShow }: FiltersProps) {
  return (
    <div className={page.filters} role="search" aria-label="Brands">
      <label className={pick.pick}>
        Name, website or id
        <input
          className={operator.input}
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      <Pick label="Show" value={show} options={[["", "(All)"], ...Object.entries(SHOWN)]} onChange={onShow} />
      <span className={styles.count} role="status">
        {count !== undefined && countOf(count, "brand")}
      </span>
    </div>
  );
}

/** The filters and the page live in the address; what is typed gets there once typing pauses. */
export function useBrandQuery() {
  const [params, change] = useChoices();
  const kept = params.get("text") ?? "";
  const [text, setText] = useState(kept);
  const typed = useDebounced(text, TYPING_MS);
  const keep = useLatest(() => typed !== kept && change({ text: typed, page: "" }));
  useEffect(() => void keep.current(), [typed, keep]);
  const show = shownIn(params.get("show"));
  const query = { page: Number(params.get("page")) || 1, pageSize: PAGE_SIZE, text: kept.trim(), show };
  return { query, text, setText, change };
}
