import { Suspense } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { Footer } from "../features/frame/Footer";
import { ScrollToTop } from "../features/frame/ScrollToTop";
import { TopMenu } from "../features/frame/TopMenu";
import { useRouteMeta } from "../features/frame/useRouteMeta";
import { Toasts } from "../features/toasts/Toasts";
import { useReloadCount } from "../lib/reload";
import { useFocusKept } from "./useFocusKept";
import { useOwnDocument } from "./useOwnDocument";
import { useSameUrlReload } from "./useSameUrlReload";
import { useScrollMemory } from "./useScrollMemory";
import styles from "./Layout.module.css";

/** The frame around every route (spec §2.2). */
export function Layout() {
  useSameUrlReload();
  useScrollMemory();
  useRouteMeta();
  useFocusKept();
  const reloads = useReloadCount();
  const { pathname } = useLocation();
  if (useOwnDocument(pathname)) return null;
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopMenu />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
            {/* Home loads its data again in place; other pages start afresh. */}
            <Outlet key={pathname === "/" ? "home" : reloads} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <ScrollToTop />
      <Toasts />
    </>
  );
}
