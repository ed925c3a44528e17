/** The logo: a W on a rail. Always beside the name, so it needs no label. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="4 6 24 20" width={(size * 24) / 20} height={size} aria-hidden="true" focusable="false">
      <path
        d="M5 9h22M8.5 9l4 14L16 13l3.5 10 4-14"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="bevel"
      />
    </svg>
  );
}
