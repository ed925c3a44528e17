import { createResource } from "../api/resource";

/** What makes an address's filters those that there are: code of searches, which landing does without. */
export const servableCode = createResource(() => import("./servable"));
