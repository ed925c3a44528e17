/** What the API answers to the operators' pages, for their tests. */
import type { Health } from "./api/wire";

export const HEALTH: Health = {
  status: "ok",
  parts: {},
  documents: 12,
  index: { state: "ok", waiting: 0, refused: 0, message: "", checked: null, incident: null },
};
