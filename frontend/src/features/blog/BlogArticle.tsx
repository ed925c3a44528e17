import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import styles from "./blog.module.css";

interface BlogArticleProps {
  title: string;
  lead: string;
  picture?: ReactNode;
  children: ReactNode;
}

/** An article with its Back link to the list. */
export function BlogArticle({ title, lead, picture, children }: BlogArticleProps) {
  return (
    <article className={styles.article}>
      <Link className={styles.back} to="/blog/blog-list">
        <span aria-hidden="true">←</span> Back
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {picture}
      {children}
      <p className={styles.next}>
        <Link to="/">To the shop window</Link>
      </p>
    </article>
  );
}
