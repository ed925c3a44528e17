import { type ReactElement, Suspense } from "react";
import {
  matchPath,
  Navigate,
  NavigationType,
  Route,
  Routes,
  useLocation,
  useNavigationType,
} from "react-router-dom";
import { SearchScreen } from "../features/search/searchScreenCode";
import { Layout } from "./Layout";
import { overIn } from "../lib/browser/history";
import { lazyScreen, PageTransition, type Screen } from "../lib/browser/screen";
import { isSearched, parseSearch } from "../lib/search/searchState";

const HomeRoute = lazyScreen(() => (__DEV_MODE__ ? import("./home/DevHome") : import("./home/HomePage")));

const contentPage = async (name: "BlogListPage" | "NotFoundPage") => ({
  default: (await import("../features/content/Page"))[name],
});

/** The table of spec §2.1 but for home. Every screen is a chunk of its own. */
const SCREENS: Readonly<Record<string, Screen<object>>> = {
  "/style/:styleId": lazyScreen(() => import("../features/style/StylePage")),
  "/favourites": lazyScreen(() => import("../features/saved/FavouritesPage")),
  "/product/:address": lazyScreen(() => import("../features/product/ProductScreen")),
  "/brand/:slug": lazyScreen(() => import("../features/brand/BrandPage")),
  "/deals": lazyScreen(() => import("../features/deals/DealsPage")),
  "/black-friday": lazyScreen(() => import("../features/deals/DealsPage")),
  "/scraper": lazyScreen(() => import("../features/scraper/ScraperPage")),
  "/insights": lazyScreen(() => import("../features/insights/InsightsPage")),
  "/review": lazyScreen(() => import("../features/review/ReviewPage")),
  "/about": lazyScreen(() => import("../../content/about.mdx")),
  "/privacy": lazyScreen(() => import("../../content/privacy.mdx")),
  "/terms": lazyScreen(() => import("../../content/terms.mdx")),
  "/proxies": lazyScreen(() => import("../../content/proxies.mdx")),
  "/style-select": lazyScreen(() => import("../features/style/StyleSelectPage")),
  "/blog/blog-list": lazyScreen(() => contentPage("BlogListPage")),
  "/blog/blog-page-1": lazyScreen(() => import("../../content/blog-page-1.mdx")),
  "/blog/blog-page-2": lazyScreen(() => import("../../content/blog-page-2.mdx")),
  "*": lazyScreen(() => contentPage("NotFoundPage")),
};

const ProductDialog = lazyScreen(async () => ({
  default: (await import("../features/product/ProductScreen")).ProductDialog,
}));

/** Fetches the code of the screen at an address, so that it is drawn at once. */
export async function preloadScreen({
  pathname,
  search,
}: Pick<Location, "pathname" | "search">): Promise<void> {
  if (pathname === "/") {
    const results = isSearched(parseSearch(search)) ? SearchScreen.preload() : undefined;
    await Promise.all([HomeRoute.preload(), results]);
    return;
  }
  const path = Object.keys(SCREENS).find((pattern) => matchPath(pattern, pathname));
  if (path !== undefined) await SCREENS[path]?.preload();
}

function screenRoute([path, Page]: [string, Screen<object>]): ReactElement {
  return <Route key={path} path={path} element={<Page />} />;
}

/** The page of an address; a product that was opened from a page is a dialog over that one. */
export function AppRoutes() {
  const location = useLocation();
  const type = useNavigationType();
  const over = overIn(location.state);
  return (
    <>
      {/* Routes mark a location that is given to them as gone back to. */}
      <Routes location={over?.over ?? location}>
        <Route element={<Layout type={over ? NavigationType.Pop : type} />}>
          <Route index element={<HomeRoute />} />
          <Route path="/blog" element={<Navigate to="/blog/blog-list" replace />} />
          {Object.entries(SCREENS).map(screenRoute)}
        </Route>
      </Routes>
      {over && (
        <Suspense fallback={null}>
          <PageTransition as="dialog">
            <ProductDialog />
          </PageTransition>
        </Suspense>
      )}
    </>
  );
}
