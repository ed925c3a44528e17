import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { BackLink } from "../../components/Breadcrumb";
import { RailDrawing } from "./RailDrawing";
import styles from "./content.module.css";

interface PageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The common shape of a text page: one heading, one leading sentence, a readable column. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <article className={styles.prose}>
      <h1 className="type-page mb-4">{title}</h1>
      <p className="muted type-section pb-5 line-below">{lead}</p>
      {children}
    </article>
  );
}

/** An article of the blog, whose drawing may stand at its top. */
export function Article({ title, lead, picture = false, children }: PageProps & { picture?: boolean }) {
  return (
    <article className={styles.prose}>
      <div className="mb-2">
        <BackLink to="/blog/blog-list" />
      </div>
      <h1 className="type-page mb-4">{title}</h1>
      <p className={styles.articleLead}>{lead}</p>
      {picture && <RailDrawing className={styles.picture} />}
      {children}
      <p className={styles.next}>
        <Link to="/">To the shop window</Link>
      </p>
    </article>
  );
}
