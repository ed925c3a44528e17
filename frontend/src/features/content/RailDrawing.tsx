/** Our own drawing for the first article: five garments on a rail, four alike and one that is not. */
export function RailDrawing({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 640 360" aria-hidden="true" focusable="false">
      <rect width="640" height="360" fill="var(--sunk)" />
      <path
        d="M40 84H600M72 84V330M568 84V330M48 330H96M544 330H592"
        stroke="var(--text)"
        strokeWidth="3"
        fill="none"
      />
      {[136, 206, 276, 346].map((x) => (
        <g key={x} transform={`translate(${x} 84)`} fill="none" stroke="var(--control)" strokeWidth="2">
          <path d="M0 0c-9-12 4-24 8-12 2 7-8 9-8 18v6l-30 16M0 12l30 16" />
          <path d="M-30 28l-16 40 18 8v86h56V76l18-8-16-40-16-7a16 10 0 0 1-28 0z" fill="var(--surface)" />
        </g>
      ))}
      <g transform="translate(478 84)">
        <path
          d="M0 0c-9-12 4-24 8-12 2 7-8 9-8 18v6l-34 18M0 12l34 18"
          fill="none"
          stroke="var(--text)"
          strokeWidth="2.5"
        />
        <path
          d="M-34 30l-8 62 22 6-26 120c30 10 62 10 92 0L20 98l22-6-8-62-18-8a16 12 0 0 1-32 0z"
          fill="var(--accent)"
        />
        <path
          d="M-20 98c14 5 26 5 40 0M-30 148l8 62M0 104v112M30 148l-8 62"
          fill="none"
          stroke="var(--surface)"
          strokeWidth="2"
          opacity=".7"
        />
      </g>
    </svg>
  );
}
