import { websiteUrl } from "./addresses";

type WebsiteError = "required" | "invalidUrl";

export const WEBSITE_MESSAGES: Record<WebsiteError, string> = {
  required: "Please enter a website",
  invalidUrl: "Please enter a valid URL",
};

/** The address that was meant where only its beginning is missing: `www.example.com`; null otherwise. */
export function websiteMeant(value: string): string | null {
  const trimmed = value.trim();
  const isHost = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,9}(\/|$)/i.test(trimmed);
  return isHost ? (websiteUrl(`https://${trimmed}`)?.href ?? null) : null;
}

/** The error key of a website field, or null. Empty is an error only where it is required. */
export function websiteError(value: string, required: boolean): WebsiteError | null {
  const trimmed = value.trim();
  if (trimmed === "") return required ? "required" : null;
  return websiteUrl(trimmed) === null ? "invalidUrl" : null;
}
