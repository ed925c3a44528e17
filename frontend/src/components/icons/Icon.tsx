import PATHS from "./paths.json";

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
