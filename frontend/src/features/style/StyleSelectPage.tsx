import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { toggled } from "../../lib/search/searchState";
import { formatNumber } from "../../lib/catalogue/format";
import { selectedStyleIds, setManuallyFiltered, storeSelectedStyles } from "../../lib/visitor/preferences";
import { type Session, useSession } from "../../lib/visitor/session";
import { useData } from "../../lib/api/query";
import { Button } from "../../components/Button";
import { Icon } from "../../components/icons/Icon";
import { LoadError, Spinner } from "../../components/states/states";
import { api, bodyOf } from "../../lib/api/client";
import type { Style } from "../../lib/api/schema";
import { fetchFacetCounts, searchHits } from "../../lib/api/search";
import type { Hit } from "../../lib/api/wire";
import { narrowOf } from "../../lib/catalogue/pictures";
import styles from "./select.module.css";

const COLLAGE = 4;
/**
 * Products to choose them from: stores have several styles, and the same products in each. The server
 * allows 500 in all of one array (app/search/wire/limits.py).
 */
const CANDIDATES = 24;
/** The server's limit for one array (design.md, search contract). */
const MOST_REQUESTS = 20;

/** The pictures of each style's collage, by the style's slug. */
async function fetchCollages(
  slugs: readonly string[],
  session: Session,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const searches = slugs.slice(0, MOST_REQUESTS).map((slug) => ({
    ...session,
    query: "",
    hitsPerPage: CANDIDATES,
    page: 0,
    facets: [],
    facetFilters: [[`style:${slug}`]],
  }));
  if (searches.length === 0) return new Map();
  // By name: the newest are often all of one kind.
  const collages = collagesOf(await searchHits(searches, signal, "products_name_asc"));
  return new Map(collages.map((pictures, index) => [slugs[index] ?? "", pictures]));
}

/**
 * Four pictures a style; neither a picture nor a kind twice while there are others, so that no style
 * looks like another.
 */
export function collagesOf(styles: readonly (readonly PicturedHit[])[]): string[][] {
  const used = new Set<string>();
  return styles.map((hits) => {
    const pictures = byTurns(hits, used);
    const fresh = pictures.filter(({ url }) => !used.has(url));
    const chosen = [...new Map([...fresh, ...pictures].map((one) => [one.url, one])).values()];
    return chosen.slice(0, COLLAGE).map(({ url, kind }) => {
      used.add(url).add(kind);
      return url;
    });
  });
}

type PicturedHit = Pick<Hit, "category" | "images">;

/**
 * Pictures of different kinds first: a dress and a boot show more of a style than four dresses. Of the
 * kinds, those that are not `used`, and of those what it has most of.
 */
function byTurns(hits: readonly PicturedHit[], used: ReadonlySet<string>): { kind: string; url: string }[] {
  const kinds = new Map<string, { kind: string; url: string }[]>();
  for (const { category = [], images = [] } of hits) {
    const kind = category.at(-1) ?? "";
    if (images[0]) kinds.set(kind, [...(kinds.get(kind) ?? []), { kind, url: images[0].url }]);
  }
  const rank = ([kind, list]: [string, readonly unknown[]]) =>
    (used.has(kind) ? 0 : CANDIDATES) + list.length;
  const lists = [...kinds].sort((a, b) => rank(b) - rank(a)).map(([, list]) => list);
  return hits.flatMap((_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)));
}

function continueLabel(selected: number, count: number | null): string {
  if (selected === 0) return "Continue";
  return count === null ? "Continue (…)" : `Continue (${formatNumber(count)})`;
}

/** The live number of products for a selection; null while unknown. */
function useStyleCount(ids: readonly number[]): number | null {
  const { data, loading, error } = useData({
    queryKey: ["products of styles", ids],
    // Spec §7, images/getCount.
    queryFn: ({ signal }) => bodyOf(api.POST("/api/images/getCount", { body: { styles: [...ids] }, signal })),
    enabled: ids.length > 0,
  });
  return loading || error ? null : (data?.[0]?.count ?? null);
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Longer than this (ms) no picture keeps the visitor from choosing. */
const PATIENCE_MS = 8000;

interface StyleTileProps {
  item: Style;
  /** Addresses of pictures of its products. */
  collage: readonly string[];
  selected: boolean;
  onToggle: () => void;
  onSettled: () => void;
}

/** Four of its products where it has as many, otherwise its drawing. */
function StylePicture({
  image,
  collage,
  onSettled,
}: Pick<StyleTileProps, "collage" | "onSettled"> & { image: string }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const pictures = collage.filter((url) => !failed.includes(url));
  if (pictures.length === 4) {
    return (
      <span className={`${styles.picture} ${styles.collage}`} data-part="collage">
        {pictures.map((url) => (
          <img
            key={url}
            className="cover"
            src={narrowOf(url)}
            alt=""
            onLoad={onSettled}
            onError={() => setFailed((urls) => [...urls, url])}
          />
        ))}
      </span>
    );
  }
  if (!image) return <span className={styles.picture} />;
  return <img className={styles.picture} src={image} alt="" onLoad={onSettled} onError={onSettled} />;
}

function StyleTile({ item, collage, selected, onToggle, onSettled }: StyleTileProps) {
  return (
    <li>
      <button type="button" className={styles.tile} aria-pressed={selected} onClick={onToggle}>
        <StylePicture image={item.image} collage={collage} onSettled={onSettled} />
        <span className={styles.name}>
          {item.name}
          <span className={styles.check}>{selected && <Icon name="check" size={16} />}</span>
        </span>
      </button>
    </li>
  );
}

interface StyleGridProps {
  items: readonly Style[];
  collages: ReadonlyMap<string, readonly string[]>;
  loading: boolean;
  selected: readonly number[];
  onToggle: (id: number) => void;
}

/** Four columns of styles, two on phones. A loader covers the page until every picture has settled. */
function StyleGrid({ items, collages, loading, selected, onToggle }: StyleGridProps) {
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set());
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const drawing = items.some((item) => item.image && !settled.has(item.id));
  const waiting = loading || (patient && drawing);
  return (
    <>
      {waiting && (
        <div className={styles.loader} role="status">
          <Spinner size="large" />
          <span className="visually-hidden">Loading styles</span>
        </div>
      )}
      <ul className={styles.grid} aria-busy={waiting}>
        {items.map((item) => (
          <StyleTile
            key={item.id}
            item={item}
            collage={collages.get(item.slug) ?? []}
            selected={selected.includes(item.id)}
            onToggle={() => onToggle(item.id)}
            onSettled={() => setSettled((ids) => new Set(ids).add(item.id))}
          />
        ))}
      </ul>
    </>
  );
}

/** Choose the styles that the home page starts with (spec §2.7). */
export default function StyleSelectPage() {
  const navigate = useNavigate();
  const session = useSession();
  const list = useData({
    queryKey: ["offered styles", session],
    // Those that have products for this visitor: others would lead to an empty page.
    queryFn: async ({ signal }) => {
      const [all, counts] = await Promise.all([
        bodyOf(api.GET("/api/styles", { signal })),
        fetchFacetCounts("style", session, signal),
      ]);
      return all.filter(({ slug }) => counts.has(slug));
    },
  });
  const offered = list.data;
  const slugs = offered?.map((style) => style.slug) ?? [];
  const collages = useData({
    queryKey: ["collages", slugs, session],
    queryFn: ({ signal }) => fetchCollages(slugs, session, signal),
    enabled: slugs.length > 0,
  });
  const [chosen, setChosen] = useState(selectedStyleIds);
  // What was stored before and has no products any more is neither shown nor kept.
  const selected = offered ? chosen.filter((id) => offered.some((style) => style.id === id)) : [];
  const count = useStyleCount(selected);
  const skip = () => {
    storeSelectedStyles([]);
    void navigate("/");
  };
  const proceed = () => {
    storeSelectedStyles(selected);
    setManuallyFiltered(false);
    void navigate("/");
  };
  return (
    <section className={styles.page}>
      <h1 className="type-page text-center mb-2">Which of these are you?</h1>
      <p className="muted text-center mb-5">Pick as many as you like. We will start with those.</p>
      <LoadError error={list.error} onRetry={list.reload} />
      {offered?.length === 0 && (
        <p className="muted text-center mb-5" role="status">
          No store has products of a style yet. <Link to="/">See what there is</Link>
        </p>
      )}
      <StyleGrid
        items={offered ?? []}
        collages={collages.data ?? NONE}
        loading={list.loading || (collages.loading && !collages.error)}
        selected={selected}
        onToggle={(id) => setChosen((ids) => toggled(ids, id))}
      />
      <div className={styles.actions}>
        <Button onClick={skip}>Skip</Button>
        <Button kind="primary" className={styles.continue} onClick={proceed}>
          <span aria-live="polite">{continueLabel(selected.length, count)}</span>
        </Button>
      </div>
    </section>
  );
}
