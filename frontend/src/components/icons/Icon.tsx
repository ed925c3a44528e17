const PATHS = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20.5 20.5",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  filters:
    "M3 7h9M18 7h3M3 17h3M12 17h9M15 7m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M9 17m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  back: "M20 12H4M10.5 5.5 4 12l6.5 6.5",
  check: "M4.5 12.5l5 5 10-11",
  down: "M5.5 9l6.5 6.5L18.5 9",
  right: "M9 5.5l6.5 6.5L9 18.5",
  left: "M15 5.5 8.5 12l6.5 6.5",
  largeTiles: "M4 4h7v16H4zM13 4h7v16h-7z",
  smallTiles: "M4 4h4v7H4zM10 4h4v7h-4zM16 4h4v7h-4zM4 13h4v7H4zM10 13h4v7h-4zM16 13h4v7h-4z",
  none: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM7.5 12h9",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.8v.1",
  translate:
    "M3 6h10M8 3.5V6M11 6c-.8 4-3.5 7-7 8.5M5.5 9c1 2.5 3.5 4.5 6 5.5M12 20.5l4.25-10 4.25 10M13.5 17h5.5",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7v5l3.5 2.5",
  refresh: "M19.5 8.5A8 8 0 1 0 20 13M20 4v5h-5",
  heart: "M12 20C5 15 3.5 11.5 3.5 8.8A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 8.5 1.6C20.5 11.5 19 15 12 20z",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5h4",
  bookmark: "M6 3.5h12v17l-6-4.5-6 4.5z",
  look: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  share: "M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12v8h14v-8",
  home: "M4 11.5 12 4.5l8 7M6.5 9.5V20h11V9.5",
  store: "M4 9.5V20h16V9.5M3 9.5 5 4h14l2 5.5zM9.5 20v-6h5v6",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon beside a text or inside a labelled button; never an accessible name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The flag of South Africa, the badge of products from there. */
export function FlagZa({ label }: { label?: string }) {
  const name = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg viewBox="0 0 90 60" width="21" height="14" {...name}>
      <path d="M0 0h90v30H45z" fill="#e03c31" />
      <path d="M0 60h90V30H45z" fill="#001489" />
      <path d="M90 20v20H46L17 60H0V0h17l29 20z" fill="#fff" />
      <path d="M90 24v12H45L9 60H0V0h9l36 24z" fill="#007749" />
      <path d="M0 9.5 30 30 0 50.5z" fill="#ffb81c" />
      <path d="M0 15 22 30 0 45z" fill="#000" />
    </svg>
  );
}
