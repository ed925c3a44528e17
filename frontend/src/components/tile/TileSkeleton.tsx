import styles from "./TileSkeleton.module.css";

/** A tile's blocks in their final geometry, while the first answer is on its way. */
export function TileSkeleton() {
  return (
    <div>
      <div className={styles.picture} />
      <div className={styles.text}>
        <span className={styles.line} style={{ inlineSize: "40%" }} />
        <span className={styles.line} style={{ inlineSize: "80%" }} />
        <span className={styles.line} style={{ inlineSize: "30%" }} />
      </div>
    </div>
  );
}
