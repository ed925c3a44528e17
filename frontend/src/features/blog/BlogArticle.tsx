import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { BackLink } from "../../components/BackLink";
import prose from "../../components/Prose.module.css";
import styles from "./blog.module.css";

interface BlogArticleProps {
  title: string;
  lead: string;
  picture?: ReactNode;
  children: ReactNode;
}

export function BlogArticle({ title, lead, picture, children }: BlogArticleProps) {
  return (
    <article className={prose.prose}>
      <div className={styles.back}>
        <BackLink to="/blog/blog-list" />
      </div>
      <h1 className={prose.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {picture}
      {children}
      <p className={styles.next}>
        <Link to="/">To the shop window</Link>
      </p>
    </article>
  );
}
