import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { ErrorBoundary } from "../components/states/states";
import { clearBackground, listenToPopState } from "../lib/browser/history";
import { AppRoutes, preloadScreen } from "./routes";

function keep(): void {
  // Without it the browser's own page shows.
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}

/** Has the browser keep the page that shows where the network is away (public/sw.js). */
function keepOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  // Behind the first screen, which does not wait for it.
  if (document.readyState === "complete") keep();
  else window.addEventListener("load", keep, { once: true });
}

/** Draws the application, with the code of the first screen at hand. */
export async function boot(element: HTMLElement): Promise<void> {
  clearBackground();
  listenToPopState();
  if (import.meta.env.PROD) keepOfflinePage();
  await preloadScreen(window.location);
  const root = createRoot(element);
  // As a transition the first drawing lets the browser in between, instead of one long task.
  startTransition(() =>
    root.render(
      <StrictMode>
        <ErrorBoundary>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
}
