import { Link } from "react-router-dom";
import { Icon } from "../icons/Icon";
import { Tooltip } from "../Tooltip";
import { outboundUrl } from "../../lib/catalogue/outbound";
import type { Hit } from "../../lib/api/wire";
import { trackedLink } from "../../lib/tracking/track";
import { Favicon } from "./Favicon";
import styles from "./tile.module.css";

function ProxyNote() {
  return (
    <Tooltip label="Ships through a proxy" icon={<Icon name="info" size={16} />}>
      This store does not ship to your country itself. <Link to="/proxies">A shipping proxy</Link> can.
    </Tooltip>
  );
}

/** The store's favicon and name, a link to the store in a new tab. */
export function StoreLine({ hit }: { hit: Hit }) {
  const href = outboundUrl(hit.storeSite);
  const name = (
    <>
      <Favicon brandId={hit.brandId} />
      <span className={styles.storeName}>{hit.storeName}</span>
    </>
  );
  const click = { brandId: hit.brandId, groupKey: hit.groupKey, href: href ?? hit.storeSite };
  return (
    <div className={styles.store}>
      {href === null ? (
        <span className={styles.storeLink}>{name}</span>
      ) : (
        <a className={styles.storeLink} href={href} target="_blank" rel="noopener" {...trackedLink(click)}>
          {name}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      )}
      {hit.viaProxy && <ProxyNote />}
    </div>
  );
}
