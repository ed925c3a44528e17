type WebsiteError = "required" | "invalidUrl";

export const WEBSITE_MESSAGES: Record<WebsiteError, string> = {
  required: "Please enter a website",
  invalidUrl: "Please enter a valid URL",
};

/**
 * The website rule of spec §5: an absolute URL with a host, which every http and https address has.
 * `www.example.com` is not absolute; `mailto:` and `localhost:3000` parse but have no host.
 */
export function websiteUrl(value: string): URL | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/** The error key of a website field, or null. Empty is an error only where it is required. */
export function websiteError(value: string, required: boolean): WebsiteError | null {
  const trimmed = value.trim();
  if (trimmed === "") return required ? "required" : null;
  return websiteUrl(trimmed) === null ? "invalidUrl" : null;
}
