import { Action } from "../../../components/Action";
import { countOf } from "../../../lib/catalogue/format";
import type { Department, FoundSource } from "./trial";
import styles from "../editor/editor.module.css";

interface SourcesProps {
  sources: readonly FoundSource[];
  onUse: (values: Record<string, unknown>) => void;
}

function sampleWords({ sampled, priced, pictured, soldOut }: FoundSource): string {
  return `Of ${sampled} looked at: ${priced} with a price, ${pictured} with a picture, ${soldOut} sold out`;
}

/** What the store offers besides its pages, side by side; each can be taken into the form. */
export function Sources({ sources, onUse }: SourcesProps) {
  return (
    <ul className={styles.suggested} aria-label="Sources">
      {sources.map((source) => (
        <li key={source.address + source.label} data-sure={source.problem === ""}>
          <span className={styles.suggestedHead}>
            <strong>
              {source.label}, {countOf(source.products, "product")}
            </strong>
            {source.proposed ? (
              <span className={styles.confidence}>in the form</span>
            ) : (
              <Action className={styles.secondary} onClick={() => onUse(source.values)}>
                Use it<span className="visually-hidden">: {source.label}</span>
              </Action>
            )}
          </span>
          <span className="muted">{source.address}</span>
          <span className="muted">{sampleWords(source)}</span>
          {source.problem && <span className={styles.error}>Not proposed: {source.problem}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The lists that the home page links, with the category of each. */
export function Departments({ departments }: { departments: readonly Department[] }) {
  return (
    <details>
      <summary>{countOf(departments.length, "department")} of the store</summary>
      <ul className={styles.evidence}>
        {departments.map(({ name, url, category }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
            {category ? `: ${category}` : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}
