import { useState } from "react";
import { Button } from "../../components/Button";
import { keepData, useData } from "../../hooks/useData";
import { api, bodyOf } from "../../lib/api/client";
import { countOf } from "../../lib/catalogue/format";
import { showError } from "../../lib/toasts";
import { ownList } from "../../lib/visitor/ownList";
import styles from "./saved.module.css";

export interface Marks {
  /** The products that are bought, as far as they are shown. */
  readonly bought: ReadonlySet<number>;
  readonly hidden: boolean;
  readonly show: () => void;
  readonly mark: (productId: number, bought: boolean) => Promise<void>;
}

/** What is bought of a shared list; null where it has no name. Whoever made it sees it when asking. */
export function useMarks(list: string | null): Marks | null {
  const [shown, setShown] = useState(list !== ownList());
  const queryKey = ["bought", list, shown];
  const { data } = useData({
    queryKey,
    queryFn: ({ signal }) =>
      bodyOf(api.POST("/api/sharedLists/bought", { body: { list: list ?? "" }, signal })),
    enabled: shown && list !== null,
  });
  if (list === null) return null;
  const mark = async (productId: number, bought: boolean) => {
    try {
      const body = { list, productId, bought };
      keepData(queryKey, await bodyOf(api.POST("/api/sharedLists/mark", { body })));
    } catch (reason) {
      showError(reason);
    }
  };
  return {
    bought: new Set(shown ? data?.productIds : []),
    hidden: !shown,
    show: () => setShown(true),
    mark,
  };
}

/** Says to guests what the marks are for, and to whoever made the list that there may be some. */
export function AboutMarks({ marks }: { marks: Marks }) {
  if (!marks.hidden) {
    return (
      <p className={styles.note} data-part="marks">
        {marks.bought.size > 0 && `${countOf(marks.bought.size, "product")} bought. `}
        Mark what you buy, so that nobody buys it twice. Whoever made the list does not see it, unless they
        ask.
      </p>
    );
  }
  return (
    <p className={styles.buttons} data-part="marks">
      <span className="muted">This is your list: what others have bought is hidden.</span>
      <Button kind="quiet" onClick={marks.show}>
        Show what is bought
      </Button>
    </p>
  );
}

/** A product's mark, which any guest sets and takes away. */
export function Mark({ marks, id, name }: { marks: Marks; id: number; name: string }) {
  const bought = marks.bought.has(id);
  if (marks.hidden) return null;
  return (
    <p className="row wrap gap-y-1 gap-x-2 pressable">
      {bought && <strong>Bought</strong>}
      <Button kind="quiet" onClick={() => void marks.mark(id, !bought)}>
        {bought ? "Not bought after all" : "I have bought it"}
        <span className="visually-hidden">: {name}</span>
      </Button>
    </p>
  );
}
