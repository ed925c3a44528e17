import { SearchProvider } from "../../hooks/SearchProvider";
import { useSearchActions } from "../../hooks/searchContext";
import { EMPTY_STATE, withValues } from "../../lib/search/searchState";
import { useSession } from "../../lib/visitor/session";
import { useData } from "../../hooks/useData";
import { ProductRail } from "../../components/rail/Rail";
import { fetchBrandProducts, type StyleBrand } from "./api";

function Products({ brand }: { brand: StyleBrand }) {
  const session = useSession();
  const { commit } = useSearchActions();
  const { data } = useData({
    queryKey: ["brand's products", brand.slug, session],
    queryFn: ({ signal }) => fetchBrandProducts(brand, session, signal),
  });
  const viewAll = () => commit(() => withValues(EMPTY_STATE, "store", [brand.slug]));
  return <ProductRail name={`New at ${brand.name}`} hits={data ?? []} first={false} onViewAll={viewAll} />;
}

/** What the current brand sells: there whether its board can be shown or not. */
export function BrandRail({ brand }: { brand: StyleBrand }) {
  return (
    <SearchProvider>
      <Products key={brand.id} brand={brand} />
    </SearchProvider>
  );
}
