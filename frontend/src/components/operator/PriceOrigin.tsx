import type { Certificate } from "../../lib/api/schema";

/** Where a price was read, for operators: the certificate's sentence, its address as a link. */
export function PriceOrigin({ certificate: { words, address } }: { certificate: Certificate }) {
  const at = /^https?:/.test(address) ? words.indexOf(address) : -1;
  if (at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>
      {words.slice(at + address.length)}
    </>
  );
}
