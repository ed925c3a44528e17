import { useParams } from "react-router-dom";
import width from "../../components/PageWidth.module.css";
import { productIdOf } from "../../lib/catalogue/productPath";
import { ProductScreen } from "./ProductScreen";
import styles from "./product.module.css";

/** A product's view as a whole page, for those who come to its address (also search engines). */
export default function ProductPage() {
  const { address = "" } = useParams();
  const id = productIdOf(`/product/${address}`);
  return (
    <div className={`${width.wide} ${styles.page}`}>
      <ProductScreen key={id} id={id} level="page" />
    </div>
  );
}
