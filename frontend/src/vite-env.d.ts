/// <reference types="vite/client" />

/** Whether VITE_DEV_MODE=1 was set for the build (vite.config.ts). */
declare const __DEV_MODE__: boolean;

/** A text page (content/), as a component. */
declare module "*.mdx" {
  export default function Text(): React.ReactNode;
}

interface ImportMetaEnv {
  /** The social media profile the footer links to. */
  readonly VITE_SOCIAL_URL?: string;
}
