import { Link } from "react-router-dom";
import { categoryPath, subCategories, waysInto, type World, worldPicture } from "../../lib/catalogue/worlds";
import { fetchFacetCounts } from "../../lib/api/search";
import { loadFilters } from "../../hooks/useFilters";
import { setManuallyFiltered } from "../../lib/visitor/preferences";
import { type Session, useSession } from "../../lib/visitor/session";
import { Count } from "../Count";
import { useData } from "../../hooks/useData";
import { useLanding } from "../../hooks/useLanding";
import { hideBroken } from "../hideBroken";
import styles from "./worlds.module.css";

/** The entries of a world's menu below its "All". */
async function fetchBelow(slug: string, session: Session, signal: AbortSignal) {
  const [data, counts] = await Promise.all([loadFilters(), fetchFacetCounts("category", session, signal)]);
  const categories = subCategories(data, slug, (value) => counts.get(value) ?? 0);
  return { categories, ways: waysInto(data, slug, session.currency) };
}

export interface WorldLinksProps {
  world: World;
  onChosen: () => void;
}

/** "All women", its newest and cheapest, its categories with their numbers of products, a picture. */
export default function WorldLinks({ world, onChosen }: WorldLinksProps) {
  const session = useSession();
  const { data: landing } = useLanding();
  const { data: below } = useData({
    queryKey: ["world", world.slug, session],
    queryFn: ({ signal }) => fetchBelow(world.slug, session, signal),
  });
  const picture = worldPicture(landing, world.slug);
  const choose = () => {
    setManuallyFiltered(true);
    onChosen();
  };
  return (
    <div className={styles.dropInner}>
      <ul className={styles.ways} role="list" aria-label={`Ways into ${world.label}`}>
        <li>
          <Link className={styles.all} to={categoryPath(world.slug)} onClick={choose}>
            All {world.label.toLowerCase()}
          </Link>
        </li>
        {below?.ways.map(({ path, label }) => (
          <li key={path}>
            <Link className={styles.link} to={path} onClick={choose}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <ul className={styles.links} role="list" aria-label={`Categories of ${world.label}`}>
        {below?.categories.map(({ slug, label, products }) => (
          <li key={slug}>
            <Link className={styles.link} to={categoryPath(slug)} onClick={choose}>
              {label}
              <Count value={products} noun="products" className={styles.number} />
            </Link>
          </li>
        ))}
      </ul>
      {picture && (
        <img
          className={styles.dropPicture}
          src={picture}
          alt=""
          width={132}
          height={176}
          onError={hideBroken}
        />
      )}
    </div>
  );
}
