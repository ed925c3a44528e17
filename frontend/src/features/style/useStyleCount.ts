import { useEffect, useState } from "react";
import { countStyleProducts } from "./api";

interface CountFor {
  key: string;
  count: number;
}

/** The live number of products for a selection; null while unknown. A late answer is dropped. */
export function useStyleCount(ids: readonly number[]): number | null {
  const key = ids.join(",");
  const [known, setKnown] = useState<CountFor | null>(null);
  useEffect(() => {
    if (key === "") return undefined;
    const abort = new AbortController();
    countStyleProducts(key.split(",").map(Number), abort.signal).then(
      (count) => !abort.signal.aborted && setKnown({ key, count }),
      () => undefined,
    );
    return () => abort.abort();
  }, [key]);
  return known !== null && known.key === key ? known.count : null;
}
