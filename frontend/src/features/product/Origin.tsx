import { PriceOrigin } from "../../components/operator/PriceOrigin";
import { useLoad } from "../../hooks/useLoad";
import { fetchCertificate } from "../../lib/api/operator/certificate";

/** In development mode: where the product's price was read, or why that is not shown. */
export function Origin({ id }: { id: number }) {
  const { data, error } = useLoad((signal) => fetchCertificate(id, signal), [id]);
  if (error) return <p>Where the price was read is not shown: {error.message}</p>;
  if (data === undefined) return null;
  return <p>{data ? <PriceOrigin certificate={data} /> : "Where the price was read was not noted."}</p>;
}
