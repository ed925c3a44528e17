// The page's raw structured data: JSON-LD, microdata, Open Graph and the JSON of known platforms.
// scrapers/structured/page.py interprets it.
const LIMIT = 2_000_000; // characters of one script: no store's product data is longer

const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent).filter((text) => text.trim() && text.length < LIMIT).slice(0, 60);

const typesOf = (e) => (e.getAttribute("itemtype") || "").split(/\s+/).map((type) => type.replace(/^https?:\/\/schema\.org\//i, ""));

// A microdata property's value by the HTML standard; a content attribute wins over the text.
function valueOf(e) {
  if (e.hasAttribute("itemscope")) return itemOf(e);
  if (e.hasAttribute("content")) return e.getAttribute("content");
  if (e.hasAttribute("src")) return e.getAttribute("src");
  if (e.hasAttribute("href")) return e.getAttribute("href");
  return (e.getAttribute("value") || e.getAttribute("datetime") || e.textContent || "").replace(/\s+/g, " ").trim();
}

function itemOf(scope) {
  const item = { "@type": typesOf(scope) };
  if (scope.getAttribute("itemid")) item["@id"] = scope.getAttribute("itemid");
  for (const e of scope.querySelectorAll("[itemprop]")) {
    let owner = e.parentElement;
    while (owner && !owner.hasAttribute("itemscope")) owner = owner.parentElement;
    if (owner !== scope) continue;
    for (const name of e.getAttribute("itemprop").split(/\s+/)) (item[name] ||= []).push(valueOf(e));
  }
  return item;
}

const nested = (e) => e.hasAttribute("itemprop") && e.parentElement && e.parentElement.closest("[itemscope][itemtype*='schema.org/Product' i]");
const microdata = () => [...document.querySelectorAll("[itemscope][itemtype*='schema.org/Product' i]")].filter((e) => !nested(e)).slice(0, 500).map(itemOf);

function openGraph() {
  const tags = {};
  for (const meta of document.querySelectorAll("meta[property], meta[name]")) {
    const name = (meta.getAttribute("property") || meta.getAttribute("name")).toLowerCase();
    if (/^(?:og|product|twitter):/.test(name)) (tags[name] ||= []).push(meta.getAttribute("content") || "");
  }
  return tags;
}

const META = 'var meta = {"product":';

// Shopify: the product's JSON in the theme, and its analytics' "var meta = {…}".
function shopify() {
  const theme = texts('script[type="application/json"][id^="ProductJson"], script[type="application/json"][data-product-json], script[type="application/json"][data-product], script[type="application/json"][id*="product-json" i], variant-selects script[type="application/json"], variant-radios script[type="application/json"]');
  const meta = texts("script:not([src])").map((text) => /^var meta = (\{"product":.*?\});\s*(?:\n|for )/s.exec(text.slice(Math.max(0, text.indexOf(META))))?.[1]).filter(Boolean);
  const currency = texts("script:not([src])").map((text) => /Shopify\.currency\s*=\s*\{"active":"([A-Z]{3})"/.exec(text)?.[1]).find(Boolean);
  return { theme, meta, currency: currency || null };
}

const woocommerce = () => [...document.querySelectorAll("form[data-product_variations]")].map((form) => form.getAttribute("data-product_variations")).filter((text) => text && text !== "false").slice(0, 3);

const only = arguments[0];
const heading = [...document.querySelectorAll("h1")].map((e) => e.textContent.replace(/\s+/g, " ").trim()).find(Boolean);
const facts = { linked: texts('script[type="application/ld+json" i]'), microdata: microdata(), url: document.baseURI, heading: heading || "" };
if (only === "list") return facts;
return {
  ...facts,
  openGraph: openGraph(),
  shopify: shopify(),
  woocommerce: woocommerce(),
  magento: texts('script[type="text/x-magento-init"]').filter((text) => /jsonConfig|spConfig/.test(text)),
};
