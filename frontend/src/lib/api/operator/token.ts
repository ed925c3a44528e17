/** The operator's token lives as long as the tab: asked once, never written to disk. */
const TOKEN_KEY = "operatorToken";

export function operatorToken(): string {
  return sessionStorage.getItem(TOKEN_KEY) ?? "";
}

export function storeOperatorToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

/** Before another's script runs in this page: it could read what the tab keeps. */
export function forgetOperatorToken(): void {
  sessionStorage.removeItem(TOKEN_KEY);
}

/** What operator calls add: the token as a bearer; a server started open needs none. */
export function operatorHeaders(): Record<string, string> {
  const token = operatorToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}
