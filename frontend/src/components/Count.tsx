import { formatNumber } from "../lib/catalogue/format";

interface CountProps {
  value: number;
  /** What is counted, several of it ("products", "chosen"); only screen readers need it. */
  noun: string;
  className: string | undefined;
}

/** A number that its place explains to those who see it. */
export function Count({ value, noun, className }: CountProps) {
  return (
    <span className={className}>
      {formatNumber(value)}
      <span className="visually-hidden"> {value === 1 ? noun.replace(/s$/, "") : noun}</span>
    </span>
  );
}
