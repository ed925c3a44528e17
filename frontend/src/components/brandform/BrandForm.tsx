import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId } from "react";
import { useController, useFieldArray, useForm, type UseFormReturn } from "react-hook-form";
import { load } from "../../lib/api/operator";
import { toggled } from "../../lib/search/searchState";
import { Button } from "../Button";
import { type Options, Select } from "../Select";
import {
  type BrandField,
  brandResolver,
  type BrandValues,
  type Choices,
  EMPTY_PAGE,
  fetchChoices,
  grouped,
  type PageEntry,
  SOURCES,
  valuesFrom,
} from "./values";
import styles from "./brandForm.module.css";

type Form = UseFormReturn<BrandValues>;

/** The one field that may not be empty. */
const REQUIRED = "name";
/** Fields that hold several controls: their label heads a group. */
const COMPOUND = new Set(["styles", "pages"]);

/** Choices behind an empty first one, which is '(No items)' where there are none (spec §5). */
function orNone(none: string, choices: Options): Options {
  return [["", choices.length === 0 ? "(No items)" : none], ...choices];
}

/** The styles that all products of a brand inherit. */
function StylesField({ name, form: { control }, choices }: { name: string; form: Form; choices: Choices }) {
  const { field } = useController({ name, control });
  const chosen = field.value as readonly number[];
  if (choices.styles.length === 0) return <p className={styles.help}>(No items)</p>;
  return (
    <div className="wrap gap-y-1 gap-x-4">
      {choices.styles.map(([id, label]) => (
        <label key={id} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() => field.onChange(toggled(chosen, id))}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** The listing pages of a brand, crawled in this order. */
function PagesField({ id, form, choices }: { id: string; form: Form; choices: Choices }) {
  const { control, register, getFieldState, formState } = form as unknown as UseFormReturn<{
    pages: PageEntry[];
  }>;
  const { fields, append, remove } = useFieldArray({ control, name: "pages" });
  return (
    <>
      <p className={styles.help}>
        A page’s category and colour hold for its products, below what was curated by hand. The click selector
        is clicked once after load and pop-ups.
      </p>
      <ol className="grid gap-4">
        {fields.map((page, index) => {
          const { error } = getFieldState(`pages.${index}.pageUrl`, formState);
          const number = index + 1;
          const own = index === 0 ? id : `${id}-${index}`;
          return (
            <li key={page.id} className={styles.page}>
              <input
                id={own}
                className={styles.pageUrl}
                type="url"
                aria-label={`Address of page ${number}`}
                aria-invalid={error !== undefined}
                aria-describedby={error && `${own}-error`}
                placeholder="https://www.example.co.za/dresses"
                {...register(`pages.${index}.pageUrl`)}
              />
              <Select
                aria-label={`Category of page ${number}`}
                options={orNone("Category: classify", choices.categories)}
                {...register(`pages.${index}.productCategory`)}
              />
              <Select
                aria-label={`Colour of page ${number}`}
                options={orNone("Colour: classify", choices.colors)}
                {...register(`pages.${index}.color`)}
              />
              <input
                aria-label={`Custom click selector of page ${number}`}
                placeholder="Click selector"
                {...register(`pages.${index}.customClickSelector`)}
              />
              <Button of={`page ${number}`} onClick={() => remove(index)}>
                Remove
              </Button>
              {error && (
                <p id={`${own}-error`} className="type-meta failed">
                  {error.message}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      <Button onClick={() => append(EMPTY_PAGE, { shouldFocus: false })}>Add page</Button>
    </>
  );
}

interface FieldProps {
  field: BrandField;
  choices: Choices;
  form: Form;
}

/** The control of one field, by its type. */
function Control({ field: { name, type }, form, choices, ...input }: FieldProps & { id: string }) {
  const shared = { ...input, ...(!COMPOUND.has(type) && form.register(name)) };
  switch (type) {
    case "styles":
      return <StylesField name={name} form={form} choices={choices} />;
    case "pages":
      return <PagesField id={input.id} form={form} choices={choices} />;
    case "boolean":
      return <input {...shared} type="checkbox" />;
    case "country":
      return <Select {...shared} options={orNone("(None)", choices.countries)} />;
    case "source":
      return <Select {...shared} options={SOURCES} />;
    case "textarea":
      return <textarea {...shared} rows={4} />;
    default:
      return (
        <input
          {...shared}
          inputMode={type === "number" ? "numeric" : "text"}
          autoComplete="off"
          spellCheck={false}
        />
      );
  }
}

function Field({ field, form, choices }: FieldProps) {
  const id = `brand-${field.name}-${useId()}`;
  const compound = COMPOUND.has(field.type);
  const { error } = form.getFieldState(field.name, form.formState);
  // Pages show at each row what is wrong with it; a required field that is empty is marked as such.
  const message = compound || error?.type === "required" ? undefined : error?.message;
  return (
    <div
      className={styles.field}
      data-type={field.type}
      {...(compound && { role: "group", "aria-labelledby": `${id}-label` })}
    >
      {compound ? (
        <span id={`${id}-label`} className={styles.label}>
          {field.label}
        </span>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {field.label}
          {field.name === REQUIRED && <span className="regular muted"> (required)</span>}
        </label>
      )}
      <Control
        id={id}
        aria-describedby={message ? `${id}-error ${id}-help` : `${id}-help`}
        aria-invalid={message !== undefined}
        field={field}
        form={form}
        choices={choices}
      />
      {message !== undefined && (
        <p id={`${id}-error`} className="type-meta failed">
          {message}
        </p>
      )}
      <p id={`${id}-help`} className={styles.help}>
        {field.help}
      </p>
    </div>
  );
}

interface BrandFormProps extends Omit<FieldProps, "field"> {
  fields: readonly BrandField[];
  /** Content below the fields of a group, by the group's id. */
  notes?: Readonly<Partial<Record<string, ReactNode>>>;
}

/** All fields of a brand's configuration (spec §3), by group and with their help. */
export function BrandForm({ fields, notes, ...shared }: BrandFormProps) {
  return grouped(fields).map((group, index) => (
    <details key={group.id} className={styles.group} open={index < 2}>
      <summary>{group.name}</summary>
      <div className={styles.fields}>
        {group.fields.map((field) => (
          <Field key={field.name} field={field} {...shared} />
        ))}
      </div>
      {notes?.[group.id]}
    </details>
  ));
}

/** The fields of a brand's form, their options and the initial values. */
export interface LoadedBrandForm {
  fields: readonly BrandField[];
  choices: Choices;
  values: BrandValues;
}

/** The form of the brand that `known` fetches; `key` names that brand. */
export function useBrandFormLoad(key: readonly unknown[], known: (signal: AbortSignal) => Promise<object>) {
  // Declared once, beside the scraper.
  const fields = useQuery({ ...load("/api/brands/fields", {}), staleTime: Infinity });
  const choices = useQuery({
    queryKey: ["brandChoices"],
    queryFn: ({ signal }) => fetchChoices(signal),
    staleTime: Infinity,
  });
  const brand = useQuery({
    queryKey: ["brandForm", ...key],
    queryFn: ({ signal }) => known(signal),
    staleTime: Infinity, // what is being edited is not replaced
    gcTime: 0,
  });
  const failed = [fields, choices, brand].filter(({ isError }) => isError);
  const retry = () => failed.forEach(({ refetch }) => void refetch());
  const isThere = fields.data && choices.data && brand.data;
  const loaded: LoadedBrandForm | null = isThere
    ? { fields: fields.data, choices: choices.data, values: valuesFrom(fields.data, brand.data) }
    : null;
  return { loaded, error: failed[0]?.error ?? null, retry };
}

/** The state of a loaded form. The stored values are validated at once. */
export function useBrandForm({ fields, values }: LoadedBrandForm): Form {
  const form = useForm<BrandValues>({
    defaultValues: values,
    resolver: brandResolver(fields),
    mode: "onChange",
  });
  const { trigger } = form;
  useEffect(() => void trigger(), [trigger]);
  return form;
}
