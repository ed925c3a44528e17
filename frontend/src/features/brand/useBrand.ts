import { useLoad, type Loaded } from "../../hooks/useLoad";
import { api, bodyOf } from "../../lib/api/client";
import { filledHit } from "../../lib/api/hits";
import { inlinedState } from "../../lib/api/inlined";
import type { BrandAbout } from "../../lib/api/schema";
import { useSession } from "../../lib/visitor/session";

function filled(sent: BrandAbout) {
  return { ...sent, hits: sent.hits.map(filledHit) };
}

export type Brand = ReturnType<typeof filled>;

async function fetchBrand(slug: string, countryCode: string, signal: AbortSignal): Promise<Brand> {
  const params = { path: { slug }, query: { countryCode } };
  return filled(await bodyOf(api.GET("/api/brands/about/{slug}", { params, signal })));
}

/** What the page brought along, where it was made for this visitor. */
const known = (slug: string, countryCode: string): Brand | undefined => {
  const { brand } = inlinedState();
  return brand?.about.slug === slug && brand.countryCode === countryCode ? filled(brand.about) : undefined;
};

/** A brand's page for the visitor's country; its amounts are in all currencies. */
export function useBrand(slug: string): Loaded<Brand> {
  const { countryCode } = useSession();
  const before = known(slug, countryCode);
  const loaded = useLoad(
    (signal) => (before ? Promise.resolve(before) : fetchBrand(slug, countryCode, signal)),
    [slug, countryCode],
  );
  return before && !loaded.data ? { ...loaded, data: before, loading: false } : loaded;
}
