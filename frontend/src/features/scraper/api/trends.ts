import { bodyOf, textOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type { Query } from "../../../lib/api/query";
import type { Host, LimitInput, Trends } from "../../../lib/api/schema";

export type { LimitInput };

const text = { parseAs: "text" } as const;

export function trendsQuery(brandId: number): Query<Trends> {
  const params = { path: { brand_id: brandId } };
  return {
    queryKey: ["scraper", "trends", brandId],
    queryFn: ({ signal }) => bodyOf(operatorApi.GET("/api/scraper/trends/{brand_id}", { params, signal })),
  };
}

export function hostsQuery(host: string): Query<Host[]> {
  const params = { query: { ...(host && { host }) } };
  return {
    queryKey: ["scraper", "hosts", host],
    queryFn: ({ signal }) => bodyOf(operatorApi.GET("/api/scraper/hosts", { params, signal })),
  };
}

/** `percent` null: the usual limit. */
export function setLimit(body: LimitInput): Promise<string> {
  return textOf(operatorApi.POST("/api/scraper/limits", { body, ...text }));
}

export function releaseHost(host: string): Promise<string> {
  return textOf(operatorApi.POST("/api/scraper/hosts/release", { body: { host }, ...text }));
}
