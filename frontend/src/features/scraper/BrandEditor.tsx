import { useCallback, useState } from "react";
import { Link } from "react-router-dom";
import { apiPost, messageOf } from "../../lib/api";
import { operatorInit } from "../../lib/operator";
import { BrandForm } from "../brandform/BrandForm";
import { useBrandForm, type LoadedBrandForm } from "../brandform/useBrandForm";
import { brandBody, isValid, textOf, valuesFrom, type BrandValues } from "../brandform/values";
import { LoadError } from "../frame/LoadError";
import { showToast } from "../toasts/store";
import { fetchBrand } from "./brand";
import { SuggestBar } from "./SuggestBar";
import type { Suggestion } from "./trial";
import { TrialPanel } from "./TrialPanel";
import styles from "./editor.module.css";

interface EditorProps {
  brandId: number | null;
  form: LoadedBrandForm;
  setValues: (values: BrandValues) => void;
}

function Editor({ brandId, form, setValues }: EditorProps) {
  const [saving, setSaving] = useState(false);
  const body = () => ({ ...brandBody(form.fields, form.values), ...(brandId !== null && { id: brandId }) });
  const save = async () => {
    setSaving(true);
    try {
      await apiPost("brands/add", body(), operatorInit());
      showToast("The brand was saved.", "success");
    } catch (error: unknown) {
      showToast(messageOf(error), "error");
    }
    setSaving(false);
  };
  const review = ({ brand }: Suggestion) => {
    setValues(valuesFrom(form.fields, { ...brandBody(form.fields, form.values), ...brand }));
  };
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
        <SuggestBar website={textOf(form.values.website)} onSuggestion={review} />
        <BrandForm {...form} onChange={setValues} />
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
      <TrialPanel values={form.values} body={body} />
    </div>
  );
}

interface BrandEditorProps {
  /** null: a new brand. */
  brandId: number | null;
  /** What a new brand's website starts with. */
  website: string;
}

const newBrand = (website: string) => Promise.resolve(website ? { website } : {});

/** A brand's configuration with a suggestion to start from and a trial on one page. */
export function BrandEditor({ brandId, website }: BrandEditorProps) {
  const load = useCallback(
    (signal: AbortSignal) => (brandId === null ? newBrand(website) : fetchBrand(brandId, signal)),
    [brandId, website],
  );
  const { form, error, retry, setValues } = useBrandForm(brandId, load);
  const title = brandId === null ? "New brand" : textOf(form?.values.name) || "Brand";
  return (
    <>
      <Link className={styles.back} to="/scraper">
        <span aria-hidden="true">←</span> Back to the runs
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <LoadError error={error} onRetry={retry} />
      {!form && !error && <p>Loading the form…</p>}
      {form && <Editor brandId={brandId} form={form} setValues={setValues} />}
    </>
  );
}
