import { useState } from "react";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useLocation } from "react-router-dom";
import { BackLink } from "../../../components/Breadcrumb";
import {
  type LoadedBrandForm,
  useBrandForm,
  useBrandFormLoad,
  BrandForm,
} from "../../../components/brandform/BrandForm";
import { LoadError } from "../../../components/states/states";
import { Button } from "../../../components/Button";
import {
  brandBody,
  type BrandValues,
  changesOf,
  pagesOf,
  textOf,
  valuesFrom,
} from "../../../components/brandform/values";
import type { FieldChange } from "../../../lib/api/schema";
import { showError, showToast } from "../../../lib/toasts";
import { load, operatorApi } from "../../../lib/api/operator";
import { SuggestBar } from "../trial/SuggestBar";
import { TrialPanel } from "../trial/TrialPanel";
import { BrandHead } from "./BrandHead";
import { ApiError, bodyOf, messageOf } from "../../../lib/api/client";
import { Confirm } from "../../../components/dialog/Dialog";
import { LeaveGuard } from "../../../components/operator/LeaveGuard";
import styles from "./editor.module.css";
import { useDebounced } from "../../../lib/hooks";
import { DATE_LOCALE } from "../../../lib/catalogue/format";

/** A stored brand with its styles and its pages (spec §7: a row for each page, with the brand's fields). */
async function fetchBrand(id: number, signal?: AbortSignal) {
  const options = { params: { path: { brand_id: id } }, signal: signal ?? null };
  const [rows, links] = await Promise.all([
    bodyOf(operatorApi.GET("/api/brands/{brand_id}", options)),
    bodyOf(operatorApi.GET("/api/styles/getBrandStyles/{brand_id}", options)),
  ]);
  return {
    ...rows[0],
    styles: links.map(({ styleId }) => styleId),
    pages: rows.filter(({ pageUrl }) => pageUrl),
  };
}

const TYPING_MS = 400;

/** A day and time in the schedule's own zone, which need not be the operator's. */
function timeIn(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString(DATE_LOCALE, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
}

/** Whether a time has come by the time it is saved. */
function isDue(iso: string | undefined): boolean {
  return iso !== undefined && Date.parse(iso) <= Date.now() + 5_000;
}

/** When the brand would be scraped by the form's schedule, or what is wrong with it. */
function ScheduleNote({ brandId, hours, cron }: { brandId: number | null; hours: string; cron: string }) {
  const typed = useDebounced(`${hours}\n${cron}`, TYPING_MS);
  const [typedHours = "", typedCron = ""] = typed.split("\n").map((part) => part.trim());
  const query = { hours: typedHours, cron: typedCron, ...(brandId !== null && { brandId }) };
  const { data, error } = useQuery({
    ...load("/api/brands/schedule", { params: { query } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="py-3 px-4 mb-4 sunk" role="status" data-part="schedule">
      {error && <p className="failed">{messageOf(error)}</p>}
      {!error && data && (
        <>
          <p>
            <strong>{data.words}</strong>
            {isDue(data.times[0]) && ": a save starts a run at once."}
            {data.times.length === 0 && ": it is scraped when somebody starts it."}
          </p>
          {data.times.length > 0 && (
            <p className="muted">
              Next: {data.times.map((time) => timeIn(time, data.timeZone)).join(" · ")}. After a failure it is
              tried again after 15 minutes, then 30, and so on.
            </p>
          )}
        </>
      )}
    </div>
  );
}

interface BrandEditorProps {
  /** null: a new brand. */
  brandId: number | null;
  onSaved: (id: number) => void;
}

/** What the form starts with: a stored brand, or what the page's address names for a new one. */
async function start(brandId: number | null, address: string, signal: AbortSignal): Promise<object> {
  if (brandId !== null) return fetchBrand(brandId, signal);
  const named = new URLSearchParams(address);
  const [store, copied] = [Number(named.get("store")), Number(named.get("copy"))];
  if (store) {
    const params = { path: { store_id: store } };
    return (await bodyOf(operatorApi.GET("/api/brands/stores/{store_id}", { params, signal }))).values;
  }
  const website = named.get("website");
  if (!copied) return website ? { website } : {};
  const brand = await fetchBrand(copied, signal);
  const pages = brand.pages.map((page) => ({ ...page, pageId: null }));
  return { ...brand, name: `${brand.name ?? ""} (copy)`, pages };
}

interface EditorProps extends BrandEditorProps {
  loaded: LoadedBrandForm;
}

/** The form of a brand, its head, and the trial beside it. A rejected save keeps what was typed. */
function Editor({ brandId, loaded, onSaved }: EditorProps) {
  const { fields, choices } = loaded;
  const form = useBrandForm(loaded);
  const { control, formState, getValues, handleSubmit, reset, setValue, trigger } = form;
  const [name, website, pages, hours, cron] = useWatch({
    control,
    name: ["name", "website", "pages", "scrapeEveryHours", "scrapeCron"],
  });
  const body = () => ({ ...brandBody(fields, getValues()), ...(brandId !== null && { id: brandId }) });
  // A save gives pages their ids, so that the next one edits them instead of adding them again.
  const readAgain = async (id: number) => reset(valuesFrom(fields, await fetchBrand(id)));
  const [isSecond, setIsSecond] = useState("");
  const save = useMutation({
    mutationFn: (sameWebsite: boolean) =>
      bodyOf(
        operatorApi.POST("/api/brands/add", { body: { ...body(), ...(sameWebsite && { sameWebsite }) } }),
      ),
    onSuccess: async ({ id, message }) => {
      showToast(message, "success");
      onSaved(id); // first: whatever comes after, another save edits this brand
      await readAgain(id);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === "same-website") setIsSecond(error.message);
      else showError(error);
    },
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
      <div className="row wrap gap-y-2 gap-x-5 between mb-5">
        <h1 className="type-page breaks">{title}</h1>
        {brandId !== null && (
          <BrandHead
            brandId={brandId}
            name={title}
            fields={fields}
            onRestored={() => restored.mutate(brandId)}
          />
        )}
      </div>
      <LeaveGuard unsaved={formState.isDirty} />
      {isSecond && (
        <Confirm
          title="A second brand of one website?"
          does={brandId === null ? "Add a second brand" : "Save it all the same"}
          onClose={() => setIsSecond("")}
          onYes={() => save.mutate(true)}
        >
          <p>{isSecond}.</p>
          <p>Both would be read, and visitors would find its products twice.</p>
        </Confirm>
      )}
      <div className={styles.columns}>
        <form
          noValidate
          className="shrinks"
          onSubmit={(event) => void handleSubmit(() => save.mutate(false))(event)}
        >
          <SuggestBar
            brandId={brandId}
            website={textOf(website)}
            fields={fields}
            body={body}
            changes={changes}
            onSuggestion={review}
          />
          <BrandForm
            fields={fields}
            choices={choices}
            form={form}
            notes={{ schedule: <ScheduleNote brandId={brandId} hours={textOf(hours)} cron={textOf(cron)} /> }}
          />
          <footer className={styles.save}>
            <Button kind="primary" type="submit" disabled={save.isPending || !formState.isValid}>
              Save
            </Button>
          </footer>
        </form>
        <TrialPanel fields={fields} firstPage={pagesOf(pages)[0]?.pageUrl ?? ""} body={body} onUse={use} />
      </div>
    </>
  );
}

/** A brand's configuration with a suggestion to start from and a trial on one page. */
export function BrandEditor({ brandId, onSaved }: BrandEditorProps) {
  const { search } = useLocation();
  // A new brand stays in the same form after it was saved.
  const [first] = useState([brandId, search] as const);
  const { loaded, error, retry } = useBrandFormLoad(first, (signal) => start(...first, signal));
  return (
    <>
      <BackLink to="/scraper?tab=brands" label="Back to the brands" />
      {loaded ? (
        <Editor brandId={brandId} loaded={loaded} onSaved={onSaved} />
      ) : (
        <>
          <h1 className="type-page mb-5">{brandId === null ? "New brand" : "Brand"}</h1>
          <LoadError error={error} onRetry={retry} />
          {!error && <p>Loading the form…</p>}
        </>
      )}
    </>
  );
}
