export type WebsiteError = "required" | "invalidUrl";

export const WEBSITE_MESSAGES: Record<WebsiteError, string> = {
  required: "Please enter a website",
  invalidUrl: "Please enter a valid URL",
};

/**
 * The website rule of spec §5: an absolute URL with a host. `www.example.com` is not absolute;
 * `mailto:` and `localhost:3000` parse but have no host. A store is reached by http or https only.
 */
function isWebsite(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return !(url.host === "" && url.origin === "null") && /^https?:$/.test(url.protocol);
}

/** The error key of a website field, or null. Empty is an error only where it is required. */
export function websiteError(value: string, required: boolean): WebsiteError | null {
  const trimmed = value.trim();
  if (trimmed === "") return required ? "required" : null;
  return isWebsite(trimmed) ? null : "invalidUrl";
}
