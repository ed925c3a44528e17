import { useLoad } from "../../hooks/useLoad";
import { countStyleProducts } from "./api";

/** The live number of products for a selection; null while unknown. */
export function useStyleCount(ids: readonly number[]): number | null {
  const { data, loading, error } = useLoad(
    (signal) => (ids.length === 0 ? Promise.resolve(null) : countStyleProducts(ids, signal)),
    [ids.join(",")],
  );
  return loading || error ? null : (data ?? null);
}
