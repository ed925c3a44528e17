import { useState } from "react";
import { Button } from "../../../components/Button";
import { Confirm } from "../../../components/dialog/Dialog";
import { postAsOperator } from "../../../lib/api/operator";
import type { ListedStoreRow } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { websiteError } from "../../../lib/catalogue/website";
import { ActButton, useAct } from "../Table";

export const Forget = ({ id, site }: ListedStoreRow) => (
  <ActButton of={site} path="/api/brands/stores/forget" body={{ ids: [id] }}>
    Take off the list
  </ActButton>
);

/** The address of a page that lists a store's products, from which it is looked at again. */
export function LookThere({ site }: ListedStoreRow) {
  const [address, setAddress] = useState("");
  return (
    <span className="wrap gap-2">
      <input
        className="shrinks"
        type="url"
        aria-label={`Address of a page that lists the products of ${site}`}
        placeholder={`https://${site}/shop`}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <ActButton
        of={site}
        path="/api/brands/stores"
        body={{ addresses: [address] }}
        disabled={websiteError(address, true) !== null}
      >
        Look there
      </ActButton>
    </span>
  );
}

/** Takes a group off the list, once it was confirmed. */
export function TakeAll({ title, ids }: { title: string; ids: number[] }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { act } = useAct();
  const stores = countOf(ids.length, "store");
  return (
    <>
      <Button kind="row" of={`: ${title}`} aria-haspopup="dialog" onClick={() => setIsConfirming(true)}>
        Take all off the list…
      </Button>
      {isConfirming && (
        <Confirm
          title={`Take ${stores} off the list?`}
          does={`Take ${stores} off`}
          onClose={() => setIsConfirming(false)}
          onYes={() => act(() => postAsOperator("/api/brands/stores/forget", { body: { ids } }))}
        >
          Brands stay as they are. A store that is being looked at stays on the list.
        </Confirm>
      )}
    </>
  );
}
