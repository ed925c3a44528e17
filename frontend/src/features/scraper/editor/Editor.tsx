import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Action } from "../../../components/Action";
import { BrandForm } from "../../../components/brandform/BrandForm";
import { useBrandForm, type LoadedBrandForm } from "../../../components/brandform/useBrandForm";
import {
  brandBody,
  changesOf,
  pagesOf,
  textOf,
  valuesFrom,
  type BrandValues,
} from "../../../components/brandform/values";
import type { FieldChange } from "../../../lib/api/schema";
import { showError, showToast } from "../../../lib/toasts";
import { saveBrand } from "../api/brands";
import { SuggestBar } from "../trial/SuggestBar";
import { TrialPanel } from "../trial/TrialPanel";
import { fetchBrand } from "./brand";
import { BrandHead } from "./BrandHead";
import { ScheduleNote } from "./ScheduleNote";
import styles from "./editor.module.css";

interface EditorProps {
  /** null: a new brand. */
  brandId: number | null;
  loaded: LoadedBrandForm;
  onSaved: (id: number) => void;
}

/** The form of a brand, its head, and the trial beside it. A rejected save keeps what was typed. */
export function Editor({ brandId, loaded, onSaved }: EditorProps) {
  const { fields, choices } = loaded;
  const { control, formState, getValues, handleSubmit, reset, setValue, trigger } = useBrandForm(loaded);
  const [name, website, pages, hours, cron] = useWatch({
    control,
    name: ["name", "website", "pages", "scrapeEveryHours", "scrapeCron"],
  });
  const body = () => ({ ...brandBody(fields, getValues()), ...(brandId !== null && { id: brandId }) });
  // A save gives pages their ids, so that the next one edits them instead of adding them again.
  const readAgain = async (id: number) => reset(valuesFrom(fields, await fetchBrand(id)));
  const save = useMutation({
    mutationFn: () => saveBrand(body()),
    onSuccess: async ({ id, message }) => {
      showToast(message, "success");
      onSaved(id); // first: whatever comes after, another save edits this brand
      await readAgain(id);
    },
    onError: showError,
  });
  const restored = useMutation({ mutationFn: readAgain, onError: showError });
  const [changes, setChanges] = useState<FieldChange[]>([]);
  const review = (brand: Record<string, unknown>) => {
    const before = getValues();
    const after = valuesFrom(fields, { ...brandBody(fields, before), ...brand });
    setChanges(changesOf(fields, before, after));
    reset(after, { keepDefaultValues: true });
    void trigger();
  };
  const use = (values: BrandValues) => {
    for (const [field, value] of Object.entries(values)) {
      setValue(field, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  const title = brandId === null ? "New brand" : textOf(name) || "Brand";
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {brandId !== null && (
          <BrandHead
            brandId={brandId}
            name={title}
            fields={fields}
            onRestored={() => restored.mutate(brandId)}
          />
        )}
      </div>
      <div className={styles.columns}>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => void handleSubmit(() => save.mutate())(event)}
        >
          <SuggestBar
            website={textOf(website)}
            fields={fields}
            body={body}
            changes={changes}
            onSuggestion={review}
          />
          <BrandForm
            fields={fields}
            choices={choices}
            control={control}
            notes={{ schedule: <ScheduleNote brandId={brandId} hours={textOf(hours)} cron={textOf(cron)} /> }}
          />
          <footer className={styles.save}>
            <Action
              kind="filled"
              type="submit"
              className={styles.primary}
              disabled={save.isPending || !formState.isValid}
            >
              Save
            </Action>
          </footer>
        </form>
        <TrialPanel fields={fields} firstPage={pagesOf(pages)[0]?.pageUrl ?? ""} body={body} onUse={use} />
      </div>
    </>
  );
}
