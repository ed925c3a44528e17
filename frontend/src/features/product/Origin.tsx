import { PriceOrigin } from "../../components/operator/PriceOrigin";
import { useData } from "../../hooks/useData";
import { operatorApi } from "../../lib/api/operator/api";
import { get } from "../../lib/api/query";

/** In development mode: where the product's price was read, or why that is not shown. */
export function Origin({ id }: { id: number }) {
  const params = { path: { product_id: id } };
  const { data, error } = useData(get("/api/products/{product_id}/certificate", { params }, operatorApi));
  if (error) return <p>Where the price was read is not shown: {error.message}</p>;
  if (data === undefined) return null;
  const { certificate } = data;
  return (
    <p>
      {certificate ? <PriceOrigin certificate={certificate} /> : "Where the price was read was not noted."}
    </p>
  );
}
