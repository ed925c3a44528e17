import { Link } from "react-router-dom";
import { RailDrawing } from "./RailDrawing";
import styles from "./content.module.css";

/** The list of articles (spec §2.9); blog-page-2 exists but is not listed. */
export default function BlogListPage() {
  return (
    <section className={styles.column}>
      <h1 className="type-page mb-4">Blog</h1>
      <ul>
        <li>
          <Link className={styles.card} to="/blog/blog-page-1">
            <RailDrawing className={styles.cardPicture} />
            <span className="grid gap-2">
              <span className={styles.cardTitle}>Fast stuff vs Slow stuff</span>
              <span className="type-body">
                A shirt for R 120 is not cheap if you wear it four times. On buying less, and better.
              </span>
              <span className="muted type-meta">4 minutes</span>
            </span>
          </Link>
        </li>
      </ul>
    </section>
  );
}
