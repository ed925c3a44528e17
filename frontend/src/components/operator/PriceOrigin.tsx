/** Where a price was read, for operators; a web address in it is a link. */
export function PriceOrigin({ origin }: { origin: string }) {
  const [before, address, after] = origin.split(/(https?:\/\/\S+)/);
  return (
    <>
      Price read from {before}
      {address && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </a>
      )}
      {after}
    </>
  );
}
