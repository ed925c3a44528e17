import createClient from "@searchkit/instantsearch-client";
import type { SearchClient } from "instantsearch.js";
import { ApiError, apiHeaders, operatorHeaders } from "../../../lib/api/client";
import { inlinedState } from "../../../lib/api/inlined";
import { onReload } from "../../../lib/api/query";
import { getSession } from "../../../lib/visitor/session";
import { initialResults } from "./answer";
import { noteSearch, type TrackedEvent } from "../../../lib/tracking/track";
import { randomId } from "../../../lib/store";

type SearchArgs = Parameters<SearchClient["search"]>[0];
type Answer = Awaited<ReturnType<SearchClient["search"]>>;

/** The part of the Searchkit client that is used; its package types it as `any`. */
interface InnerClient {
  search: (requests: SearchArgs) => Promise<Answer>;
}

/** InstantSearch clears the cache of a client that has one before it refreshes. */
type CachingClient = SearchClient & { clearCache: () => Promise<void> };

const KEPT_ANSWERS = 60;

/** An answer with the id under which the server counts the search that it answers. */
interface CachedAnswer {
  answer: Answer;
  id: string;
}

function reasonOf(error: Error): ApiError {
  const status = /status (\d{3})/.exec(error.message)?.[1];
  return new ApiError(Number(status ?? 0), "Search is unavailable, try again");
}

/**
 * Sends the requests once. The Searchkit client swallows errors, answers "0 hits" and keeps that answer for
 * good; so each search gets a client of its own, whose error is thrown and whose cache is dropped.
 */
async function requestResults(requests: SearchArgs, id: string): Promise<Answer> {
  const failures: Error[] = [];
  const inner = createClient({
    url: "/api/search",
    headers: () => ({ ...(__DEV_MODE__ ? operatorHeaders() : apiHeaders()), "Search-Id": id }),
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
function dropOldest(answers: Map<string, CachedAnswer>): void {
  const oldest = answers.keys().next();
  if (answers.size > KEPT_ANSWERS && !oldest.done) answers.delete(oldest.value);
}

/** What the server has answered inside the page already, where these requests are the page's own. */
function inPage(requests: SearchArgs): CachedAnswer | null {
  const inlined = initialResults(window.location.search, getSession());
  const [page] = requests;
  const [answered] = inlined?.answer.results ?? [];
  // The panel over the landing screen requests counts alone.
  const isPage = page?.params.hitsPerPage === answered?.hitsPerPage;
  return inlined && isPage ? { answer: inlined.answer as object as Answer, id: inlined.id } : null;
}

/**
 * The id of a new search. The first one of a page that the server answered for another country or
 * currency is that page's own search, and is counted once.
 */
function idSource(): () => string {
  let pageId = inlinedState().search?.id;
  return () => {
    const id = pageId ?? randomId();
    pageId = undefined;
    return id;
  };
}

/** The search client: fetched pages stay (spec §4) until a reload or the next visit; errors do not. */
export function createSearchClient(): CachingClient {
  const answers = new Map<string, CachedAnswer>();
  const nextId = idSource();
  let isFresh = true;
  const clearCache = () => {
    answers.clear();
    isFresh = false;
    return Promise.resolve();
  };
  const search = async (requests: SearchArgs): Promise<Answer> => {
    const key = JSON.stringify(requests);
    const kept = answers.get(key) ?? (isFresh ? inPage(requests) : null);
    const id = kept?.id ?? nextId();
    const answer = kept?.answer ?? (await requestResults(requests, id));
    answers.set(key, { answer, id });
    dropOldest(answers);
    noteSearch(id, answer as TrackedEvent);
    return answer;
  };
  onReload(() => void clearCache());
  return { search, clearCache };
}

export const searchClient = createSearchClient();
