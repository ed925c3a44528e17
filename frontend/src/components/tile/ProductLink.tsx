import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { overIn, stateOver } from "../../lib/browser/over";
import { productIdOf, productPath } from "../../lib/catalogue/addresses";

interface ProductLinkProps {
  id: number;
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to a product's own view: a dialog over the page one is on, unless that is a product's. */
export function ProductLink({ id, name, className, children }: ProductLinkProps) {
  const location = useLocation();
  const isPage = productIdOf(location.pathname) !== null && overIn(location.state) === null;
  return (
    <Link className={className} to={productPath(name, id)} state={isPage ? null : stateOver(location)}>
      {children}
    </Link>
  );
}
