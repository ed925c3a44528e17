import { useEffect, useState } from "react";
import { Footer, type StoreDialogs } from "../features/frame/footer/Footer";
import scrollStyles from "../features/frame/scroll.module.css";

const DIALOGS: StoreDialogs = {
  suggestStore: () => import("../features/submit/SuggestStoreDialog"),
  submitSite: __DEV_MODE__ ? () => import("../features/submit/SubmitSiteDialog") : null,
};

/** Spec §9: the button shows once the page is scrolled more than this (px). */
const SCROLL_THRESHOLD_PX = 100;

function useScrolledPast(threshold: number): boolean {
  const [past, setPast] = useState(() => window.scrollY > threshold);
  useEffect(() => {
    const update = () => setPast(window.scrollY > threshold);
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [threshold]);
  return past;
}

function scrollToTop(): void {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
}

function ScrollToTop() {
  if (!useScrolledPast(SCROLL_THRESHOLD_PX)) return null;
  return (
    <button type="button" className={scrollStyles.button} aria-label="Scroll to top" onClick={scrollToTop}>
      <span aria-hidden="true">↑</span>
    </button>
  );
}

/** What the frame loads after the first screen: the shop's footer, and the way back to the top. */
export default function Foot({ isShop }: { isShop: boolean }) {
  return (
    <>
      {isShop && <Footer dialogs={DIALOGS} />}
      <ScrollToTop />
    </>
  );
}
