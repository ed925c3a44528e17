import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, Outlet, useLocation } from "react-router-dom";
import { ErrorBoundary } from "../components/states/states";
import { TopMenu } from "../features/frame/menu/TopMenu";
import { PageTransition } from "../lib/browser/screen";
import { Toasts } from "../components/toasts/Toasts";
import { SearchBox } from "../features/search/box/SearchBox";
import { SearchProvider } from "../lib/search/SearchProvider";
import { reloadData, useReloadCount } from "../lib/api/query";
import { isOverlayState, keepScroll, restoreScroll, scrollEntry } from "../lib/browser/history";
import styles from "./Layout.module.css";
import { DECLARED } from "../lib/declared";

const PAGES: Readonly<Record<string, { title: string }>> = DECLARED.pages;
/** Pages of one row each, whose own name they learn later: "/style/". */
const ROWS = Object.keys(PAGES).filter((path) => path !== "/" && path.endsWith("/"));

/** The title of a path; the search gives home its own once it has words, an unknown path has that of a missing page. */
export function routeTitle(pathname: string): string {
  const path = ROWS.find((row) => pathname.startsWith(row)) ?? (pathname.replace(/\/+$/, "") || "/");
  return (PAGES[path] ?? DECLARED.pages["*"]).title;
}

/** Gives each route its title, and moves the focus into a page that was opened. */
function useRouteTitle(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  // Before the effects of the page inside, whose own title wins.
  useLayoutEffect(() => {
    document.title = routeTitle(pathname);
    if (!first.current) document.getElementById("main")?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
}

/** Below all that a visitor sees first. */
const Foot = lazy(() => import("../features/frame/footer/Footer"));

/** Going to the URL one is on loads its data again without losing the app (spec §2.1). */
function useSameUrlReload(type: NavigationType): void {
  const location = useLocation();
  const before = useRef(location);
  useEffect(() => {
    const old = before.current;
    before.current = location;
    const moved = old.pathname !== location.pathname || old.search !== location.search;
    if (old.key === location.key || moved || type === NavigationType.Pop) return;
    if (isOverlayState(location.state) || isOverlayState(old.state)) return;
    reloadData();
  }, [location, type]);
}

/** New pages start at the top; back and forward return to where the visitor was. */
function useScrollMemory(type: NavigationType): void {
  const location = useLocation();
  const before = useRef(location);
  const entry = scrollEntry(location);
  useEffect(() => keepScroll(entry), [entry]);
  useEffect(() => {
    const old = before.current;
    before.current = location;
    if (type === NavigationType.Pop) return restoreScroll(entry, old === location);
    const overlay = isOverlayState(location.state) || isOverlayState(old.state);
    if (type === NavigationType.Push && !overlay) window.scrollTo({ top: 0, behavior: "instant" });
    return undefined;
  }, [location, entry, type]);
}

/** Nearest first: where the focus goes on from when what had it has left the page. */
const FALLBACKS = ["filter-panel", "results-title", "main"];

function moveOn(): void {
  const next = FALLBACKS.map((id) => document.getElementById(id)).find((element) => element !== null);
  next?.focus({ preventScroll: true });
}

/**
 * Browsers drop the focus to the body when the element that has it is removed ("View all", Retry, a
 * way on from an empty page), and the next Tab starts at the top of the page.
 */
function useFocusKept(): void {
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return undefined;
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    // Removed elements may lose the focus before they are gone: look once they are.
    const forget = () => queueMicrotask(() => (last = last?.isConnected ? null : last));
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) moveOn();
    });
    main.addEventListener("focusin", remember);
    main.addEventListener("focusout", forget);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      main.removeEventListener("focusin", remember);
      main.removeEventListener("focusout", forget);
    };
  }, []);
}

/** Operators' pages, which have a bar of their own (OperatorGate) and nothing of the shop's frame. */
const OPERATORS = /^\/(scraper|insights|review)\b/;

/** The frame around every route (spec §2.2). `type`: how the visitor came to it. */
export function Layout({ type }: { type: NavigationType }) {
  useSameUrlReload(type);
  useScrollMemory(type);
  useRouteTitle();
  useFocusKept();
  const reloads = useReloadCount();
  const { pathname } = useLocation();
  const isShop = !OPERATORS.test(pathname);
  return (
    <SearchProvider>
      <a className={styles.skip} href={isShop ? "#main" : "#operators"}>
        Skip to content
      </a>
      {/* Home has a box of its own, which stays the same from the landing screen to the results. */}
      {isShop && <TopMenu>{pathname === "/" ? null : <SearchBox />}</TopMenu>}
      <main id="main" className={styles.main} tabIndex={-1}>
        {/* Not keyed: the page that is left stays until the code of the next one is there. */}
        <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
          <ErrorBoundary key={pathname}>
            {/* Home loads its data again in place; other pages start afresh. */}
            <PageTransition as="page">
              <Outlet key={pathname === "/" ? "home" : reloads} />
            </PageTransition>
          </ErrorBoundary>
        </Suspense>
      </main>
      <Suspense fallback={null}>
        <Foot isShop={isShop} />
      </Suspense>
      <Toasts />
    </SearchProvider>
  );
}
