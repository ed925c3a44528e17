import { useLocation } from "react-router-dom";
import { IconButton } from "../../../../components/Button";
import { Icon } from "../../../../components/icons/Icon";
import { showToast } from "../../../../lib/toasts";
import { forgetSearch, saveSearches, useSavedSearches } from "../../../../lib/visitor/searches";
import styles from "./saveSearch.module.css";

const SITE = / – Winkel$/;

/** The address without the page one is on. */
function addressOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  return `?${params.toString()}`;
}

/** Keeps the search of the address, under the page's name, or forgets it again. */
export function SaveSearch() {
  const search = addressOf(useLocation().search);
  const saved = useSavedSearches().some((each) => each.search === search);
  const toggle = () => {
    if (saved) {
      forgetSearch(search);
      return;
    }
    saveSearches({ search, name: document.title.replace(SITE, ""), at: Date.now() });
    showToast("Search saved: it is with your favourites", "success");
  };
  return (
    <IconButton
      className={styles.save}
      aria-label="Save this search"
      aria-pressed={saved}
      title="Save this search"
      data-part="save-search"
      onClick={toggle}
    >
      <Icon name="heart" />
    </IconButton>
  );
}
