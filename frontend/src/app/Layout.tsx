import { Suspense } from "react";
import { Outlet, useLocation, type NavigationType } from "react-router-dom";
import { ErrorBoundary } from "../components/states/ErrorBoundary";
import { Footer } from "../features/frame/footer/Footer";
import type { StoreDialogs } from "../features/frame/footer/StoreLinks";
import { ScrollToTop } from "../features/frame/ScrollToTop";
import { TopMenu } from "../features/frame/menu/TopMenu";
import { useRouteTitle } from "../features/frame/useRouteTitle";
import { Passing } from "../components/Passing";
import { Toasts } from "../components/toasts/Toasts";
import { useOwnDocument } from "../lib/browser/thirdParty";
import { useReloadCount } from "../lib/browser/reload";
import { useFocusKept } from "./useFocusKept";
import { useSameUrlReload } from "./useSameUrlReload";
import { useScrollMemory } from "./useScrollMemory";
import styles from "./Layout.module.css";

const STORE_DIALOGS: StoreDialogs = {
  suggestStore: () => import("../features/submit/SuggestStoreDialog"),
  submitSite: __DEV_MODE__ ? () => import("../features/submit/SubmitSiteDialog") : null,
};

/** The frame around every route (spec §2.2). `type`: how the visitor came to it. */
export function Layout({ type }: { type: NavigationType }) {
  useSameUrlReload(type);
  useScrollMemory(type);
  useRouteTitle();
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
            <Passing as="page">
              <Outlet key={pathname === "/" ? "home" : reloads} />
            </Passing>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer dialogs={STORE_DIALOGS} />
      <ScrollToTop />
      <Toasts />
    </>
  );
}
