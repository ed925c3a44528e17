import { useState } from "react";
import { useLoad } from "../../lib/useLoad";
import { fetchChoices, type Choices } from "./choices";
import { fetchBrandFields, type BrandField } from "./fields";
import { valuesFrom, type BrandValues } from "./values";

export interface LoadedBrandForm {
  fields: readonly BrandField[];
  choices: Choices;
  values: BrandValues;
}

export interface BrandFormState {
  form: LoadedBrandForm | null;
  error: unknown;
  retry: () => void;
  setValues: (values: BrandValues) => void;
}

async function fetchForm(
  known: (signal: AbortSignal) => Promise<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<LoadedBrandForm> {
  const [fields, choices, brand] = await Promise.all([
    fetchBrandFields(signal),
    fetchChoices(signal),
    known(signal),
  ]);
  return { fields, choices, values: valuesFrom(fields, brand) };
}

/** The form of the brand that `known` fetches; `key` names that brand. */
export function useBrandForm(
  key: number | null,
  known: (signal: AbortSignal) => Promise<Record<string, unknown>>,
): BrandFormState {
  const { data, error, reload } = useLoad((signal) => fetchForm(known, signal), [key]);
  const [edited, setEdited] = useState<BrandValues | null>(null);
  const form = data ? { ...data, values: edited ?? data.values } : null;
  return { form, error, retry: reload, setValues: setEdited };
}
