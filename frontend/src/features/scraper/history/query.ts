import type { HistoryQuery } from "../api/runs";
import { RUN_RESULTS } from "../api/wire";

const PAGE_SIZE = 50;

/** The filters and the page, as the address has them. */
export function queryOf(params: URLSearchParams): HistoryQuery {
  return {
    page: Number(params.get("page")) || 1,
    pageSize: PAGE_SIZE,
    brandId: params.get("brandId") ?? "",
    result: RUN_RESULTS.find((result) => result === params.get("result")) ?? "",
    failingFirst: params.get("order") === "failing",
  };
}

/** As the address keeps it: what is usual is left out. */
export function choicesOf({ page, brandId, result, failingFirst }: HistoryQuery): Record<string, string> {
  return {
    page: page > 1 ? String(page) : "",
    brandId,
    result,
    order: failingFirst ? "failing" : "",
  };
}
