import styles from "./footer.module.css";

/** Our profile; a deployment names its own with VITE_SOCIAL_URL. */
const PROFILE_URL = import.meta.env.VITE_SOCIAL_URL ?? "https://www.instagram.com/winkel.search/";

/** The link to the social profile, by an image (spec §2.2). */
export function SocialLink() {
  return (
    <a
      className={styles.social}
      href={PROFILE_URL}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="Winkel on Instagram (opens in a new tab)"
    >
      <svg
        viewBox="0 0 24 24"
        width="24"
        height="24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
      >
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4.25" />
        <circle cx="17.25" cy="6.75" r="0.75" fill="currentColor" />
      </svg>
    </a>
  );
}
