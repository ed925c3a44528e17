import { useRef } from "react";
import { Button } from "../../components/Button";
import { saveFile } from "../../lib/browser/saveFile";
import { countOf } from "../../lib/catalogue/format";
import { showError, showToast } from "../../lib/toasts";
import { favourites } from "../../lib/visitor/products";
import { useSavedSearches } from "../../lib/visitor/searches";
import { exported, importFile } from "./file";

/** All that is saved, to a file and back: for another browser, or before this one is cleared. */
export function FileButtons() {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const [products, searches] = await importFile(file);
      const parts = [countOf(products, "product"), searches === 1 ? "1 search" : `${searches} searches`];
      showToast(`The file held ${parts.join(" and ")}`, "success");
    } catch (error) {
      showError(error);
    }
  };
  const some = favourites.use().length + useSavedSearches().length > 0;
  return (
    <>
      {some && <Button onClick={() => saveFile("winkel-favourites.json", exported())}>Save to a file</Button>}
      <Button onClick={() => input.current?.click()}>Add from a file</Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="File of favourites"
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
