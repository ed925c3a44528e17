import { useState } from "react";
import { BackLink } from "../../../components/BackLink";
import { useBrandFormLoad } from "../../../components/brandform/useBrandForm";
import { LoadError } from "../../../components/states/LoadError";
import { copied, fetchBrand } from "./brand";
import { Editor } from "./Editor";
import styles from "./editor.module.css";

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
  // A new brand stays in the same form after it was saved.
  const [first] = useState({ brandId, website, copyOf });
  const { loaded, error, retry } = useBrandFormLoad([first], (signal): Promise<Record<string, unknown>> =>
    first.brandId === null ? start(first.website, first.copyOf, signal) : fetchBrand(first.brandId, signal),
  );
  return (
    <>
      <BackLink to="/scraper?tab=brands" label="Back to the brands" />
      {loaded ? (
        <Editor brandId={brandId} loaded={loaded} onSaved={onSaved} />
      ) : (
        <>
          <div className={styles.head}>
            <h1 className={styles.title}>{brandId === null ? "New brand" : "Brand"}</h1>
          </div>
          <LoadError error={error} onRetry={retry} />
          {!error && <p>Loading the form…</p>}
        </>
      )}
    </>
  );
}
