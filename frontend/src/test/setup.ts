import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { queryClient } from "../lib/api/queryClient";
import { toasts } from "../lib/toasts";
import { resetSession } from "../lib/visitor/session";

// ms; one second is too few where everything else runs beside it
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals(); // before the next file's server listens
  queryClient.clear();
  toasts.set([]);
  localStorage.clear();
  sessionStorage.clear();
  // Files share one document and its modules: nothing of a test is there for the next one.
  window.dispatchEvent(new StorageEvent("storage")); // stored values are read again
  window.history.replaceState(null, "", "/");
  resetSession();
});

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => undefined;
window.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
Object.assign(window, { IntersectionObserver: window.ResizeObserver });
