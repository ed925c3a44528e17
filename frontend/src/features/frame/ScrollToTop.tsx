import { useEffect, useState } from "react";
import styles from "./scroll.module.css";

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

export function ScrollToTop() {
  if (!useScrolledPast(SCROLL_THRESHOLD_PX)) return null;
  return (
    <button type="button" className={styles.button} aria-label="Scroll to top" onClick={scrollToTop}>
      <span aria-hidden="true">↑</span>
    </button>
  );
}
