import { useData, type Data } from "../../hooks/useData";
import { filledHit } from "../../lib/api/hits";
import { inlinedState } from "../../lib/api/inlined";
import { get, known, shaped } from "../../lib/api/query";
import type { BrandAbout } from "../../lib/api/schema";
import { useSession } from "../../lib/visitor/session";

function filled(sent: BrandAbout) {
  return { ...sent, hits: sent.hits.map(filledHit) };
}

export type Brand = ReturnType<typeof filled>;

/** What the page brought along, where it was made for this visitor. */
function inlined(slug: string, countryCode: string): Brand | undefined {
  const { brand } = inlinedState();
  return brand?.about.slug === slug && brand.countryCode === countryCode ? filled(brand.about) : undefined;
}

/** A brand's page for the visitor's country; its amounts are in all currencies. */
export function useBrand(slug: string): Data<Brand> {
  const { countryCode } = useSession();
  const params = { path: { slug }, query: { countryCode } };
  const query = shaped(get("/api/brands/about/{slug}", { params }), filled);
  return useData(known(query, inlined(slug, countryCode)));
}
