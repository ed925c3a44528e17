import { lazy } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { HomePage } from "../features/search/HomePage";
import { Layout } from "./Layout";

const HomeRoute = __DEV_MODE__ ? lazy(() => import("../features/devmode/DevHome")) : HomePage;

const StylePage = lazy(() => import("../features/style/StylePage"));
const StyleSelectPage = lazy(() => import("../features/style/StyleSelectPage"));
const ScraperPage = lazy(() => import("../features/scraper/ScraperPage"));
const AboutPage = lazy(() => import("../features/static/AboutPage"));
const PrivacyPage = lazy(() => import("../features/static/PrivacyPage"));
const TermsPage = lazy(() => import("../features/static/TermsPage"));
const ProxiesPage = lazy(() => import("../features/static/ProxiesPage"));
const NotFoundPage = lazy(() => import("../features/static/NotFoundPage"));
const BlogListPage = lazy(() => import("../features/blog/BlogListPage"));
const FastSlowPage = lazy(() => import("../features/blog/FastSlowPage"));
const ColourPage = lazy(() => import("../features/blog/ColourPage"));

/** The table of spec §2.1. Everything but home is a chunk of its own. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomeRoute />} />
        <Route path="style/:styleId" element={<StylePage />} />
        <Route path="scraper" element={<ScraperPage />} />
        <Route path="about" element={<AboutPage />} />
        <Route path="privacy" element={<PrivacyPage />} />
        <Route path="terms" element={<TermsPage />} />
        <Route path="proxies" element={<ProxiesPage />} />
        <Route path="style-select" element={<StyleSelectPage />} />
        <Route path="blog">
          <Route index element={<Navigate to="blog-list" replace />} />
          <Route path="blog-list" element={<BlogListPage />} />
          <Route path="blog-page-1" element={<FastSlowPage />} />
          <Route path="blog-page-2" element={<ColourPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
