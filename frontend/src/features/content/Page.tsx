import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { BackLink } from "../../components/Breadcrumb";
import styles from "./content.module.css";
import { categoryPath, WORLDS } from "../../lib/catalogue/worlds";

/** Our own drawing for the first article: five garments on a rail, four alike and one that is not. */
export function RailDrawing({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 640 360" aria-hidden="true" focusable="false">
      <rect width="640" height="360" fill="var(--sunk)" />
      <path
        d="M40 84H600M72 84V330M568 84V330M48 330H96M544 330H592"
        stroke="var(--text)"
        strokeWidth="3"
        fill="none"
      />
      {[136, 206, 276, 346].map((x) => (
        <g key={x} transform={`translate(${x} 84)`} fill="none" stroke="var(--control)" strokeWidth="2">
          <path d="M0 0c-9-12 4-24 8-12 2 7-8 9-8 18v6l-30 16M0 12l30 16" />
          <path d="M-30 28l-16 40 18 8v86h56V76l18-8-16-40-16-7a16 10 0 0 1-28 0z" fill="var(--surface)" />
        </g>
      ))}
      <g transform="translate(478 84)">
        <path
          d="M0 0c-9-12 4-24 8-12 2 7-8 9-8 18v6l-34 18M0 12l34 18"
          fill="none"
          stroke="var(--text)"
          strokeWidth="2.5"
        />
        <path
          d="M-34 30l-8 62 22 6-26 120c30 10 62 10 92 0L20 98l22-6-8-62-18-8a16 12 0 0 1-32 0z"
          fill="var(--accent)"
        />
        <path
          d="M-20 98c14 5 26 5 40 0M-30 148l8 62M0 104v112M30 148l-8 62"
          fill="none"
          stroke="var(--surface)"
          strokeWidth="2"
          opacity=".7"
        />
      </g>
    </svg>
  );
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
      <p className={styles.next}>
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
