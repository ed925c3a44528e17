import { bodyOf } from "../client";
import type { Certificate } from "../schema";
import { operatorApi } from "./api";

/** Where a product's price was read; null where that was not noted. */
export async function fetchCertificate(id: number, signal: AbortSignal): Promise<Certificate | null> {
  const params = { path: { product_id: id } };
  const sent = await bodyOf(operatorApi.GET("/api/products/{product_id}/certificate", { params, signal }));
  return sent.certificate;
}
