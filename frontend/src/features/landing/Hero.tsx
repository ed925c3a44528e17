import { Mark } from "../../components/Mark";
import styles from "./landing.module.css";

/** Logo, tagline and the word about bugs, above and below the box (spec §1). */
export function Hero() {
  return (
    <div className={styles.hero}>
      <p className={styles.logo} aria-hidden="true">
        <Mark size={26} />
        Winkel
      </p>
      <h1 className={styles.tagline}>Shop from South African stores.</h1>
    </div>
  );
}

export function Banner() {
  return <p className={styles.banner}>Winkel is experimental and may have bugs.</p>;
}
