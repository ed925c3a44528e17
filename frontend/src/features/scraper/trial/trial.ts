import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bodyOf, messageOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator";
import type { BrandInput, JobStarted, LookedAt } from "../../../lib/api/schema";

/** A preview and a suggested configuration: what each results in, which the API's document does not type. */

/** In px of the screenshot. */
export type MatchedNode = Record<"x" | "y" | "width" | "height", number>;

export interface TrialItem {
  name: string | null;
  brand?: string | null;
  price: number | string | null;
  ordinaryPrice?: number | string | null;
  currency: string | null;
  soldOut: boolean;
  href: string | null;
  images: string[];
  /** False where a run would open its detail page and the preview, which opens few, did not. */
  detailOpened?: boolean;
  structured?: StructuredData | null;
  /** Sizes, materials: what was read of each, as the store words it. */
  attributes?: { label: string; values: string[] }[];
  /** The values that structured data contradicts, as text. */
  disagreements?: string[];
}

/** A page's structured data of an item, to compare with what the selectors read. */
export interface StructuredData {
  /** Its format: JSON-LD, microdata and so on. */
  source: string;
  name: string | null;
  price: number | null;
  ordinaryPrice: number | null;
  currency: string | null;
  soldOut: boolean | null;
}

/** An element of the page that can be picked. Text only: no code of the store runs in this page. */
export interface PageElement {
  /** x, y, width and height in px of the screenshot. */
  box: [number, number, number, number];
  tag: string;
  text: string;
  /** Finds it and no other. */
  alone: string;
  /** Finds it in its card, and one element in so many of the cards it was tried on. */
  card?: { selector: string; hits: number; of: number };
  /** Of an image: finds it with those of the other cards, which begin so many levels up. */
  likes?: { selector: string; count: number; depth: number };
}

/** One page as the configuration reads it. */
export interface TrialPage {
  url: string;
  /** A data: address of the page's picture, or null when none could be taken. */
  screenshot: string | null;
  width: number;
  height: number;
  nodes: MatchedNode[];
  elements: PageElement[];
  items: TrialItem[];
  /** Why the page in the picture could not be read, or null. */
  problem?: string | null;
  rejected?: { reason: string }[];
}

/** A preview: its first page, and the one that paging led to. */
export interface Trial extends TrialPage {
  log?: string[];
  /** What paging led to, or why it led nowhere. */
  following: TrialPage | null;
  paging: string | null;
}

export interface SuggestedField {
  field: string;
  selector: string;
  samples: string[];
  confidence: number;
}

/**
 * Whether a source can be read, and why not: what it has is not enough (`poor`), there is none, the
 * store refuses it or requires a password, what came was not understood, or the time was over.
 */
export type SourceState = "good" | "poor" | "absent" | "refused" | "locked" | "unread" | "left";

/** A source that was looked at, with what a sample of its products has. */
export interface FoundSource
  extends Omit<LookedAt, "state">, Record<"sampled" | "priced" | "pictured" | "soldOut", number> {
  state: SourceState;
  /** What the products' own pages show otherwise, and which of them could not be compared. */
  differs: string[];
  /** The form's fields for it. */
  values: Record<string, unknown>;
}

export interface Department {
  name: string;
  url: string;
  /** The slug of the category that its products would get, or "". */
  category: string;
}

/** What becomes of a brand's products of today; `whole`: all of its pages were read to their end. */
export type Today = Record<"known" | "found" | "changed" | "lost" | "new", number> & { whole: boolean };

/** A line for what is found, what changes, what would go. */
export function todayWords(today: Today | null | undefined): string[] {
  if (!today)
    return ["What becomes of today’s products shows in its first run, which is held where much differs."];
  const { known, found, changed, lost, new: more, whole } = today;
  return [
    `It finds ${found} of today’s ${known} products, ${changed} of them with another name or price`,
    whole
      ? `${lost} of today’s products would be lost`
      : "Not all pages were read in the time: the rest is not counted as lost",
    `${more} products are new`,
  ];
}

export interface Suggestion {
  /** What it makes of a known brand's products; null where another source is proposed. */
  today?: Today | null;
  /** The fields that could be inferred from the page, `pages` included. */
  brand: Record<string, unknown>;
  /** All that was looked at. */
  sources?: FoundSource[];
  /** The time did not suffice for all of it. */
  partial?: boolean;
  departments?: Department[];
  /** The reason of each choice, as text. */
  evidence?: string[];
  /** The shop software that was recognised, or null. */
  platform?: string | null;
  /** What was chosen for a field, three values that it reads, and how sure that is (0 to 1). */
  fields?: SuggestedField[];
}

/** The API's document does not type the brand, any of whose fields may be missing. */
export const untyped = (brand: BrandInput) => brand as object as Record<string, never>;

export interface SuggestionRequest {
  url: string;
  /** What the form has, which stays where what is found is no better. */
  brand?: BrandInput;
  /** A known brand, whose own configuration is meant where no other is given. */
  brandId?: number;
}

/** Proposes a configuration from a store's address, or a listing page. */
export function startSuggestion({ brand, ...request }: SuggestionRequest): Promise<JobStarted> {
  const body = { ...request, ...(brand && { brand: untyped(brand) }) };
  return bodyOf(operatorApi.POST("/api/scraper/suggest", { body }));
}

/** How often a job is polled (ms). */
const JOB_POLL_MS = 1000;
const JOBS = ["jobs"];

class StillRunning extends Error {}

/** What a finished job results in. Throws its own message when it failed, and StillRunning before its end. */
async function resultOf(jobId: string, signal: AbortSignal): Promise<unknown> {
  const params = { path: { job_id: jobId } };
  const job = await bodyOf(operatorApi.GET("/api/scraper/jobs/{job_id}", { params, signal }));
  if (job.state === "failed") throw new Error(job.message ?? "The job failed");
  if (job.state !== "finished") throw new StillRunning();
  return job.result;
}

/** A job of the server: started, polled, and abandoned when the page is left. */
export function useJob<Input, Result>(
  start: (input: Input) => Promise<JobStarted>,
  onDone?: (result: Result) => void,
) {
  const client = useQueryClient();
  // The newest one; it stays while another is waited for.
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => () => void client.cancelQueries({ queryKey: JOBS }), [client]);
  const { status, error, mutate } = useMutation({
    mutationFn: async (input: Input) => {
      const { jobId } = await start(input);
      const outcome = await client.query({
        queryKey: [...JOBS, jobId],
        queryFn: ({ signal }) => resultOf(jobId, signal),
        retry: (_, reason) => reason instanceof StillRunning,
        retryDelay: JOB_POLL_MS,
      });
      return outcome as Result;
    },
    onSuccess: (outcome) => {
      setResult(outcome);
      onDone?.(outcome);
    },
  });
  return { state: status, result, error: error && messageOf(error), start: mutate };
}
