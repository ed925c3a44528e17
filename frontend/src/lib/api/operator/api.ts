import { apiHeaders, createApi } from "../client";
import { operatorHeaders } from "./token";

/** The calls of operators, with their token. */
export const operatorApi = createApi(() => ({ ...apiHeaders(), ...operatorHeaders() }));
