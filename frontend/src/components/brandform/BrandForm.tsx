import { useId, type ReactNode, useEffect } from "react";
import { useController, type Control, useForm, type UseFormReturn } from "react-hook-form";
import {
  type Choices,
  type BrandValues,
  grouped,
  type BrandField,
  type FieldGroup,
  fetchChoices,
  brandResolver,
  valuesFrom,
} from "./values";
import { FieldInput } from "./FieldInput";
import styles from "./brandForm.module.css";
import { useQuery } from "@tanstack/react-query";
import { load } from "../../lib/api/operator";

/** The one field that may not be empty. */
const REQUIRED = "name";
/** Fields that hold several controls: their label heads a group. */
const COMPOUND = new Set(["styles", "pages"]);

interface FieldProps {
  field: BrandField;
  choices: Choices;
  control: Control<BrandValues>;
}

function Field({ field, choices, control }: FieldProps) {
  const id = `brand-${field.name}-${useId()}`;
  const { field: input, fieldState } = useController({ name: field.name, control });
  const compound = COMPOUND.has(field.type);
  // Pages show at each row what is wrong with it; a required field that is empty is marked as such.
  const error = compound || input.value === "" ? undefined : fieldState.error?.message;
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
      <FieldInput
        id={id}
        field={field}
        value={input.value}
        invalid={error !== undefined}
        choices={choices}
        onChange={input.onChange}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="type-meta failed">
          {error}
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

function Group({
  group,
  notes,
  open,
  ...shared
}: Omit<BrandFormProps, "fields"> & { group: FieldGroup; open: boolean }) {
  return (
    <details className={styles.group} open={open}>
      <summary>{group.name}</summary>
      <div className={styles.fields}>
        {group.fields.map((field) => (
          <Field key={field.name} field={field} {...shared} />
        ))}
      </div>
      {notes?.[group.id]}
    </details>
  );
}

/** All fields of a brand's configuration (spec §3), by group and with their help. */
export function BrandForm({ fields, ...form }: BrandFormProps) {
  return grouped(fields).map((group, index) => (
    <Group key={group.id} group={group} open={index < 2} {...form} />
  ));
}

/** The fields of a brand's form, their options and the initial values. */
export interface LoadedBrandForm {
  fields: readonly BrandField[];
  choices: Choices;
  values: BrandValues;
}

/** The form of the brand that `known` fetches; `key` names that brand. */
export function useBrandFormLoad(
  key: readonly unknown[],
  known: (signal: AbortSignal) => Promise<Record<string, unknown>>,
) {
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
export function useBrandForm({ fields, values }: LoadedBrandForm): UseFormReturn<BrandValues> {
  const form = useForm<BrandValues>({
    defaultValues: values,
    resolver: brandResolver(fields),
    mode: "onChange",
  });
  const { trigger } = form;
  useEffect(() => void trigger(), [trigger]);
  return form;
}
