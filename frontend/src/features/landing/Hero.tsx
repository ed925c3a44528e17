import styles from "./landing.module.css";

/** The tagline and the word about bugs, above and below the box (spec §1); the logo is in the bar. */
export function Hero() {
  return (
    <div className={styles.hero}>
      <h1 className={styles.tagline}>Shop from South African stores.</h1>
    </div>
  );
}

export function Banner() {
  return <p className={styles.banner}>Winkel is experimental and may have bugs.</p>;
}
