import createClient from "@searchkit/instantsearch-client";
import type { SearchClient } from "instantsearch.js";
import { ApiError, apiHeaders } from "../../lib/api";
import { DEV_MODE } from "../../lib/env";
import { inlinedState } from "../../lib/inlined";
import { operatorHeaders } from "../../lib/operator";
import { onReload } from "../../lib/reload";

type SearchArgs = Parameters<SearchClient["search"]>[0];
type Answer = Awaited<ReturnType<SearchClient["search"]>>;

/** The part of the Searchkit client that is used; its package types it as `any`. */
interface InnerClient {
  search: (requests: SearchArgs) => Promise<Answer>;
}

/** InstantSearch clears the cache of a client that has one before it refreshes. */
type CachingClient = SearchClient & { clearCache: () => Promise<void> };

const KEPT_ANSWERS = 60;

function reasonOf(error: Error): ApiError {
  const status = /status (\d{3})/.exec(error.message)?.[1];
  return new ApiError(Number(status ?? 0), "Search is unavailable, try again");
}

/**
 * Asks once. The Searchkit client swallows errors, answers "0 hits" and keeps that answer for
 * good; so each question gets a client of its own, whose error is thrown and whose cache is dropped.
 */
async function ask(requests: SearchArgs): Promise<Answer> {
  const failures: Error[] = [];
  const inner = createClient({
    url: "/api/search",
    headers: () => ({ ...apiHeaders(), ...(DEV_MODE && operatorHeaders()) }),
    onError: (error) => {
      failures.push(error);
      return true;
    },
  }) as InnerClient;
  const answer = await inner.search(requests);
  const [failure] = failures;
  if (failure) throw reasonOf(failure);
  return answer;
}

/** A Map keeps its keys in the order they came. */
function dropOldest(answers: Map<string, Answer>): void {
  const oldest = answers.keys().next();
  if (answers.size > KEPT_ANSWERS && !oldest.done) answers.delete(oldest.value);
}

/** What the server has answered inside the page already, where it foresaw just these requests. */
function foreseen(): [string, Answer][] {
  const { search } = inlinedState();
  return search ? [[search.asked, search.answer as Answer]] : [];
}

/** The search client: fetched pages stay (spec §4) until a reload or the next visit; errors do not. */
export function createSearchClient(): CachingClient {
  const answers = new Map<string, Answer>(foreseen());
  const clearCache = () => {
    answers.clear();
    return Promise.resolve();
  };
  const search = async (requests: SearchArgs): Promise<Answer> => {
    const key = JSON.stringify(requests);
    const kept = answers.get(key);
    if (kept) return kept;
    const answer = await ask(requests);
    answers.set(key, answer);
    dropOldest(answers);
    return answer;
  };
  onReload(() => void clearCache());
  return { search, clearCache };
}

export const searchClient = createSearchClient();
