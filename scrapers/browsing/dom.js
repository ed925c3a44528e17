// The crawl's operations in a page. One call reads all cards of a page state, because a round trip
// for each field and card costs more than the page itself.
// arguments: [operation, parameters]. Results are JSON values; see scrapers/browsing/dom.py.
const [operation, p] = arguments;

const watch = window[Symbol.for("winkel.watch")]; // scrapers/browsing/watch.js

const isXPath = (selector) => /^(\/|\.\/|\()/.test(selector);

// All nodes (elements, or attributes by XPath) that match the selector below root.
function find(selector, root) {
  if (!selector) return [];
  if (!isXPath(selector)) return [...root.querySelectorAll(selector)];
  // Inside a card "//x" means below the card, as the operator who writes a card path expects.
  const scoped = root !== document && selector.startsWith("/") ? "." + selector : selector;
  const result = document.evaluate(scoped, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  const nodes = [];
  for (let i = 0; i < result.snapshotLength; i += 1) nodes.push(result.snapshotItem(i));
  return nodes;
}

// The nodes of the list's cards; where the document has none, in its open shadow roots.
function listNodes() {
  const nodes = find(p.nodePath, document);
  return nodes.length || isXPath(p.nodePath || "/") ? nodes : shadowRoots(document).flatMap((root) => [...root.querySelectorAll(p.nodePath)]);
}

const shadowRoots = (root) => [...root.querySelectorAll("*")].filter((e) => e.shadowRoot).flatMap((e) => [e.shadowRoot, ...shadowRoots(e.shadowRoot)]);

const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);
const LONGEST = 10_000; // characters of a text: no name, price or mark is longer

// Classes of text for screen readers alone: "Product name:", "Sale".
const UNSEEN = /(?:^|\s)(?:visually-?hidden|sr-only|screen-?reader(?:-text|-only)?|a11y-hidden|hidden-visually)(?:\s|$)/i;
const isUnseen = (element) => UNSEEN.test(element.getAttribute("class") || "");

// The text of the source, without scripts and without CSS's upper-casing.
// `skips`: which elements inside are left out.
function textOf(node, skips = () => false) {
  if (!node) return null;
  if (node.nodeType === Node.ATTRIBUTE_NODE || node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.tagName === "META") return node.getAttribute("content");
  if (node.tagName === "IMG") return node.getAttribute("alt");
  if (node.tagName === "INPUT") return node.value;
  let text = "";
  const walk = (element) => {
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.nodeValue;
      else if (child.nodeType === Node.ELEMENT_NODE && !SILENT.has(child.tagName) && !skips(child)) {
        const block = child.tagName === "BR" || getComputedStyle(child).display !== "inline";
        if (block) text += " ";
        walk(child);
        if (block) text += " ";
      }
    }
  };
  walk(node);
  return text.replace(/\s+/g, " ").trim().slice(0, LONGEST);
}

// A name as it is displayed; a text for screen readers where there is no other.
const nameOf = (node) => textOf(node, isUnseen) || textOf(node);

const namesIn = (selector, card) => find(selector, card).map(nameOf).filter(Boolean);

// The roles of amounts by words in their elements' classes: scrapers/structured/printed/marks.py declares them.
const wordsIn = (element) => `${element.getAttribute("class") || ""} ${element.id} ${element.getAttribute("data-testid") || element.getAttribute("data-hook") || ""}`.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
const CLASS_ROLES = MARKS.roles.map(([role, pattern]) => [role, new RegExp(pattern)]);
const [FEATURES, ASIDE_PRICED, OTHERS] = [new RegExp(MARKS.features, "g"), new RegExp(MARKS.asidePriced, "g"), new RegExp(MARKS.others)];

// The role of a text, by the nearest element that has one: see scrapers/values/price/price_text.py.
function roleOf(start, card) {
  for (let e = start; e; e = e.parentElement) {
    if (/^(?:DEL|S|STRIKE)$/.test(e.tagName) || getComputedStyle(e).textDecorationLine.includes("line-through")) return "s";
    if (e === card) break;
  }
  const base = Number.parseFloat(getComputedStyle(start.parentElement || start).fontSize);
  for (let e = start; e && e !== card; e = e.parentElement) {
    if (e.tagName === "SUP") return "c";
    const style = getComputedStyle(e);
    if (e === start && /^(?:super|top|text-top)$/.test(style.verticalAlign) && Number.parseFloat(style.fontSize) < base) return "c";
    if (e.tagName === "INS") return "n";
    // "with-list-price", "on-sale": a container's features say nothing of each amount in it.
    const words = wordsIn(e).replace(FEATURES, " ");
    // "product-price-and-shipping" is a container of prices: only one without prices is an aside.
    const role = words.trim() ? CLASS_ROLES.find(([name, pattern]) => pattern.test(words) && !(name === "a" && /price/.test(words.replace(ASIDE_PRICED, "")))) : null;
    if (role) return role[0];
  }
  return "";
}

// Whether an element's own text can be read; its children may have another style.
const isLegible = ({ visibility, fontSize, color }) => visibility === "visible" && Number.parseFloat(fontSize) > 0 && color !== "rgba(0, 0, 0, 0)";

// A price node as pieces of text with their roles; hidden text counts where there is no other.
function priceOf(node, card) {
  if (!node) return null;
  if (node.nodeType !== Node.ELEMENT_NODE || /^(?:META|IMG|INPUT|DATA)$/.test(node.tagName)) {
    const value = node.nodeType === Node.ELEMENT_NODE && node.tagName === "DATA" ? node.value : textOf(node);
    return value ? [[value, ""]] : null;
  }
  const [shown, all] = [[], []];
  const walk = (element, visible) => {
    const legible = isLegible(getComputedStyle(element));
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        const piece = [child.nodeValue, /\S/.test(child.nodeValue) ? roleOf(element, card) : ""];
        all.push(piece);
        if (visible && legible) shown.push(piece);
      } else if (child.nodeType === Node.ELEMENT_NODE && !SILENT.has(child.tagName)) {
        const { display, opacity } = getComputedStyle(child);
        const block = child.tagName === "BR" || !/^(?:inline|none|contents)/.test(display);
        const seen = visible && display !== "none" && opacity !== "0";
        if (block) { all.push(["", "b"]); if (seen) shown.push(["", "b"]); }
        walk(child, seen);
        if (block) { all.push(["", "b"]); if (seen) shown.push(["", "b"]); }
      }
    }
  };
  walk(node, true);
  const pieces = shown.some(([text]) => /\p{Nd}/u.test(text)) ? shown : all;
  return pieces.some(([text]) => /\S/.test(text)) ? pieces : null;
}

function pricesOf(selector, card) {
  return outermost(find(selector, card)).map((node) => priceOf(node, card)).filter(Boolean);
}

// The nodes that are not inside another one of them: nested amounts are read with the outer node.
function outermost(nodes) {
  const all = new Set(nodes);
  return nodes.filter((node) => {
    for (let e = node.parentElement; e; e = e.parentElement) if (all.has(e)) return false;
    return true;
  });
}

const LAZY = ["data-src", "data-original", "data-lazy", "data-lazy-src", "data-image", "data-img", "data-url"];
const LAZY_SETS = ["data-srcset", "data-lazy-srcset"];

const PICTURE = /\/.*\.(?:avif|bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;
const PLACEHOLDER = /^(?:data:|about:)|blank|blur|lazy|loader|loading|pixel|placeholder|preload|spacer|spinner|transparent|1x1/i;
const LISTED = /^\S*\/\S*\s+\d+(?:\.\d+)?[wx](?:\s+\d+h)?\s*(?:,|$)/; // addresses with widths, as srcset and bgset have them
// One address of a longer text: "url(/a.png)", "/a.png [(min-width: 600px)]".
const INSIDE = /url\(\s*["']?([^"')]+)|^(\S*\/\S*\.(?:avif|bmp|gif|jpe?g|png|webp)(?:\?\S*)?)\s/i;

// The last alternative, "/small.png [(max-width: 600px)] | /a.png", is every other screen's.
const addressIn = (value) => {
  const last = value.split("|").pop().trim();
  const found = INSIDE.exec(last);
  return found ? found[1] || found[2] : last;
};

// What lazy loaders keep: in attributes known by name; where the image shows a placeholder, in any
// attribute whose value is a picture's address, or in a noscript. Not the product's page, which one
// may keep for a click.
function lazyOf(image) {
  const kept = LAZY.map((name) => image.getAttribute(name));
  const src = image.getAttribute("src");
  if (!src || PLACEHOLDER.test(src)) {
    const loaders = [...image.attributes].filter(({ name }) => /^data-|src$|lazy/.test(name) && name !== "src");
    kept.push(...loaders.map(({ value }) => value.trim()).filter((value) => [PICTURE, LISTED, INSIDE].some((form) => form.test(value))));
    const script = image.parentElement && image.parentElement.querySelector("noscript");
    const plain = script && new DOMParser().parseFromString(script.textContent, "text/html").querySelector("img");
    if (plain) kept.push(plain.getAttribute("src"));
  }
  const link = image.closest("a[href]");
  const page = link && link.getAttribute("href");
  const values = kept.map((value) => (value || "").trim()).filter((value) => value && value !== page);
  const sets = values.filter((value) => LISTED.test(value));
  return { candidates: values.filter((value) => !sets.includes(value)).map(addressIn), sets };
}

// All addresses of an image node, best first; Python takes the first usable one.
function imageOf(node) {
  if (!node) return null;
  if (node.nodeType === Node.ATTRIBUTE_NODE) return { candidates: [node.nodeValue], sets: [] };
  const image = node.tagName === "IMG" || node.tagName === "SOURCE" ? node : node.querySelector("img") || node;
  const lazy = lazyOf(image);
  const written = [...LAZY_SETS, "srcset"].map((name) => image.getAttribute(name));
  const picture = image.closest("picture");
  const sources = picture ? [...picture.querySelectorAll("source")].map((source) => source.getAttribute("srcset") || source.getAttribute("data-srcset")) : [];
  const background = getComputedStyle(image).backgroundImage;
  return {
    // The browser's choice changes while the page loads: it is used only where there is no attribute.
    candidates: [...lazy.candidates, image.getAttribute("src") || image.currentSrc].filter(Boolean),
    sets: [...written, ...lazy.sets, ...sources].filter(Boolean),
    background: background && background !== "none" ? background : null,
    width: image.naturalWidth || Number(image.getAttribute("width")) || null,
    height: image.naturalHeight || Number(image.getAttribute("height")) || null,
  };
}

// A background picture; where it is not loaded yet, what its loader keeps.
function backgroundOf(node) {
  const shown = getComputedStyle(node).backgroundImage;
  const address = /url\(["']?([^"')]*)/.exec(shown);
  if (address && !PLACEHOLDER.test(address[1])) return { background: shown };
  return lazyOf(node);
}

const isVisible = (element) => {
  if (element.nodeType !== Node.ELEMENT_NODE) return true;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && style.display !== "none";
};

function cardOf(node, depth) {
  let card = node;
  for (let level = 0; level < depth && card.parentElement; level += 1) card = card.parentElement;
  return card;
}

function linkOf(selector, image, card) {
  const node = selector ? find(selector, card)[0] : image.closest("a[href]") || find("a[href]", card)[0];
  if (!node) return null;
  if (node.nodeType === Node.ATTRIBUTE_NODE) return node.nodeValue;
  const link = node.closest("a[href]") || node.querySelector("a[href]");
  return link ? link.getAttribute("href") : node.getAttribute("data-href");
}

const ID_ATTRIBUTES = ["data-product-id", "data-productid", "data-product_id", "data-item-id", "data-sku", "data-product-sku", "data-pid"];

// The store's own id of the product, where the card has exactly one.
function idOf(card) {
  for (const name of ID_ATTRIBUTES) {
    if (card.hasAttribute(name) && card.getAttribute(name)) return card.getAttribute(name);
  }
  for (const name of ID_ATTRIBUTES) {
    const inside = new Set([...card.querySelectorAll(`[${name}]`)].map((e) => e.getAttribute(name)).filter(Boolean));
    if (inside.size === 1) return [...inside][0];
  }
  return null;
}

// Options that cannot be bought: disabled ones, also by their class.
const UNAVAILABLE = /(?:^|[^a-z])(?:disabled|sold-?out|out-?of-?stock|unavailable|not-?available|crossed-?out)(?:[^a-z]|$)/;
const isUnavailable = (element) => Boolean(element.disabled) || element.getAttribute("aria-disabled") === "true" || UNAVAILABLE.test(wordsIn(element));

// The texts of the brand's attribute selectors by name, of the options that can be bought.
function attributesIn(root, own = (nodes) => nodes) {
  return Object.fromEntries(
    Object.entries(p.attributes || {}).map(([name, selector]) => {
      const nodes = own(find(selector, root)).slice(0, 200);
      const available = nodes.filter((node) => !isUnavailable(elementOf(node)));
      return [name, (available.length ? available : nodes).map((node) => textOf(node)).filter(Boolean)];
    }),
  );
}

const soldOutOf = (marks) => marks.map((mark) => [textOf(mark) || "", isVisible(mark)]);

function readCard(node) {
  const card = cardOf(node, p.parentDepth);
  const background = p.background ? find(p.background, card)[0] : null;
  return {
    id: idOf(card),
    href: linkOf(p.href, node, card),
    image: p.background ? background && backgroundOf(background) : imageOf(node),
    hover: p.hover ? imageOf(find(p.hover, card)[0]) : null,
    name: namesIn(p.name, card)[0] ?? null,
    brand: namesIn(p.brand, card)[0] ?? null,
    price: pricesOf(p.price, card),
    sale_price: pricesOf(p.salePrice, card),
    sold_out: soldOutOf(find(p.soldOut, card)),
    detail: p.detail ? linkOf(p.detail, node, card) : null,
    attributes: attributesIn(card),
  };
}

// On a product's own page only the product's own block counts, never every match in the document.
function isOthers(node) {
  for (let e = node.nodeType === Node.ELEMENT_NODE ? node : node.ownerElement || node.parentElement; e && e !== document.body; e = e.parentElement) {
    if (/^(?:HEADER|FOOTER|NAV|ASIDE)$/.test(e.tagName) && !e.querySelector("h1")) return true;
    if (isCard(e)) return true;
    if (!e.querySelector("h1") && OTHERS.test(wordsIn(e)) && !/^(?:BUTTON|FORM)$/.test(e.tagName)) return true;
  }
  return false;
}

// Another product's card: a heading and a picture that leads elsewhere, and not the page's heading.
function isCard(e) {
  if (!e.querySelector("h2, h3, h4, h5, h6, [class*=title], [class*=name]") || e.querySelector("h1")) return false;
  const link = e.querySelector("a[href] img")?.closest("a");
  return Boolean(link) && link.host === location.host && link.pathname !== location.pathname && !/\.(?:jpe?g|png|webp|avif|gif)$/i.test(link.pathname);
}

const elementOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.ownerElement || node.parentElement);

// How many levels lie between a node and what it shares with the other one.
function apart(node, other) {
  let levels = 0;
  for (let e = elementOf(node); e && !e.contains(other); e = e.parentElement) levels += 1;
  return levels;
}

function ownOf(nodes) {
  const own = nodes.filter((node) => !isOthers(node));
  if (own.length < 2) return own;
  const heading = [...document.querySelectorAll("h1")].find(isVisible) || document.querySelector("[itemprop=name]");
  if (!heading) return nearTo(own, own[0]);
  const depth = (node) => apart(heading, elementOf(node));
  const nearest = Math.min(...own.map(depth));
  const block = own.filter((node) => depth(node) === nearest);
  const after = block.find((node) => heading.compareDocumentPosition(elementOf(node)) & Node.DOCUMENT_POSITION_FOLLOWING);
  return nearTo(block, after || block[0]);
}

// For a name or a brand any match is better than none.
function ownOrAny(nodes) {
  const own = ownOf(nodes);
  return own.length ? own : nodes;
}

// The nodes in one container with the first: a price and the struck-through one.
function nearTo(nodes, first) {
  return nodes.filter((node) => node === first || (apart(node, elementOf(first)) <= 2 && apart(first, elementOf(node)) <= 2));
}

// A text that changes with the list: the number of cards, and the first and the last one's content.
function signature() {
  const nodes = listNodes();
  const mark = (node) => (node ? (node.getAttribute && (node.getAttribute("src") || node.getAttribute("data-src") || node.getAttribute("style"))) + "|" + textOf(cardOf(node, p.parentDepth)) : "");
  return [nodes.length, mark(nodes[0]), mark(nodes[nodes.length - 1])].join("§");
}

// The start of the document's text; innerText would force a layout of the page.
function firstText() {
  const accept = (node) => (SILENT.has(node.parentNode.tagName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT, accept);
  let text = "";
  while (text.length < 4000 && walker.nextNode()) text += ` ${walker.currentNode.nodeValue.trim()}`;
  return text.replace(/\s+/g, " ").slice(0, 4000);
}

// The next page's link as written, and the address that it is relative to.
function nextLink({ selector, text }) {
  const part = (text || "").toLowerCase();
  for (const element of find(selector, document)) {
    const label = `${textOf(element) || ""} ${element.getAttribute("title") || ""} ${element.getAttribute("aria-label") || ""}`;
    const written = element.getAttribute("href");
    // A link that runs a script may have its address in data-href.
    const href = written && !/^(javascript:|#)/i.test(written) ? written : element.getAttribute("data-href");
    if (label.toLowerCase().includes(part) && href) return { href, url: document.baseURI };
  }
  return null;
}

// Marks of a challenge page: the address of its frame or script, or its element's id or class.
function challengeMarks() {
  const framed = [...document.querySelectorAll("iframe[src], script[src]")].map((node) => node.src);
  const known = framed.filter((address) => /captcha|challenges\.cloudflare|_Incapsula|awswaf/i.test(address));
  const box = document.querySelector("#px-captcha, .h-captcha, .g-recaptcha, .cf-turnstile");
  return [...known.map((address) => address.slice(0, 200)), box ? box.id || box.className : ""].join(" ").slice(0, LONGEST);
}

const ELSEWHERE = "nav, header, footer, label, form, select, option, button, [class*=cart i], [class*=filter i], [class*=facet i], [class*=menu i], [hidden]";

// Short texts with a number outside menus, filters and cards: candidates for the list's counter.
function counterTexts() {
  const texts = new Set();
  const first = listNodes()[0];
  const card = first ? cardOf(first, p.parentDepth) : null;
  const others = card ? `.${CSS.escape(card.classList[0] || "winkel-none")}` : ".winkel-none";
  const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && texts.size < 200) {
    const written = walker.currentNode.nodeValue;
    if (!/\d/.test(written) || written.length > 300) continue;
    let element = walker.currentNode.parentElement;
    if (!element || SILENT.has(element.tagName)) continue;
    if ((card && card.contains(element)) || element.closest(others) || element.closest("[data-product-id]") || !isVisible(element)) continue;
    // A store's tool bar may be a header or a form; only texts like "24 of 35" are taken there.
    const inside = element.closest(ELSEWHERE);
    // "Showing <b>1–24</b> of <b>35</b> products" is one text in several nodes.
    for (let level = 0; level < 3 && element && element !== document.body; level += 1) {
      const text = element.textContent.replace(/\s+/g, " ").trim();
      if (text.length > 120) break;
      if (!inside || /\d\s*(of|von|de|sur|di|van|\/)\s*\d/.test(text)) texts.add(text);
      if (!/^(B|STRONG|SPAN|EM|I)$/.test(element.tagName)) break;
      element = element.parentElement;
    }
  }
  return [...texts];
}

// The highest page number in a pager whose links have the numbers, beside page 1, 2 or 3.
function highestPage() {
  const numbers = new Set();
  for (const link of document.querySelectorAll("a[href]")) {
    const label = link.textContent.trim();
    const href = link.getAttribute("href").slice(0, 2000);
    if (!/^\d{1,4}$/.test(label) || /(limit|per|size|show|count)[^&]{0,40}=\d/i.test(href)) continue;
    if (new RegExp(`(page|seite|pagina|[?&]p|/p)[a-z_]{0,20}[=/-]?${Number(label)}(?!\\d)`, "i").test(href)) numbers.add(Number(label));
  }
  return [1, 2, 3].some((low) => numbers.has(low)) ? Math.max(...numbers) : 0;
}

// The number of elements in the container of all cards.
function sizeOfList() {
  const nodes = listNodes();
  const [first, last] = [nodes[0], nodes[nodes.length - 1]].map((node) => node && cardOf(node, p.parentDepth));
  let box = first && first.parentElement;
  while (box && !box.contains(last)) box = box.parentElement;
  return box ? box.getElementsByTagName("*").length : 0;
}

function isAtBottom() {
  const page = document.scrollingElement || document.documentElement;
  return page.scrollTop + window.innerHeight >= page.scrollHeight - 2;
}

const operations = {
  listed: () => ({
    url: document.baseURI,
    address: location.href,
    cards: listNodes().slice(p.from || 0).map(readCard),
    next: p.next ? nextLink(p.next) : null,
  }),
  count: () => listNodes().length,
  signature,
  // The visible elements whose text contains `text`, ignoring case.
  buttons: () =>
    find(p.selector, document).filter((element) => {
      const label = `${textOf(element) || ""} ${element.getAttribute("title") || ""} ${element.getAttribute("aria-label") || ""}`;
      return isVisible(element) && !element.disabled && label.toLowerCase().includes((p.text || "").toLowerCase());
    }),
  press: () => {
    const [button] = operations.buttons();
    operations.arm();
    if (button) button.click();
    return Boolean(button);
  },
  cardElement: () => cardOf(listNodes()[p.index], p.parentDepth),
  hover: () => imageOf(find(p.hover, cardOf(listNodes()[p.index], p.parentDepth))[0]),
  detailElement: () => find(p.detail, cardOf(listNodes()[p.index], p.parentDepth))[0] || null,
  texts: () => find(p.selector, document).map((node) => textOf(node)).filter(Boolean),
  images: () => find(p.selector, document).map(imageOf),
  detail: () => ({
    address: document.location.href,
    canonical: document.querySelector("link[rel~=canonical i]")?.href || null,
    detail_images: p.images ? find(p.images, document).map(imageOf) : [],
    name: ownOrAny(find(p.name, document)).map(nameOf).find(Boolean) ?? null,
    brand: ownOrAny(find(p.brand, document)).map(nameOf).find(Boolean) ?? null,
    price: ownOf(outermost(find(p.price, document))).map((node) => priceOf(node, document.body)).filter(Boolean),
    sale_price: ownOf(outermost(find(p.salePrice, document))).map((node) => priceOf(node, document.body)).filter(Boolean),
    attributes: attributesIn(document, (nodes) => nodes.filter((node) => !isOthers(node))),
    sold_out: soldOutOf(ownOf(find(p.soldOut, document))),
  }),
  // The image nodes' boxes in px from the page's top left, also for nodes in a frame.
  boxes: () => {
    let [left, top] = [window.scrollX, window.scrollY];
    for (let view = window; view !== view.parent && view.frameElement; view = view.parent) {
      const frame = view.frameElement.getBoundingClientRect();
      left += frame.left + view.parent.scrollX - view.scrollX;
      top += frame.top + view.parent.scrollY - view.scrollY;
    }
    return listNodes().map((node) => {
      const box = (node.nodeType === Node.ATTRIBUTE_NODE ? node.ownerElement : node).getBoundingClientRect();
      return { x: box.left + left, y: box.top + top, width: box.width, height: box.height };
    });
  },
  // Scrolls down by a viewport; returns whether the bottom is reached, and the number of cards.
  scroll: () => {
    operations.arm();
    window.scrollBy(0, window.innerHeight);
    return [isAtBottom(), listNodes().length];
  },
  // Before a click: watch.js attributes what the page does from now on to it.
  arm: () => {
    if (watch) watch.arm();
  },
  // The list while it grows; see growth in scrapers/browsing/dom.py.
  growth: () => ({
    count: listNodes().length,
    size: sizeOfList(),
    at_bottom: isAtBottom(),
    signature: p.compare ? signature() : null,
    open: watch ? watch.open.size : 0,
    quiet: watch ? performance.now() - watch.last : null,
    failed: watch ? watch.failed : [],
    leaving: document.readyState === "loading" || Boolean(watch && watch.leaving),
  }),
  counter: () => ({ texts: counterTexts(), highest: highestPage() }),
  status: () => {
    const entry = performance.getEntriesByType("navigation")[0];
    const text = firstText();
    const body = document.body;
    return {
      status: (entry && entry.responseStatus) || 0,
      text,
      title: document.title.slice(0, LONGEST),
      url: location.href,
      time_origin: performance.timeOrigin,
      content_type: document.contentType,
      marks: text.length < 1500 ? challengeMarks() : "",
      dialogs: watch ? watch.dialogs.splice(0) : [],
      locked: document.evaluate(LOCK, document, null, XPathResult.BOOLEAN_TYPE, null).booleanValue,
      links: [...document.links].filter((link) => link.host === location.host && link.pathname.length > 1).length,
      empty: !text && !document.scripts.length && !(body && body.childElementCount),
    };
  },
};
return operations[operation]();
