import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { fetchChoices, type Choices } from "./choices";
import { load } from "../../lib/api/operator";
import type { BrandField } from "./fields";
import { brandResolver, valuesFrom, type BrandValues } from "./values";

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
