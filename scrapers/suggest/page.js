// What a listing page lets one guess of its configuration: groups of repeated cards with the paths
// inside them. Python ranks the groups and tries them with the engine's own reading.
const PRICE = /(?:R|ZAR|€|£|\$|zł|EUR|USD|GBP|PLN)\s?\d[\d\s.,'’\u00a0]*|\d[\d\s.,'’\u00a0]*\s?(?:R\b|ZAR|€|£|\$|zł|EUR|USD|GBP|PLN)|^\s*\d{1,3}(?:[\s.,]\d{3})*[.,]\d{2}\s*$/;
const MIN_CARDS = 3;
const VOLATILE = /\d|^(?:is|has|js)-|active|hover|first|last|odd|even|lazy|loaded|selected|visible|hidden/i;
const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);

const classesOf = (element) => [...element.classList].filter((name) => !VOLATILE.test(name) && /^[A-Za-z][\w-]*$/.test(name));
const signature = (element) => [element.tagName, ...classesOf(element).sort()].join(".");
const text = (element) => {
  let out = "";
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) out += child.nodeValue;
      else if (child.nodeType === 1 && !SILENT.has(child.tagName)) { out += " "; walk(child); out += " "; }
    }
  };
  walk(element);
  return out.replace(/\s+/g, " ").trim();
};

// Elements that carry a picture: images, and boxes with a background picture.
function pictures() {
  const images = [...document.images];
  const boxes = [...document.querySelectorAll("a, div, span, figure, li")].filter((e) => /url\(/.test(getComputedStyle(e).backgroundImage) && e.children.length < 4);
  return [...images, ...boxes];
}

// Sets of like elements around pictures, each a guess at "the cards": every ancestor of a picture
// is grouped with those of the same tag and classes.
function groups() {
  const bySignature = new Map();
  for (const picture of pictures()) {
    for (let e = picture.parentElement, level = 0; e && e !== document.body && level < 9; e = e.parentElement, level += 1) {
      const key = signature(e);
      if (!bySignature.has(key)) bySignature.set(key, new Set());
      bySignature.get(key).add(e);
    }
  }
  return [...bySignature.values()].map((cards) => [...cards]).filter((cards) => cards.length >= MIN_CARDS);
}

const hasPrice = (card) => PRICE.test(text(card)) || [...card.querySelectorAll("*")].some((e) => e.children.length === 0 && PRICE.test(text(e)));

const quoted = (name) => `contains(concat(' ', normalize-space(@class), ' '), ' ${name} ')`;

// An XPath step for the element: its microdata name, its classes, or its tag alone.
function step(element) {
  const tag = element.tagName.toLowerCase();
  const itemprop = element.getAttribute("itemprop");
  if (itemprop && !itemprop.includes("'")) return `${tag}[@itemprop='${itemprop}']`;
  const names = classesOf(element);
  return names.length ? `${tag}[${names.slice(0, 2).map(quoted).join(" and ")}]` : tag;
}

function path(element, card) {
  const steps = [step(element)];
  let parent = element.parentElement;
  while (parent && parent !== card && !/\[/.test(steps[0]) && steps.length < 4) { steps.unshift(step(parent)); parent = parent.parentElement; }
  return `.//${steps.join("/")}`;
}

const css = (element) => {
  const names = classesOf(element);
  return element.tagName.toLowerCase() + names.map((name) => `.${CSS.escape(name)}`).join("");
};

const all = (xpath, card) => {
  const result = document.evaluate(xpath, card, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  return Array.from({ length: result.snapshotLength }, (_, i) => result.snapshotItem(i));
};

// How many cards a path reaches, with the first text it gives in each.
function tally(paths, cards, accept) {
  return [...paths].map((xpath) => {
    const texts = cards.map((card) => { const node = all(xpath, card)[0]; return node ? text(node) : null; });
    const good = texts.filter((value) => value && accept(value));
    return { xpath, cards: good.length, distinct: new Set(good).size, sample: good.slice(0, 3), texts };
  });
}

function namePaths(cards) {
  const paths = new Set();
  for (const card of cards.slice(0, 12)) {
    for (const element of card.querySelectorAll("h1,h2,h3,h4,h5,h6,a,p,div,span,strong,dd,dt,td,[itemprop=name]")) {
      const words = text(element);
      if (words.length < 3 || words.length > 160 || PRICE.test(words) || element.querySelector("img,h1,h2,h3,h4,h5")) continue;
      paths.add(path(element, card));
    }
  }
  const weight = (xpath) => (/itemprop='name'/.test(xpath) ? 6 : 0) + (/\/h[1-6]/.test(xpath) ? 4 : 0) + (/name|title/i.test(xpath) ? 3 : 0) + (/\/a(\[|$)/.test(xpath) ? 1 : 0) - (/brand|vendor|desc|button|btn|cart|wish|label|badge/i.test(xpath) ? 4 : 0);
  return tally(paths, cards, (value) => value.length > 2 && !PRICE.test(value)).map((row) => ({ ...row, weight: weight(row.xpath) }));
}

function pricePaths(cards) {
  const paths = new Set();
  for (const card of cards) {
    const holders = [...card.querySelectorAll("*")].filter((e) => !SILENT.has(e.tagName) && PRICE.test(text(e)) && text(e).length < 60);
    for (const element of holders.filter((e) => !holders.some((other) => other !== e && e.contains(other)))) {
      // The nearest ancestor with a name tells "old" from "special" where the element itself does not.
      let named = element;
      while (named.parentElement && named.parentElement !== card && text(named.parentElement) === text(element)) named = named.parentElement;
      paths.add(path(element, card));
      if (named !== element) paths.add(`${path(named, card)}${path(element, named).slice(1)}`);
    }
  }
  const weight = (xpath) => (/itemprop='price'/.test(xpath) ? 4 : 0) + (/price|amount|cost|prijs|cena/i.test(xpath) ? 3 : 0);
  return tally(paths, cards, (value) => PRICE.test(value)).map((row) => ({ ...row, weight: weight(row.xpath) }));
}

// A CSS path from the card's signature to one picture in each card, and how deep it lies.
function picturePaths(cards) {
  const found = new Map();
  for (const card of cards.slice(0, 12)) {
    const inside = pictures().filter((picture) => card.contains(picture) && picture !== card);
    for (const picture of inside.slice(0, 6)) {
      const steps = [];
      for (let e = picture; e !== card; e = e.parentElement) steps.unshift(css(e));
      const base = [css(card), ...steps].join(" > ");
      for (const variant of [base, `${base}:first-of-type`, `${base}:first-child`]) {
        if (found.has(variant)) continue;
        const hits = cards.map((c) => [...document.querySelectorAll(variant)].filter((node) => c.contains(node)).length);
        found.set(variant, { nodePath: variant, depth: steps.length, isImage: picture.tagName === "IMG", exact: hits.filter((n) => n === 1).length, matches: document.querySelectorAll(variant).length });
      }
    }
  }
  return [...found.values()];
}

// A second picture: an attribute of the image that holds another picture's address.
function hoverPaths(cards) {
  const found = new Map();
  for (const card of cards) {
    for (const image of card.querySelectorAll("img")) {
      for (const attribute of image.attributes) {
        const own = image.getAttribute("src") || "";
        const isPicture = /\.(?:jpe?g|png|webp|avif)(?:\?|$)/i.test(attribute.value) && attribute.value !== own;
        if (isPicture && /alt|hover|second|back|swap|flip/i.test(attribute.name) && attribute.name !== "alt") {
          const xpath = `.//img/@${attribute.name}`;
          found.set(xpath, (found.get(xpath) || 0) + 1);
        }
      }
    }
  }
  return [...found].map(([xpath, count]) => ({ xpath, cards: count }));
}

const NEXT = /^(?:next|next page|volgende|volgende pagina|siguiente|następne|następna|suivant|weiter|older|›|»|>|→)\s*(?:page)?\s*[›»>→]?$/i;
const MORE = /^(?:load|show|view|see) more|^more products|^meer laai/i;
const label = (e) => `${text(e) || e.getAttribute("aria-label") || e.getAttribute("title") || ""}`.trim();

function paging() {
  const links = [...document.querySelectorAll("a[href], button")];
  const marked = links.find((e) => (e.getAttribute("rel") || "").split(/\s+/).includes("next"));
  const next = marked || links.find((e) => NEXT.test(label(e)) || NEXT.test(e.getAttribute("title") || ""));
  const more = [...document.querySelectorAll("button, a")].find((e) => MORE.test(label(e)));
  return {
    next: next && { selector: marked ? `${next.tagName.toLowerCase()}[rel~=next]` : css(next), text: marked ? "" : label(next), isLink: next.tagName === "A" && !/^(?:javascript:|#)/i.test(next.getAttribute("href") || next.getAttribute("data-href") || "#") || Boolean(next.getAttribute("data-href")) },
    more: more && { selector: css(more) },
  };
}

function metadata() {
  const meta = (name) => document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content") || null;
  const linked = [...document.querySelectorAll('script[type="application/ld+json"]')].map((e) => e.textContent).slice(0, 20);
  const currency = document.querySelector('[itemprop="priceCurrency"]');
  return { siteName: meta("og:site_name"), title: document.title, currency: currency ? currency.getAttribute("content") || text(currency) : meta("product:price:currency") || meta("og:price:currency"), linked, language: document.documentElement.lang || null, url: location.href };
}

// The button that takes a fixed pop-up away, the one that agrees to least first.
const REFUSES = /reject|decline|refuse|necessary|needed|essential|no,? thanks|weier|close|dismiss|^[×x]$/i;
const AGREES = /accept|agree|allow|got it|fine|^ok(?:ay)?$|aanvaar/i;
const POPUPS = "dialog[open], [role=dialog], [class*=cookie i], [id*=cookie i], [class*=consent i], [id*=consent i], [class*=popup i], [class*=modal i]";
function popup() {
  const isFixed = (element) => { for (let e = element; e; e = e.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(e).position)) return true; return false; };
  const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
  const buttons = [...document.querySelectorAll(POPUPS)].filter((e) => shown(e) && isFixed(e)).flatMap((e) => [...e.querySelectorAll("button, [role=button]")]).filter(shown);
  const button = buttons.find((e) => REFUSES.test(label(e))) || buttons.find((e) => AGREES.test(label(e)));
  if (!button) return null;
  const selector = button.id ? `#${CSS.escape(button.id)}` : css(button);
  // It is clicked wherever it is visible: it must be no other button's selector.
  return document.querySelectorAll(selector).length === 1 ? { selector } : null;
}

// Where no card prints a price: like cards that each show a picture and lead to a page of their own.
function linkedGroups() {
  const target = (card) => { const link = card.querySelector("a[href]"); return link && link.host === location.host ? link.pathname + link.search : null; };
  return groups()
    .map((cards) => ({ cards, links: new Set(cards.map(target).filter(Boolean)) }))
    .filter(({ cards, links }) => links.size >= MIN_CARDS && links.size >= 0.85 * cards.length && text(cards[0]).length < 1500)
    .sort((one, other) => other.links.size - one.links.size || other.cards[0].querySelectorAll("*").length - one.cards[0].querySelectorAll("*").length)
    .slice(0, 6)
    .map(({ cards, links }) => ({ size: cards.length, priced: links.size, card: css(cards[0]), names: namePaths(cards), prices: [], pictures: picturePaths(cards), hovers: hoverPaths(cards), link: linkIn(cards) }));
}

// A CSS selector of the link that every card has.
function linkIn(cards) {
  const [first] = cards[0].querySelectorAll("a[href]");
  const named = first ? css(first) : "";
  return named.includes(".") && cards.every((card) => card.querySelector(named)) ? named : "a[href]";
}

// A product's own page: the paths of what may be its price, the likeliest first.
function ownPrices() {
  const heading = document.querySelector("h1");
  const place = (e) => (heading ? Math.abs(e.getBoundingClientRect().top - heading.getBoundingClientRect().top) : 0);
  const holders = [...document.body.querySelectorAll("*")].filter((e) => !SILENT.has(e.tagName) && PRICE.test(text(e)) && text(e).length < 60);
  const inner = holders.filter((e) => !holders.some((other) => other !== e && e.contains(other)) && (e.hasAttribute("itemprop") || classesOf(e).length));
  const weight = (e) => (e.getAttribute("itemprop") === "price" ? 4 : 0) + (/price|amount|cost|prijs|prys|cena/i.test(e.className) ? 3 : 0) - (/was|old|regular|compare|ship|deliver/i.test(e.className) ? 3 : 0);
  return inner.sort((one, other) => weight(other) - weight(one) || place(one) - place(other)).slice(0, 6).map((e) => ({ xpath: path(e, document.body), text: text(e) }));
}

if (arguments[0] === "own") return { prices: ownPrices(), metadata: metadata() };

const ranked = groups()
  .map((cards) => ({ cards, priced: cards.filter((card) => card.querySelector("a[href]") && hasPrice(card)).length }))
  // A card holds one product: a whole section of the page is none.
  .filter((group) => group.priced >= MIN_CARDS && text(group.cards[0]).length < 1500)
  .sort((one, other) => other.priced - one.priced || other.cards[0].querySelectorAll("*").length - one.cards[0].querySelectorAll("*").length)
  .slice(0, 12);
return {
  groups: ranked.map(({ cards, priced }) => ({ size: cards.length, priced, card: css(cards[0]), names: namePaths(cards), prices: pricePaths(cards), pictures: picturePaths(cards), hovers: hoverPaths(cards) })),
  linked: ranked.length ? [] : linkedGroups(),
  paging: paging(),
  popup: popup(),
  metadata: metadata(),
};
