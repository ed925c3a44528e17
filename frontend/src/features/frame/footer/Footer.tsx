import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { useCountries } from "./countries";
import type { StoreDialogs } from "./StoreLinks";

// Below all else and last to come: what the first screen needs does not wait for its code.
const FooterContent = lazy(async () => ({ default: (await import("./FooterContent")).FooterContent }));

/**
 * The footer (spec §2.2): there once the countries have come, or without their picker when they
 * could not; not on /style-select.
 */
export function Footer({ dialogs }: { dialogs: StoreDialogs }) {
  const { data: countries, error } = useCountries();
  const { pathname } = useLocation();
  const waiting = !countries && !error;
  if (waiting || pathname === "/style-select") return null;
  return (
    <Suspense fallback={null}>
      <FooterContent countries={countries ?? null} dialogs={dialogs} />
    </Suspense>
  );
}
