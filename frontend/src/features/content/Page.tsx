import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { BackLink } from "../../components/Breadcrumb";
import rail from "./rail.svg";
import styles from "./content.module.css";
import { categoryPath, WORLDS } from "../../lib/catalogue/worlds";

/** Our own drawing for the first article. */
function RailDrawing({ className }: { className: string | undefined }) {
  return <img className={className} src={rail} alt="" width={640} height={360} />;
}

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
      <p className="pt-4 line-above">
        <Link to="/">To the shop window</Link>
      </p>
    </article>
  );
}

/** The list of articles (spec §2.9); blog-page-2 exists but is not listed. */
export function BlogListPage() {
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

/** Any address without a route. */
export function NotFoundPage() {
  return (
    <Page title="Nothing on this hanger" lead="The page you asked for does not exist, or has moved.">
      <ul className={styles.worlds} role="list" aria-label="Worlds">
        {WORLDS.map(({ slug, label }) => (
          <li key={slug}>
            <Link to={categoryPath(slug)}>{label}</Link>
          </li>
        ))}
      </ul>
      <RailDrawing className={styles.drawing} />
      <p>
        <Link to="/">Back to the shop window</Link>
      </p>
    </Page>
  );
}
