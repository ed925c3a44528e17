import { Action } from "../Action";
import type { Choices } from "./choices";
import { Select } from "./Select";
import { EMPTY_PAGE, pageError, type PageEntry } from "./values";
import styles from "./brandForm.module.css";

interface PageRowProps {
  id: string;
  index: number;
  page: PageEntry;
  choices: Choices;
  onChange: (page: PageEntry) => void;
  onRemove: () => void;
}

function PageRow({ id, index, page, choices, onChange, onRemove }: PageRowProps) {
  const error = pageError(page);
  const number = index + 1;
  return (
    <li className={styles.page}>
      <input
        id={id}
        className={styles.pageUrl}
        type="url"
        aria-label={`Address of page ${number}`}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        placeholder="https://www.example.co.za/dresses"
        value={page.pageUrl}
        onChange={(event) => onChange({ ...page, pageUrl: event.target.value })}
      />
      <Select
        id={`${id}-category`}
        label={`Category of page ${number}`}
        value={page.productCategory}
        empty="Category: classify"
        choices={choices.categories}
        onChange={(productCategory) => onChange({ ...page, productCategory })}
      />
      <Select
        id={`${id}-color`}
        label={`Colour of page ${number}`}
        value={page.color}
        empty="Colour: classify"
        choices={choices.colors}
        onChange={(color) => onChange({ ...page, color })}
      />
      <input
        aria-label={`Custom click selector of page ${number}`}
        placeholder="Click selector"
        value={page.customClickSelector}
        onChange={(event) => onChange({ ...page, customClickSelector: event.target.value })}
      />
      <Action className={styles.remove} onClick={onRemove}>
        Remove<span className="visually-hidden"> page {number}</span>
      </Action>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </li>
  );
}

interface PagesFieldProps {
  id: string;
  pages: readonly PageEntry[];
  choices: Choices;
  onChange: (pages: readonly PageEntry[]) => void;
}

/** The listing pages of a brand, crawled in this order. */
export function PagesField({ id, pages, choices, onChange }: PagesFieldProps) {
  const replace = (index: number, page: PageEntry) =>
    onChange(pages.map((old, at) => (at === index ? page : old)));
  return (
    <>
      <p className={styles.help}>
        A page’s category and colour hold for its products, below what was curated by hand. The click selector
        is clicked once after load and pop-ups.
      </p>
      <ol className={styles.pages}>
        {pages.map((page, index) => (
          <PageRow
            key={index}
            id={index === 0 ? id : `${id}-${index}`}
            index={index}
            page={page}
            choices={choices}
            onChange={(next) => replace(index, next)}
            onRemove={() => onChange(pages.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <Action className={styles.add} onClick={() => onChange([...pages, EMPTY_PAGE])}>
        Add page
      </Action>
    </>
  );
}
