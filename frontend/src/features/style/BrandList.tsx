import type { StyleBrand } from "./api";
import styles from "./style.module.css";

interface BrandListProps {
  brands: readonly StyleBrand[];
  currentId: number;
  onChoose: (id: number) => void;
}

/** The brands of a style; the current one is marked for eyes and for screen readers. */
export function BrandList({ brands, currentId, onChoose }: BrandListProps) {
  return (
    <ul className={styles.brands} aria-label="Brands">
      {brands.map((brand) => (
        <li key={brand.id}>
          <button
            type="button"
            className={styles.brand}
            aria-current={brand.id === currentId ? "true" : undefined}
            onClick={() => onChoose(brand.id)}
          >
            {brand.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
