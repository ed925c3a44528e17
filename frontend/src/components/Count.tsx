import { formatNumber } from "../lib/catalogue/format";

interface CountProps {
  value: number;
  /** What is counted; only screen readers need it. */
  noun: string;
  className: string | undefined;
}

/** A number that its place explains to those who see it. */
export function Count({ value, noun, className }: CountProps) {
  return (
    <span className={className}>
      {formatNumber(value)}
      <span className="visually-hidden"> {noun}</span>
    </span>
  );
}
