// Drives the unmodified @searchkit/instantsearch-client through algoliasearch-helper, as
// react-instantsearch does. Reads {url, searches} on stdin, writes one answer a search on stdout.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(here, "../../../frontend/package.json"));
const clientModule = await import(pathToFileURL(require.resolve("@searchkit/instantsearch-client")));
const Client = clientModule.default.default ?? clientModule.default;
const algoliasearchHelper = require("algoliasearch-helper");

const FACETS = ["category", "colour", "price", "brand", "style", "store", "shipsFrom", "type",
  "stock", "gender", "saOnly"];

function read(stream) {
  return new Promise((resolve, reject) => {
    const parts = [];
    stream.on("data", (part) => parts.push(part));
    stream.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    stream.on("error", reject);
  });
}

function prepared(client, search) {
  const helper = algoliasearchHelper(client, search.index ?? "products", {
    disjunctiveFacets: FACETS.filter((name) => !(search.conjunctive ?? []).includes(name)),
    facets: search.conjunctive ?? [],
    hitsPerPage: search.hitsPerPage ?? 20,
    ...(search.attributesToRetrieve && { attributesToRetrieve: search.attributesToRetrieve }),
    maxValuesPerFacet: 1000,
    highlightPreTag: "__ais-highlight__",
    highlightPostTag: "__/ais-highlight__",
    currency: search.currency ?? "ZAR",
    countryCode: search.countryCode ?? "",
  });
  helper.setQuery(search.query ?? "");
  for (const [facet, values] of Object.entries(search.chosen ?? {})) {
    for (const value of values) helper.addDisjunctiveFacetRefinement(facet, value);
  }
  for (const [facet, values] of Object.entries(search.excluded ?? {})) {
    for (const value of values) helper.addFacetExclusion(facet, value);
  }
  for (const [operator, value] of search.price ?? []) {
    helper.addNumericRefinement("price", operator, value);
  }
  helper.setPage(search.page ?? 0);
  return helper;
}

function counts(results, facet) {
  const values = results.getFacetValues(facet, { sortBy: ["name:asc"] }) ?? [];
  return Object.fromEntries(values.map((value) => [value.escapedValue, value.count]));
}

function answered(helper) {
  return new Promise((resolve, reject) => {
    helper.on("result", ({ results }) => resolve(results));
    helper.on("error", ({ error }) => reject(error));
    helper.search();
  });
}

async function run(client, search) {
  const helper = prepared(client, search);
  if (search.facetSearch) {
    const { facet, query } = search.facetSearch;
    const found = await helper.searchForFacetValues(facet, query, 100);
    return { facetHits: found.facetHits };
  }
  const results = await answered(helper);
  return {
    total: results.nbHits,
    pages: results.nbPages,
    page: results.page,
    hits: results.hits,
    facets: Object.fromEntries(FACETS.map((facet) => [facet, counts(results, facet)])),
    stats: results.getFacetStats("price") ?? null,
  };
}

const { url, searches } = JSON.parse(await read(process.stdin));
const errors = [];
const client = Client({ url, onError: (error) => (errors.push(error.message), true) });
const answers = [];
for (const search of searches) {
  errors.length = 0;
  answers.push({ ...(await run(client, search)), errors: [...errors] });
}
process.stdout.write(JSON.stringify(answers));
