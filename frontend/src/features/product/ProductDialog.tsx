import { useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { IconButton } from "../../components/Button";
import { Modal } from "../../components/dialog/Modal";
import { Icon } from "../../components/icons/Icon";
import { SearchProvider } from "../../hooks/SearchProvider";
import { depthNow } from "../../lib/browser/over";
import { productIdOf } from "../../lib/catalogue/productPath";
import { ProductScreen } from "./ProductScreen";
import styles from "./product.module.css";

/** A product's view over the page it was opened from, which keeps its place: Back closes it. */
export default function ProductDialog() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const closed = useRef(false);
  const id = productIdOf(pathname);
  const close = () => {
    if (closed.current) return;
    closed.current = true;
    void navigate(-depthNow());
  };
  return (
    <Modal className={styles.dialog} aria-label="Product" data-part="product-dialog" onClose={close}>
      <div className={styles.dialogHead}>
        <IconButton aria-label="Close" onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      <SearchProvider>
        <ProductScreen key={id} id={id} level="dialog" />
      </SearchProvider>
    </Modal>
  );
}
