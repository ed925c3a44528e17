import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { Button } from "../../components/Button";
import type { ProductView } from "../../lib/api/wire";
import { OperatorData } from "../../components/operator/OperatorGate";
import { queryClient } from "../../lib/api/queryClient";
import { postAsOperator } from "../../lib/api/operator";
import { productIdOf } from "../../lib/catalogue/addresses";
import { showError, showToast } from "../../lib/toasts";

/** A product by its number, or by the address of its view. */
function idIn(text: string): number | null {
  const typed = text.trim();
  if (/^[1-9]\d{0,17}$/.test(typed)) return Number(typed);
  return URL.canParse(typed, window.location.origin)
    ? productIdOf(new URL(typed, window.location.origin).pathname)
    : null;
}

interface DeskProps {
  productId: number;
  offers: ProductView["offers"];
}

function Desk({ productId, offers }: DeskProps) {
  const [typed, setTyped] = useState("");
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: { otherId: number; isOne: boolean }) =>
      postAsOperator("/api/offers", { body: { productId, ...decision } }),
    onSuccess: (message) => {
      showToast(message, "success");
      setTyped("");
      return queryClient.invalidateQueries();
    },
    onError: showError,
  });
  const other = idIn(typed);
  const join = (event: SyntheticEvent) => {
    event.preventDefault();
    if (other !== null) mutate({ otherId: other, isOne: true });
  };
  return (
    <div className="type-control wrap items-center gap-2">
      {offers
        .filter((offer) => offer.productId !== productId)
        .map((offer) => (
          <Button
            key={offer.productId}
            disabled={isPending}
            onClick={() => mutate({ otherId: offer.productId, isOne: false })}
          >
            Not the same: {offer.storeName}
          </Button>
        ))}
      <form className="type-control wrap gap-2 items-center" onSubmit={join}>
        <label>
          The same as{" "}
          <input
            value={typed}
            placeholder="Number or address of a product"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={isPending || other === null || other === productId}>
          Join
        </Button>
      </form>
    </div>
  );
}

/** In development mode: parts products that are not one thing, and joins two that are, for good. */
export default function OfferDesk(props: DeskProps) {
  return (
    <OperatorData>
      <Desk {...props} />
    </OperatorData>
  );
}
