// The material for guessing a listing page's configuration: groups of repeated cards with the paths
// inside them. Python ranks the groups and tries them with the crawl's own reading (candidates.py).
const [mode, signs] = arguments;
// "Router R1" is a name: rands have two digits or more.
const RAND = "(?<!\\p{L})R(?!\\p{L}|[\\s\\u00a0]?\\d(?![\\d.,]))";
const SIGN = `(?:${signs.map((sign) => sign === "R" ? RAND : `${/^\p{L}/u.test(sign) ? "(?<!\\p{L})" : ""}${sign.replace(/[.$*+?^(){}|[\]\\/-]/g, "\\$&")}${/\p{L}$/u.test(sign) ? "(?!\\p{L})" : ""}`).join("|")})`;
const NUMBER = "\\d[\\d\\s.,'’\\u00a0]{0,20}(?:[-–—]{1,2})?";
// "B09BFY2R3R" is an article: a sign behind a number is one where the number begins a word.
const AMOUNT = `${SIGN}[\\s\\u00a0]?${NUMBER}|(?<![\\p{L}\\d])${NUMBER}[\\s\\u00a0]?${SIGN}`;
const PRICE = new RegExp(`${AMOUNT}|^\\s*\\d{1,3}(?:[\\s.,]\\d{3})*[.,]\\d{2}\\s*$`, "u");
const AMOUNTS = new RegExp(AMOUNT, "gu");
const isPure = (words) => !/\p{L}{2}/u.test(words.replace(AMOUNTS, ""));
const MIN_CARDS = 3;
const LONGEST = 4000; // characters of a text; no card has more to say
const VOLATILE = /\d|^(?:is|has|js|status)-|^(?:in|out-?of-?)stock$|^(?:on)?sale$|sold-?out|purchasable|taxable|product_(?:cat|tag)|product-type-|active|hover|first|last|odd|even|lazy|loaded|selected|visible|hidden/i;
const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);

// The document and its open shadow roots, in which scrapers/browsing/dom.js looks for cards, too.
const rootsIn = (root) => [root, ...[...root.querySelectorAll("*")].filter((e) => e.shadowRoot).flatMap((e) => rootsIn(e.shadowRoot))];
const ROOTS = rootsIn(document);
const query = (selector) => ROOTS.flatMap((root) => [...root.querySelectorAll(selector)]);

// The prefix of a bundler's class is stable: "ProductTile_root__x7a2K", "sc-tile-3fa81b".
const stem = (name) => /^([A-Za-z][A-Za-z]*(?:[-_][A-Za-z]+)*(?:__|--))(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{4,}$/.exec(name)?.[1] || null;
const stemsOf = (element) => [...element.classList].map(stem).filter(Boolean);
const lasting = (element) => [...element.classList].filter((name) => !VOLATILE.test(name) && !stem(name) && /^[A-Za-z][\w-]*$/.test(name));
// Class names with digits belong to a style library or number the cards: only recurring ones, and
// only as a last resort.
const recurring = (element) => [...element.classList].filter((name) => /^[A-Za-z][\w-]*\d/.test(name) && query(`.${CSS.escape(name)}`).length >= MIN_CARDS);
const classesOf = (element) => {
  const names = lasting(element);
  return names.length || stemsOf(element).length ? names : recurring(element);
};
// The attributes of a site's own tests are more stable than its classes.
const HOOKS = ["data-hook", "data-testid", "data-test-id", "data-test", "data-qa", "data-automation-id"];
const hookOf = (element) => HOOKS.find((name) => /^[A-Za-z][A-Za-z_-]*$/.test(element.getAttribute(name) || ""));
const signature = (element) => [element.tagName, ...classesOf(element).sort(), ...stemsOf(element).sort()].join(".");
const text = (element) => {
  let out = "";
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) out += child.nodeValue;
      else if (child.nodeType === 1 && !SILENT.has(child.tagName)) { out += " "; walk(child); out += " "; }
    }
  };
  walk(element);
  return out.replace(/\s+/g, " ").trim().slice(0, LONGEST);
};

// Elements with a picture: images, and elements with a background image, which may not be loaded.
const LAZY_BACKGROUND = "[data-bgset], [data-bg], [data-bg-src], [data-background], [data-background-image]";
const PICTURES = query("img").concat(query("a, div, span, figure, li").filter((e) => e.children.length < 4 && (e.matches(LAZY_BACKGROUND) || /url\(/.test(getComputedStyle(e).backgroundImage))));
const pictures = () => PICTURES;
// Where an element's picture is: equal in all cards, it is a badge.
const addressOf = (e) => [...e.attributes].filter(({ name, value }) => /^(?:src|srcset|style|data-.*)$/.test(name) && value.includes("/")).map(({ value }) => value).join() || e.parentElement.querySelector("noscript")?.textContent || "";

// Candidates for "the cards": the ancestors of pictures, grouped by tag and classes.
function groups() {
  const bySignature = new Map();
  for (const picture of pictures()) {
    for (let e = picture.parentElement, level = 0; e && e !== document.body && level < 9; e = e.parentElement, level += 1) {
      const key = signature(e);
      if (!bySignature.has(key)) bySignature.set(key, new Set());
      bySignature.get(key).add(e);
    }
  }
  const like = [...bySignature.values()].map((cards) => [...cards]);
  return [...siblings(), ...like];
}

// Other lists than the page's own: recommendations, bestsellers, what stands beside; or slides,
// which a list may be as well.
const BESIDE = /(?:^|[^a-z])(?:related|recommend\w*|upsell\w*|up-?sells?|cross-?sell\w*|similar|you-may|also|recent(?:ly)?|viewed|best-?sell\w*|featured|trending|popular|top-?rated|side-?bar|column-(?:left|right)|widget-area|list_widget|mini-?cart|cart-?drawer|drawer|modal|footer|header|mega-?menu|menu)(?:[^a-z]|$)/;
const SLIDES = /(?:^|[^a-z])(?:carousel|slider|slideshow|swiper|slick|owl|glide|splide|flickity|marquee)(?:[^a-z]|$)/;
const OTHERS = /you (?:may|might)|(?:customers|people|others|shoppers) (?:who|also)|best ?sell|related|recommend|recently|last viewed|similar|trending|most (?:popular|wanted|loved)|^popular|^featured|top (?:rated|sellers|picks)|just for you|frequently|complete (?:the|your)|ook (?:interessant|gekocht|bekeken)|aanbevolen|gerelateerd|vergelijkbaar|bekeken|topverkopers|meest verkocht|könnte|ähnliche|zuletzt|kunden|aimerez|similaires|relacionad|también|correlati|potrebbe/i;
const besides = new Map();
function besideOf(card) {
  if (!card || card === document.body) return 0;
  if (besides.has(card)) return besides.get(card);
  // What has the page's heading, or nearly all of its pictures, is the page.
  const isPage = card.querySelector("h1, main") || PICTURES.filter((e) => card.contains(e)).length > 0.85 * PICTURES.length;
  const words = `${card.getAttribute("class") || ""} ${card.id} ${card.getAttribute("aria-label") || ""}`.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase().replace(/(?:^|\s)(?:with|has|have|is|on|no)-[a-z-]+/g, " ");
  const own = isPage ? 0 : /^(?:ASIDE|HEADER|FOOTER|NAV|DIALOG)$/.test(card.tagName) || BESIDE.test(words) || OTHERS.test(headingOf(card)) ? 2 : SLIDES.test(words) ? 1 : 0;
  besides.set(card, isPage ? 0 : Math.max(own, besideOf(card.parentElement)));
  return besides.get(card);
}

// The heading over an element's content, before its first picture.
function headingOf(element) {
  const heading = element.querySelector("h2, h3, h4, h5, h6, [class*=title], [class*=heading]");
  const picture = element.querySelector("img");
  const isOver = heading && picture && !heading.closest("a") && !heading.querySelector("a img") && heading.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isOver ? text(heading) : "";
}

// The groups, those of one kind parted by what stands beside: the page's own lists come first.
function lists(accept) {
  const parted = groups().flatMap((cards) => {
    const parts = [0, 1, 2].map((beside) => ({ beside, cards: cards.filter((card) => besideOf(card.parentElement) === beside) })).filter((part) => part.cards.length);
    return parts.map((part, place) => ({ ...part, isParted: place === 0 && parts.length > 1 }));
  });
  const fitting = parted.filter((list) => list.cards.every(accept) || list.cards.length >= MIN_CARDS);
  const few = fitting.filter((list) => !list.beside && list.cards.length < MIN_CARDS && list.cards.every(isAlone));
  const many = fitting.filter((list) => list.cards.length >= MIN_CARDS || (list.isParted && few.includes(list)));
  return many.some((list) => !list.beside && list.cards.some(accept)) ? many : [...few, ...many];
}

// One of one or two products: little else on the page is like it, so that it must be one itself.
function isAlone(card) {
  const host = new URL(document.baseURI).host;
  const address = (e) => (e.pathname === location.pathname ? e.pathname + e.search : e.pathname);
  const own = [...card.querySelectorAll("a[href]"), ...(card.matches("a[href]") ? [card] : [])].filter((e) => e.host === host && e.pathname !== "/");
  const links = new Set(own.map(address).filter((path) => path !== address(location)));
  return links.size === 1 && !card.querySelector("h1") && card.querySelectorAll("img").length < 4 && text(card).length < 600;
}

// Siblings of one tag with a picture each: cards whose classes vary with stock, sale or type.
function siblings() {
  const parents = new Set(pictures().flatMap((picture) => ancestors(picture.parentElement, 9)).map((e) => e.parentElement).filter(Boolean));
  return [...parents].flatMap((parent) => {
    const byTag = new Map();
    for (const child of parent.children) byTag.set(child.tagName, [...(byTag.get(child.tagName) || []), child]);
    return [...byTag.values()].map((cards) => (shared(cards).length ? cards.filter((card) => shared(cards).some((name) => card.classList.contains(name))) : cards)).filter((cards) => cards.length >= MIN_CARDS && new Set(cards.map(signature)).size > 1 && cards.every((card) => card.querySelector("img") || PICTURES.some((e) => card.contains(e))));
  });
}

// The classes of nearly all cards.
function shared(cards) {
  const counts = new Map();
  for (const card of cards) for (const name of classesOf(card)) counts.set(name, (counts.get(name) || 0) + 1);
  return [...counts].filter(([, count]) => count >= 0.9 * cards.length).map(([name]) => name);
}

// A selector of the cards that matches none of those beside them.
function cssOf(cards) {
  const own = sharedCss(cards);
  const scope = scopeOf(cards, own);
  return scope.startsWith(":") ? own + scope : `${scope} ${own}`.trim();
}

// A class that parts the cards from those beside them that have their selector: "" where there are none.
function scopeOf(cards, own) {
  const place = Math.max(...cards.map((card) => besideOf(card.parentElement)));
  const isForeign = (e) => besideOf(e.parentElement) > place;
  if (!query(own).some(isForeign)) return "";
  const around = ancestors(cards[0].parentElement, 12).filter((e) => cards.every((card) => e.contains(card)));
  const scopes = around.flatMap((e) => [css(e), e.id && !/\d/.test(e.id) ? `#${CSS.escape(e.id)}` : "", e.tagName === "MAIN" ? "main" : ""]).filter((scope) => scope && (scope === "main" || /\W/.test(scope)));
  const regions = [...new Set(query(own).filter(isForeign).map((e) => css(ancestors(e.parentElement, 12).findLast((a) => besideOf(a) > place))))];
  const fits = (selector) => { const found = query(selector); return cards.every((card) => found.includes(card)) && !found.some(isForeign); };
  const outside = regions.map((region) => `:not(${region} *)`).join("");
  return scopes.find((scope) => fits(`${scope} ${own}`)) || (fits(own + outside) ? outside : "");
}

// A selector of what all cards share.
function sharedCss(cards) {
  const hook = hookOf(cards[0]);
  if (hook && cards.every((card) => card.getAttribute(hook) === cards[0].getAttribute(hook))) return css(cards[0]);
  const names = classesOf(cards[0]).filter((name) => cards.every((card) => card.classList.contains(name)));
  const prefixes = stemsOf(cards[0]).filter((name) => cards.every((card) => stemsOf(card).includes(name)));
  const tag = cards[0].tagName.toLowerCase();
  if (names.length + prefixes.length) return tag + names.map((name) => `.${CSS.escape(name)}`).join("") + prefixes.map((name) => `[class*="${name}"]`).join("");
  const parent = cards[0].parentElement;
  return parent && cards.every((card) => card.parentElement === parent) && css(parent) !== parent.tagName.toLowerCase() ? `${css(parent)} > ${tag}` : tag;
}

const hasPrice = (card) => PRICE.test(text(card)) || [...card.querySelectorAll("*")].some((e) => e.children.length === 0 && PRICE.test(text(e)));

const quoted = (name) => `contains(concat(' ', normalize-space(@class), ' '), ' ${name} ')`;

// An XPath step for the element, by its microdata property, its classes or its tag alone.
function step(element) {
  const tag = element.tagName.toLowerCase();
  const itemprop = element.getAttribute("itemprop");
  if (itemprop && !itemprop.includes("'")) return `${tag}[@itemprop='${itemprop}']`;
  const hook = hookOf(element);
  if (hook) return `${tag}[@${hook}='${element.getAttribute(hook)}']`;
  const names = classesOf(element);
  const [begins] = stemsOf(element);
  if (!names.length && begins) return `${tag}[contains(concat(' ', @class), ' ${begins}')]`;
  return names.length ? `${tag}[${names.slice(0, 2).map(quoted).join(" and ")}]` : tag;
}

function path(element, card) {
  const steps = [step(element)];
  let parent = element.parentElement;
  while (parent && parent !== card && !/\[/.test(steps[0]) && steps.length < 4) { steps.unshift(step(parent)); parent = parent.parentElement; }
  return `.//${steps.join("/")}`;
}

const css = (element) => {
  const hook = hookOf(element);
  if (hook) return `${element.tagName.toLowerCase()}[${hook}="${element.getAttribute(hook)}"]`;
  const begins = stemsOf(element).map((name) => `[class*="${name}"]`);
  return element.tagName.toLowerCase() + classesOf(element).map((name) => `.${CSS.escape(name)}`).join("") + begins.join("");
};

const all = (xpath, card) => {
  const result = document.evaluate(xpath, card, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  return Array.from({ length: result.snapshotLength }, (_, i) => result.snapshotItem(i));
};

// The number of cards in which a path matches, with its first text in each.
function tally(paths, cards, accept) {
  return [...paths].map((xpath) => {
    const texts = cards.map((card) => all(xpath, card).map(text).find(Boolean) || null);
    const good = texts.filter((value) => value && accept(value));
    return { xpath, cards: good.length, distinct: new Set(good).size, sample: good.slice(0, 3), texts };
  });
}

function namePaths(cards) {
  const paths = new Set();
  for (const card of cards.slice(0, 12)) {
    for (const element of card.querySelectorAll("h1,h2,h3,h4,h5,h6,a,p,div,span,strong,dd,dt,td,[itemprop=name]")) {
      const words = text(element);
      if (words.length < 3 || !/\p{L}{2}/u.test(words) || words.length > 160 || PRICE.test(words) || element.querySelector("img,h1,h2,h3,h4,h5")) continue;
      paths.add(path(element, card));
    }
  }
  const weight = (xpath) => (/itemprop='name'/.test(xpath) ? 6 : 0) + (/\/h[1-6]/.test(xpath) ? 4 : 0) + (/name|title/i.test(xpath) ? 3 : 0) + (/\/a(\[|$)/.test(xpath) ? 1 : 0) - (/brand|vendor|desc|button|btn|cart|wish|label|badge/i.test(xpath) ? 4 : 0);
  const alts = cards.map((card) => [...card.querySelectorAll("img[alt]")].map((image) => image.alt.trim()).find(Boolean) || null);
  const sameAsAlt = (row) => row.texts.filter((value, place) => value && value === alts[place]).length;
  return tally(paths, cards, (value) => value.length > 2 && /\p{L}{2}/u.test(value) && !PRICE.test(value)).map((row) => ({ ...row, weight: weight(row.xpath) + (sameAsAlt(row) >= 0.8 * cards.length ? 5 : 0) }));
}

// The paths of amounts: the elements that have one, and their ancestors in the card.
const WORTH = /price|amount|cost|prijs|prys|preis|prix|precio|cena|pris/i;
const UNTAXED = /without-?tax|\bex(?:cl|cluding)?[-_]?(?:tax|vat)|net-?price|price-tax/i;
const ASIDE = /ship|deliver|logistic|unit|finance|instal|month|emi|used|choice|saving|badge|points|rrp-|tooltip/i;
const TIER = /tier|scale|staffel|bulk|volume|quantity|per-?unit/i; // "from 2 packs R 20 each"
const REDUCED = /special|sale|reduc|discount|promo|offer|final|now|new|current|action|red(?![a-z])/i;
const OLD = /(?:^|[^a-z])(?:was|old|rrp|msrp|uvp|strike\w*|line-?through|crossed|compare\w*|original|list|regular|before|previous|full)(?:[^a-z]|$)/i;
const OLD_WORD = /(?:^|\P{L})(?:was|rrp|msrp|list|before|regular|old|originally|instead of|van|eerder|adviesprijs|vorher|statt|uvp|avant|antes|prima|tidigare|før)\P{L}{0,4}(?:price|prijs|preis|prix|pris)?\P{L}{0,4}$/iu;
const isStruck = (e, card) => ancestors(e, 4).some((a) => {
  if (a === card || !card.contains(a)) return false;
  const before = text(a).split(AMOUNTS);
  return /^(?:DEL|S|STRIKE)$/.test(a.tagName) || getComputedStyle(a).textDecorationLine.includes("line-through") || OLD.test(a.getAttribute("class") || "") || (before.length === 2 && OLD_WORD.test(before[0]));
});
function pricePaths(cards) {
  const [paths, leaves, struck, plain] = [new Map(), new Set(), new Set(), new Set()];
  for (const card of cards) {
    const holders = [...card.querySelectorAll("*")].filter((e) => !SILENT.has(e.tagName) && PRICE.test(text(e)) && text(e).length < 60);
    for (const element of holders.filter((e) => !holders.some((other) => other !== e && e.contains(other)))) {
      const isOld = isStruck(element, card);
      for (let box = element, level = 0; box && box !== card && level < 6; box = box.parentElement, level += 1) {
        const xpath = path(box, card);
        if (!paths.has(xpath)) paths.set(xpath, box);
        if (box === element) leaves.add(xpath);
        // An ancestor's class may tell "old" from "special" where the element's does not.
        const inner = `${xpath}${path(element, box).slice(1)}`;
        if (box !== element && text(box) === text(element)) paths.set(inner, element);
        if ((text(box).match(AMOUNTS) || []).length < 2) for (const known of [xpath, inner]) (isOld ? struck : plain).add(known);
      }
    }
  }
  const attributesOf = (e) => `${e.getAttribute("class") || ""} ${e.getAttribute("itemprop") || ""}`;
  const weight = (xpath, e) => (/itemprop='price'/.test(xpath) ? 4 : 0) + (WORTH.test(attributesOf(e)) ? 3 : 0) - (UNTAXED.test(attributesOf(e)) || TIER.test(attributesOf(e)) || (ASIDE.test(attributesOf(e)) && !/price/i.test(attributesOf(e))) ? 6 : 0);
  return tally(paths.keys(), cards, (value) => PRICE.test(value)).map((row) => ({ ...row, weight: weight(row.xpath, paths.get(row.xpath)), isLeaf: leaves.has(row.xpath), isStruck: struck.has(row.xpath) && !plain.has(row.xpath), isReduced: REDUCED.test(attributesOf(paths.get(row.xpath))), isPure: row.texts.every((value) => !value || isPure(value)), length: Math.max(...row.texts.map((value) => (value || "").length)) }));
}

// The paths of a sold-out mark, in some of the cards.
const SOLD_OUT = /^(?:sold[- ]?out|out of stock|no stock|currently unavailable|uitverkocht|uitverkoop|ausverkauft|nicht (?:verf|lief)\S*|épuisé|rupture de stock|agotado|esaurito|slutsåld|slut i lager|utsolgt|udsolgt|wyprzedan\S*|niedostępn\S*|esgotado|vyprodáno)\b/i;
function soldOutPaths(cards) {
  const paths = new Map();
  for (const card of cards) {
    const mark = [...card.querySelectorAll("*")].filter((e) => !SILENT.has(e.tagName) && SOLD_OUT.test(text(e)) && text(e).length < 40).pop();
    if (mark) paths.set(path(mark, card), text(mark));
  }
  return [...paths].map(([xpath, words]) => {
    const texts = cards.map((card) => all(xpath, card).map(text).join(" ")).filter(Boolean);
    return { xpath, cards: texts.filter((value) => SOLD_OUT.test(value)).length, others: texts.filter((value) => !SOLD_OUT.test(value)).length, text: SOLD_OUT.exec(words)[0] };
  });
}

// CSS paths from the cards to one picture in each, and their depths.
function picturePaths(cards) {
  const paths = new Map();
  for (const card of cards.slice(0, 12)) {
    const inside = pictures().filter((picture) => card.contains(picture) && picture !== card);
    for (const picture of inside.slice(0, 6)) {
      const steps = [];
      for (let e = picture; e !== card; e = e.parentElement) steps.unshift(css(e));
      const base = [cssOf(cards), ...steps].join(" > ");
      for (const variant of [base, `${base}:first-of-type`, `${base}:first-child`]) {
        if (paths.has(variant)) continue;
        const nodes = query(variant);
        const hits = cards.map((c) => nodes.filter((node) => c.contains(node)));
        const isSame = cards.length > 2 && 2 * new Set(hits.map(([first]) => (first ? addressOf(first) : ""))).size <= cards.length;
        paths.set(variant, { nodePath: variant, depth: steps.length, isImage: picture.tagName === "IMG", isSame, exact: hits.filter((found) => found.length === 1).length, matches: nodes.length });
      }
    }
  }
  return [...paths.values()];
}

// A hover picture: an attribute of the image with another picture's address.
function hoverPaths(cards) {
  const counts = new Map();
  for (const card of cards) {
    for (const image of card.querySelectorAll("img")) {
      for (const attribute of image.attributes) {
        const own = image.getAttribute("src") || "";
        const isPicture = /\.(?:jpe?g|png|webp|avif)(?:\?|$)/i.test(attribute.value) && attribute.value !== own;
        if (isPicture && /alt|hover|second|back|swap|flip/i.test(attribute.name) && attribute.name !== "alt") {
          const xpath = `.//img/@${attribute.name}`;
          counts.set(xpath, (counts.get(xpath) || 0) + 1);
        }
      }
    }
  }
  return [...counts].map(([xpath, count]) => ({ xpath, cards: count }));
}

const NEXT_WORD = "next|volgende|nächste|naechste|weiter|suivante?|siguiente|avanti|successiv[ao]|próxim[ao]|seguinte|nästa|neste|næste|następn[ay]|dalej|další|următoare[a]?|sonraki|seuraava|далее|следующая|次へ|下一页|older";
const NEXT = new RegExp(`^(?:(?:go )?to |load |show |view |see )?(?:the )?(?:${NEXT_WORD}|›|»|>|→|❯|⟩)(?:\\s+(?:search |results? )?(?:page|pagina|seite|página|sida|side|strona|strana|sivu|posts|results)\\b.{0,20})?\\s*(?:›|»|>|→|❯)?$|^page\\s*(?:${NEXT_WORD})$`, "i");
const MORE = /^(?:load|show|view|see|display)\s+(?:\d+\s+)?more\b|^more (?:products|items|results)|^(?:meer|toon meer|laai|laad|mehr|weitere|plus de|voir plus|afficher plus|charger plus|cargar|ver|mostrar|carica|mostra|visa|ladda|vis|last inn|pokaż|załaduj|carregar|načíst)\s*(?:\d+\s*)?(?:meer|laden|anzeigen|produkte|artikel|produits|más|mais|altri|prodotti|fler|flere|więcej|další|produkt\S*|productos?|de produits)?/i;
const NO_LIST = /filter|facet|refine|menu|nav(?!igation-pag|-links|-next|-prev)|depart|categor|brand|accordion|review|descr|cookie|(?<!(?:grid|list|listing|results?|products?|search|collection|catalog)[-_]{1,2})footer|header|swiper|slick|carousel|slider|glide|splide|flickity|drawer|modal/i;
const PAGED = /pag(?:er|es|ing|ination|enav)|page-?numbers?|toolbar/i;
const label = (e) => `${text(e) || e.getAttribute("aria-label") || e.getAttribute("title") || ""}`.trim();
const labels = (e) => [text(e), e.getAttribute("aria-label") || "", e.getAttribute("title") || ""].map((value) => value.trim());
const ancestors = (e, most) => { const elements = []; for (let a = e; a && a !== document.body && elements.length < (most || 6); a = a.parentElement) elements.push(a); return elements; };
const namesOf = (e) => `${e.getAttribute("class") || ""} ${e.id} ${e.getAttribute("role") || ""} ${e.getAttribute("aria-label") || ""} ${["ASIDE", "HEADER", "FOOTER"].includes(e.tagName) ? e.tagName : ""}`;
const inPager = (e) => ancestors(e).some((a) => PAGED.test(namesOf(a)));
let listed = null; // a card of the page's list: what holds it is not outside
const isOutsideList = (e) => !inPager(e) && ancestors(e, 8).some((a) => NO_LIST.test(namesOf(a)) && !(listed && a.contains(listed)));
const isLink = (e) => ["A", "LINK"].includes(e.tagName) && (!/^(?:javascript:|#|$)/i.test(e.getAttribute("href") || "") || Boolean(e.getAttribute("data-href")));

// A selector that matches this element alone, or first of several with the same address.
function only(element) {
  const same = (selector) => { const matches = [...document.querySelectorAll(selector)]; return matches[0] === element && matches.every((e) => e.getAttribute("href") === element.getAttribute("href") && labels(e).join() === labels(element).join()); };
  const tag = element.tagName.toLowerCase();
  const tries = [];
  if (/\bnext\b/.test(element.getAttribute("rel") || "")) tries.push(`${tag}[rel~=next]`);
  for (const name of classesOf(element)) if (/next|more|mehr|load/i.test(name)) tries.push(`${tag}.${CSS.escape(name)}`);
  tries.push(css(element));
  for (const attribute of ["aria-label", "title", "data-testid"]) {
    const value = element.getAttribute(attribute);
    if (value && value.length < 60 && !/\d/.test(value)) tries.push(`${css(element)}[${attribute}=${JSON.stringify(value)}]`);
  }
  const parents = ancestors(element.parentElement, 4).filter((e) => css(e) !== e.tagName.toLowerCase());
  for (const parent of parents) tries.push(`${css(parent)} ${css(element)}`);
  for (const parent of parents) if (parent.parentElement && element.parentElement === parent) tries.push(`${css(parent)} > ${tag}`);
  if (element.id && !/\d/.test(element.id)) tries.push(`#${CSS.escape(element.id)}`);
  for (const name of element.classList) if (/^[A-Za-z][\w-]*$/.test(name)) tries.push(`${tag}.${CSS.escape(name)}`);
  const last = [...ancestors(element.parentElement, 3)].find((e) => e.parentElement && e === e.parentElement.lastElementChild && css(e.parentElement) !== e.parentElement.tagName.toLowerCase());
  if (last) tries.push(`${css(last.parentElement)} > ${last.tagName.toLowerCase()}:last-child ${tag}`);
  return tries.find((selector) => { try { return same(selector); } catch { return false; } }) || null;
}

// The next link of a pager of numbers: the link after the current number, which is no link.
function numbered() {
  const number = (e) => (/^\d{1,4}$/.test(text(e)) ? Number(text(e)) : null);
  for (const link of document.querySelectorAll("a[href]")) {
    if (number(link) !== 2 || !isLink(link)) continue;
    const item = link.parentElement.children.length === 1 ? link.parentElement : link;
    const current = item.previousElementSibling;
    if (!current || number(current) !== 1) continue;
    const inner = current.querySelector("a[href]") && isLink(current.querySelector("a[href]")) && !current.querySelector("[aria-current]") && !classesOf(current).length;
    if (inner || (current.tagName === "A" && isLink(current) && !current.getAttribute("aria-current") && !current.className)) continue;
    const unlinked = current.tagName === item.tagName && !current.querySelector("a[href]") ? "[not(.//a[@href])]" : "";
    const what = classesOf(current).length || current.getAttribute("aria-current") ? (current.getAttribute("aria-current") ? `${current.tagName.toLowerCase()}[@aria-current]` : step(current)) : current.tagName.toLowerCase() + unlinked;
    const numeric = "[number(normalize-space(.)) = number(normalize-space(.))]";
    const following = item === link ? "a[1]" : `${item.tagName.toLowerCase()}[1]/a`;
    // Of a list without a class the first ancestor with one parts it from a list of page sizes.
    const boxes = ancestors(item.parentElement, 4).map(step);
    const named = boxes.findIndex((box) => box.includes("["));
    const parents = [boxes[0], boxes.slice(0, named + 1).reverse().join("/")].filter(Boolean);
    const selector = parents.map((parent) => `//${parent}/${what}${numeric}/following-sibling::${following}`).find((tried) => all(tried, document)[0] === link);
    if (selector) return { selector, text: "", isLink: true };
  }
  return null;
}

function nextOf() {
  const visible = (e) => e.getClientRects().length > 0;
  const every = [...document.querySelectorAll("a, button, [role=button]")];
  const links = every.filter((e) => !isOutsideList(e));
  const marked = [...links, ...every].find((e) => (e.getAttribute("rel") || "").split(/\s+/).includes("next"));
  const worded = links.filter((e) => labels(e).some((value) => NEXT.test(value)));
  const classed = links.filter((e) => inPager(e) && ancestors(e, 2).some((a) => /(?:^|[-_ ])next(?:$|[-_ ])/i.test(a.getAttribute("class") || "")));
  const next = marked || worded.find((e) => inPager(e) && visible(e)) || classed.find(visible) || worded.find((e) => visible(e) && (isLink(e) || e.tagName === "BUTTON")) || worded[0];
  if (!next) return null;
  const selector = only(next);
  // A selector without "next" may match the previous page's link on a later page.
  const isSpecific = selector && /next|rel~=|aria-label|title=|:last-child/i.test(selector);
  const words = text(next);
  const fallback = selector ? "" : labels(next).find((value) => NEXT.test(value)) || label(next);
  const linkText = NEXT.test(words) ? words : fallback;
  return { selector: selector || css(next), text: isSpecific ? "" : linkText, isLink: isLink(next) };
}

// The list's "load more" button: after the cards, and not of a filter, menu or department.
function moreOf(card) {
  const after = (e) => !card || Boolean(card.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING);
  const button = [...document.querySelectorAll("button, a, [role=button], input[type=button]")].find((e) => {
    const words = label(e) || e.value || "";
    return words.length < 50 && MORE.test(words) && !/filter|brand|depart|categor|option|review|detail|about|info|colou?r|size/i.test(words) && !isOutsideList(e) && after(e) && !(card && card.contains(e));
  });
  return button ? { selector: only(button) || css(button) } : null;
}

function paging(card) {
  listed = card;
  const next = nextOf() || numbered();
  const head = document.querySelector("head link[rel=next][href]");
  const more = moreOf(card);
  const linked = next && next.isLink ? next : null;
  return { next: linked || (more ? null : next) || (head && !more ? { selector: "link[rel=next]", text: "", isLink: true } : null), more: linked ? null : more };
}

// The shop platform, by the marks of its stock pages.
function platform(scripts) {
  const has = (selector) => Boolean(document.querySelector(selector));
  const matches = (pattern) => scripts.some((code) => pattern.test(code));
  if (matches(/\bShopify\.(?:theme|shop|currency|routes)\b|\bShopify\s*=/) || has('link[href*="cdn.shopify.com"], script[src*="cdn.shopify.com"], script[src*="/cdn/shop/"]')) return "Shopify";
  if (has('body.woocommerce, body.woocommerce-page, meta[name=generator][content^="WooCommerce"], link[href*="plugins/woocommerce"]')) return "WooCommerce";
  if (has('script[type="text/x-magento-init"], script[src*="mage/requirejs"], body.catalog-category-view')) return "Magento";
  if (has('.cms-element-product-listing, meta[content*="shopware" i], script[src*="/theme/"][src*="shopware" i]') || matches(/window\.(?:contextToken|storeApiAccess)|shopware/i)) return "Shopware";
  if (has('meta[name=generator][content^="PrestaShop"], article.js-product-miniature') || matches(/\bvar prestashop\b/)) return "PrestaShop";
  if (has('link[href*="bigcommerce.com"], script[src*="bigcommerce.com"], script[src*="/stencil/"]') || matches(/\bstencilBootstrap\b|\bBCData\b/)) return "BigCommerce";
  return null;
}

// A product's own page: containers of several pictures, the likeliest gallery first.
const GALLERY = /gallery|media|photos?|images?|slider|swiper|slick|splide|carousel|thumb|fotorama|zoom/i;
function galleries() {
  const boxes = new Map();
  for (const image of document.images) {
    if (isOther(image)) continue;
    for (const box of ancestors(image.parentElement, 5)) if (GALLERY.test(namesOf(box))) boxes.set(box, (boxes.get(box) || 0) + 1);
  }
  const ranked = [...boxes].filter(([box, count]) => count >= 2 && (classesOf(box).length || box.id)).sort((a, b) => b[1] - a[1]);
  return [...new Set(ranked.map(([box]) => (box.id && !/\d/.test(box.id) ? `#${CSS.escape(box.id)} img` : `${css(box)} img`)))].slice(0, 5);
}
const isOther = (e) => ancestors(e, 8).some((a) => /related|recommend|upsell|cross-?sell|similar|recent|also|logo|payment|footer|header|review/i.test(namesOf(a)));

function metadata() {
  const meta = (name) => document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content") || null;
  const linked = [...document.querySelectorAll('script[type="application/ld+json"]')].map((e) => e.textContent).slice(0, 20);
  const currency = document.querySelector('[itemprop="priceCurrency"]');
  // The currency in platforms' scripts and in the body's class.
  const scripts = [...document.querySelectorAll("script:not([src])")].map((e) => e.textContent).filter((code) => code.length < 500_000);
  const scripted = scripts.map((code) => /Shopify\.currency\s*=\s*\{\s*"active"\s*:\s*"([A-Z]{3})"|"(?:iso_code|currency_code|currencyCode|currency)"\s*:\s*"([A-Z]{3})"/.exec(code)).find(Boolean);
  const classed = /(?:^|\s)currency-([a-z]{3})(?:\s|$)/i.exec(document.body.className);
  return {
    platform: platform(scripts),
    written: (scripted && (scripted[1] || scripted[2])) || (classed && classed[1].toUpperCase()) || null, siteName: meta("og:site_name"), title: document.title, currency: currency ? currency.getAttribute("content") || text(currency) : meta("product:price:currency") || meta("og:price:currency"), linked, language: [document.documentElement.lang, meta("og:locale")].find((value) => /[-_]/.test(value || "")) || document.documentElement.lang || null, url: location.href };
}

// The button that closes a fixed pop-up; one that refuses comes before one that accepts.
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
  // The selector is clicked wherever it is visible: it must match this button alone.
  return document.querySelectorAll(selector).length === 1 ? { selector } : null;
}

// What a refusal shows of a page without cards.
function seenAmounts() {
  const texts = query("*").filter((e) => !SILENT.has(e.tagName) && !e.children.length && PRICE.test(text(e))).map(text);
  return { amounts: texts.length, sample: (texts[0] || "").slice(0, 60) };
}

// For cards without prices: repeated cards with a picture and a link to a page of their own each.
function linkedGroups() {
  const target = (card) => { const link = card.querySelector("a[href]"); return link && link.host === location.host ? link.pathname + link.search : null; };
  return lists(() => false)
    .map(({ cards }) => ({ cards, links: new Set(cards.map(target).filter(Boolean)) }))
    .filter(({ cards, links }) => links.size >= MIN_CARDS && links.size >= 0.85 * cards.length && text(cards[0]).length < 1500)
    .sort((a, b) => b.links.size - a.links.size || b.cards[0].querySelectorAll("*").length - a.cards[0].querySelectorAll("*").length)
    .slice(0, 6)
    .map(({ cards, links }) => ({ priced: links.size, card: cssOf(cards), place: emptyPrice(cards), names: namePaths(cards), pictures: picturePaths(cards), hovers: hoverPaths(cards), link: linkIn(cards) }));
}

// The place of a price that no card shows: by it these are products, and no articles.
function emptyPrice(cards) {
  const places = cards.map((card) => [...card.querySelectorAll("*")].find((e) => WORTH.test(e.getAttribute("class") || "")));
  return places[0] && places.filter(Boolean).length > 0.85 * cards.length ? path(places[0], cards[0]) : "";
}

// A CSS selector of the link that every card has.
function linkIn(cards) {
  const [first] = cards[0].querySelectorAll("a[href]");
  const selector = first ? css(first) : "";
  return selector.includes(".") && cards.every((card) => card.querySelector(selector)) ? selector : "a[href]";
}

// A product's own page: the paths that may be its price's, the likeliest first.
function ownPrices() {
  const heading = document.querySelector("h1");
  const place = (e) => (heading ? Math.abs(e.getBoundingClientRect().top - heading.getBoundingClientRect().top) : 0);
  const holders = [...document.body.querySelectorAll("*")].filter((e) => !SILENT.has(e.tagName) && PRICE.test(text(e)) && text(e).length < 60);
  const inner = holders.filter((e) => !holders.some((other) => other !== e && e.contains(other)) && (e.hasAttribute("itemprop") || classesOf(e).length));
  const weight = (e) => (e.getAttribute("itemprop") === "price" ? 4 : 0) + (/price|amount|cost|prijs|prys|cena/i.test(e.className) ? 3 : 0) - (/was|old|regular|compare|ship|deliver/i.test(e.className) ? 3 : 0);
  return inner.sort((a, b) => weight(b) - weight(a) || place(a) - place(b)).slice(0, 6).map((e) => ({ xpath: path(e, document.body), text: text(e) }));
}

if (mode === "gallery") return { galleries: galleries() };
if (mode === "own") return { prices: ownPrices(), metadata: metadata() };

const priced = (card) => (card.matches("a[href]") || Boolean(card.querySelector("a[href]"))) && hasPrice(card);
const ranked = lists(priced)
  .map((list) => ({ ...list, priced: list.cards.filter(priced).length }))
  // A card has one product: a section of the page is no card.
  .filter((list) => list.priced >= Math.min(MIN_CARDS, list.cards.length) && text(list.cards[0]).length < 1500)
  .sort((a, b) => a.beside - b.beside || b.priced - a.priced || b.cards[0].querySelectorAll("*").length - a.cards[0].querySelectorAll("*").length)
  .slice(0, 12);
const [first] = ranked.filter((list) => list.isParted);
const scope = first ? scopeOf(first.cards, sharedCss(first.cards)) : "";
return {
  groups: ranked.map(({ cards, priced, beside }) => ({ priced, beside, card: cssOf(cards), names: namePaths(cards), prices: pricePaths(cards), pictures: picturePaths(cards), hovers: hoverPaths(cards), soldOut: soldOutPaths(cards) })),
  seen: { pictures: PICTURES.filter((e) => e.closest("a[href]")).length, ...seenAmounts(), frames: document.querySelectorAll("iframe").length },
  scope: scope.startsWith(":") ? null : scope, // before a stock theme's selectors; null: none does
  linked: linkedGroups(),
  paging: paging(ranked.length ? ranked[0].cards[ranked[0].cards.length - 1] : null),
  popup: popup(),
  metadata: metadata(),
};
