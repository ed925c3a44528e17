import { toggled } from "../../lib/search/searchState";
import {
  type Choice,
  type Choices,
  SOURCES,
  EMPTY_PAGE,
  type FieldValue,
  type PageEntry,
  pageError,
  pagesOf,
  textOf,
  type BrandField,
} from "./values";
import { Action } from "../Action";
import styles from "./brandForm.module.css";

interface StylesFieldProps {
  chosen: readonly number[];
  choices: readonly Choice[];
  onChange: (ids: readonly number[]) => void;
}

/** The styles that all products of a brand inherit. */
function StylesField({ chosen, choices, onChange }: StylesFieldProps) {
  if (choices.length === 0) return <p className={styles.help}>(No items)</p>;
  return (
    <div className="wrap gap-y-1 gap-x-4">
      {choices.map((choice) => (
        <label key={choice.id} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.id)}
            onChange={() => onChange(toggled(chosen, choice.id))}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

interface FieldInputProps {
  id: string;
  field: BrandField;
  value: FieldValue;
  invalid: boolean;
  choices: Choices;
  onChange: (value: FieldValue) => void;
}

function TextInput({ id, field, value, invalid, onChange }: FieldInputProps) {
  const shared = {
    id,
    value: textOf(value),
    "aria-describedby": invalid ? `${id}-error ${id}-help` : `${id}-help`,
    "aria-invalid": invalid,
  };
  if (field.type === "textarea") {
    return <textarea {...shared} rows={4} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <input
      {...shared}
      inputMode={field.type === "number" ? "numeric" : "text"}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface SelectProps {
  id: string;
  value: string;
  /** The first entry, for nothing chosen; without it one of the choices always is. */
  empty?: string;
  choices: readonly Choice<number | string>[];
  label?: string;
  onChange: (value: string) => void;
}

/** A choice by id with an empty first entry; without entries it shows '(No items)' (spec §5). */
function Select({ id, value, empty, choices, label, onChange }: SelectProps) {
  return (
    <select id={id} value={value} aria-label={label} onChange={(event) => onChange(event.target.value)}>
      {empty !== undefined && <option value="">{choices.length === 0 ? "(No items)" : empty}</option>}
      {choices.map((choice) => (
        <option key={choice.id} value={String(choice.id)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

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
        <p id={`${id}-error`} className="type-meta failed">
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
function PagesField({ id, pages, choices, onChange }: PagesFieldProps) {
  const replace = (index: number, page: PageEntry) =>
    onChange(pages.map((old, at) => (at === index ? page : old)));
  return (
    <>
      <p className={styles.help}>
        A page’s category and colour hold for its products, below what was curated by hand. The click selector
        is clicked once after load and pop-ups.
      </p>
      <ol className="grid gap-4">
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

/** The control of one field, by its type. */
export function FieldInput(props: FieldInputProps) {
  const { id, field, value, choices, onChange } = props;
  switch (field.type) {
    case "boolean":
      return (
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}-help`}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "country":
      return (
        <Select
          id={id}
          value={textOf(value)}
          empty="(None)"
          choices={choices.countries}
          onChange={onChange}
        />
      );
    case "source":
      return <Select id={id} value={textOf(value)} choices={SOURCES} onChange={onChange} />;
    case "styles":
      return <StylesField chosen={value as readonly number[]} choices={choices.styles} onChange={onChange} />;
    case "pages":
      return <PagesField id={id} pages={pagesOf(value)} choices={choices} onChange={onChange} />;
    default:
      return <TextInput {...props} />;
  }
}
