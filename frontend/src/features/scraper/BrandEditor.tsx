import { useCallback, useState } from "react";
import { Link } from "react-router-dom";
import { apiPost, messageOf } from "../../lib/api";
import type { BrandSaved } from "../../lib/api-schema";
import { operatorInit } from "../../lib/operator";
import { BrandForm } from "../brandform/BrandForm";
import { useBrandForm, type LoadedBrandForm } from "../brandform/useBrandForm";
import { brandBody, isValid, textOf, valuesFrom, type BrandValues } from "../brandform/values";
import { LoadError } from "../frame/LoadError";
import { showToast } from "../toasts/store";
import { copied, fetchBrand } from "./brand";
import { ScheduleNote } from "./ScheduleNote";
import { SuggestBar } from "./SuggestBar";
import type { Suggestion } from "./trial";
import { TrialPanel } from "./TrialPanel";
import { VersionsDialog } from "./VersionsDialog";
import styles from "./editor.module.css";

interface EditorProps {
  brandId: number | null;
  form: LoadedBrandForm;
  setValues: (values: BrandValues) => void;
  onSaved: (id: number) => void;
}

function Editor({ brandId, form, setValues, onSaved }: EditorProps) {
  const [saving, setSaving] = useState(false);
  const body = () => ({ ...brandBody(form.fields, form.values), ...(brandId !== null && { id: brandId }) });
  const save = async () => {
    setSaving(true);
    try {
      const { id } = await apiPost<BrandSaved>("brands/add", body(), operatorInit());
      showToast("The brand was saved.", "success");
      // Its pages have ids now: a second save must edit them, and not make them anew.
      setValues(valuesFrom(form.fields, await fetchBrand(id)));
      onSaved(id);
    } catch (error: unknown) {
      showToast(messageOf(error), "error");
    }
    setSaving(false);
  };
  const review = ({ brand }: Suggestion) => {
    setValues(valuesFrom(form.fields, { ...brandBody(form.fields, form.values), ...brand }));
  };
  const schedule = (
    <ScheduleNote
      brandId={brandId}
      hours={textOf(form.values.scrapeEveryHours)}
      cron={textOf(form.values.scrapeCron)}
    />
  );
  return (
    <div className={styles.columns}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <SuggestBar website={textOf(form.values.website)} fields={form.fields} onSuggestion={review} />
        <BrandForm {...form} notes={{ schedule }} onChange={setValues} />
        <footer className={styles.save}>
          <button
            type="submit"
            className={styles.primary}
            disabled={saving || !isValid(form.fields, form.values)}
          >
            Save
          </button>
        </footer>
      </form>
      <TrialPanel
        fields={form.fields}
        values={form.values}
        body={body}
        onUse={(values) => setValues({ ...form.values, ...values })}
      />
    </div>
  );
}

interface HeadProps {
  brandId: number;
  name: string;
  fields: LoadedBrandForm["fields"];
  onRestored: () => void;
}

/** The brand's id, and the record of its edits. */
function BrandHead({ brandId, name, fields, onRestored }: HeadProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.facts}>
      <span className={styles.hint}>Brand id {brandId}</span>
      <button type="button" className={styles.secondary} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edits…
      </button>
      {open && (
        <VersionsDialog
          brandId={brandId}
          name={name}
          fields={fields}
          onClose={() => setOpen(false)}
          onRestored={() => {
            setOpen(false);
            onRestored();
          }}
        />
      )}
    </div>
  );
}

interface BrandEditorProps {
  /** null: a new brand. */
  brandId: number | null;
  /** What a new brand's website starts with. */
  website: string;
  /** The brand that a new one is a copy of. */
  copyOf: number | null;
  onSaved: (id: number) => void;
}

function start(website: string, copyOf: number | null, signal: AbortSignal) {
  if (copyOf !== null) return fetchBrand(copyOf, signal).then(copied);
  return Promise.resolve(website ? { website } : {});
}

/** A brand's configuration with a suggestion to start from and a trial on one page. */
export function BrandEditor({ brandId, website, copyOf, onSaved }: BrandEditorProps) {
  // A new brand that was saved goes on being edited as it stands.
  const [first] = useState(brandId);
  const load = useCallback(
    (signal: AbortSignal) => (first === null ? start(website, copyOf, signal) : fetchBrand(first, signal)),
    [first, website, copyOf],
  );
  const { form, error, retry, setValues } = useBrandForm(first, load);
  const title = brandId === null ? "New brand" : textOf(form?.values.name) || "Brand";
  const restored = async () => {
    if (brandId !== null && form) setValues(valuesFrom(form.fields, await fetchBrand(brandId)));
  };
  return (
    <>
      <Link className={styles.back} to="/scraper?tab=brands">
        <span aria-hidden="true">←</span> Back to the brands
      </Link>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {brandId !== null && form && (
          <BrandHead
            brandId={brandId}
            name={title}
            fields={form.fields}
            onRestored={() => {
              restored().catch((cause: unknown) => showToast(messageOf(cause), "error"));
            }}
          />
        )}
      </div>
      <LoadError error={error} onRetry={retry} />
      {!form && !error && <p>Loading the form…</p>}
      {form && <Editor brandId={brandId} form={form} setValues={setValues} onSaved={onSaved} />}
    </>
  );
}
