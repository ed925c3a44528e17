import type { ReactNode } from "react";
import styles from "./static.module.css";

interface StaticPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The common shape of a text page: one heading, one leading sentence, a readable column. */
export function StaticPage({ title, lead, children }: StaticPageProps) {
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  );
}
