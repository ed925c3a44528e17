// The parts of a list that hold structured data, as HTML: scrapers/structured/markup.py reads them.
const LIMIT = 2_000_000; // characters of one part: no store's product data is longer
const PRODUCT = "[itemscope][itemtype*='schema.org/Product' i]";

const outermost = (e) => !(e.parentElement && e.parentElement.closest(PRODUCT));
const scripts = [...document.querySelectorAll('script[type*="ld+json" i]')].slice(0, 60);
const products = [...document.querySelectorAll(PRODUCT)].filter(outermost).slice(0, 500);
const parts = [...scripts, ...products].map((e) => e.outerHTML).filter((part) => part.length < LIMIT);
return { markup: parts.join("\n"), url: document.baseURI };
