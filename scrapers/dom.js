// What the crawl asks of a page, evaluated in the page. One call reads all cards of a page state,
// because a round trip for each field and card costs more than the page itself.
// arguments: [operation, parameters]. Answers are plain values; see scrapers/dom.py.
const [operation, p] = arguments;

const isXPath = (selector) => /^(\/|\.\/|\()/.test(selector);

// All nodes (elements, or attributes by XPath) that the selector finds below root.
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

const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);

// The text that a reader sees in the source, without scripts and without CSS's upper-casing.
function textOf(node) {
  if (!node) return null;
  if (node.nodeType === Node.ATTRIBUTE_NODE || node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.tagName === "META") return node.getAttribute("content");
  if (node.tagName === "IMG") return node.getAttribute("alt");
  if (node.tagName === "INPUT") return node.value;
  let text = "";
  const walk = (element) => {
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.nodeValue;
      else if (child.nodeType === Node.ELEMENT_NODE && !SILENT.has(child.tagName)) {
        const block = child.tagName === "BR" || getComputedStyle(child).display !== "inline";
        if (block) text += " ";
        walk(child);
        if (block) text += " ";
      }
    }
  };
  walk(node);
  return text.replace(/\s+/g, " ").trim();
}

// A price node that holds its amount in an attribute, as microdata does, is read there too.
function textsOf(selector, card) {
  return find(selector, card).map(textOf).filter((text) => text !== null && text !== "");
}

const LAZY = ["data-src", "data-original", "data-lazy", "data-lazy-src", "data-image", "data-img", "data-url"];
const LAZY_SETS = ["data-srcset", "data-lazy-srcset"];

// Every address that the image node may stand for, best first; Python chooses the first usable.
function imageOf(node) {
  if (!node) return null;
  if (node.nodeType === Node.ATTRIBUTE_NODE) return { candidates: [node.nodeValue], sets: [] };
  const image = node.tagName === "IMG" || node.tagName === "SOURCE" ? node : node.querySelector("img") || node;
  const attributes = LAZY.map((name) => image.getAttribute(name));
  const written = [...LAZY_SETS, "srcset"].map((name) => image.getAttribute(name));
  const picture = image.closest("picture");
  const sources = picture ? [...picture.querySelectorAll("source")].map((source) => source.getAttribute("srcset") || source.getAttribute("data-srcset")) : [];
  const background = getComputedStyle(image).backgroundImage;
  return {
    // What the browser chose depends on when it is asked: only where nothing is written.
    candidates: [...attributes, image.getAttribute("src") || image.currentSrc].filter(Boolean),
    sets: [...written, ...sources].filter(Boolean),
    background: background && background !== "none" ? background : null,
    width: image.naturalWidth || Number(image.getAttribute("width")) || null,
    height: image.naturalHeight || Number(image.getAttribute("height")) || null,
  };
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

function linkOf(selector, node, card) {
  const found = selector ? find(selector, card)[0] : node.closest("a[href]") || find("a[href]", card)[0];
  if (!found) return null;
  if (found.nodeType === Node.ATTRIBUTE_NODE) return found.nodeValue;
  const link = found.closest("a[href]") || found.querySelector("a[href]");
  return link ? link.getAttribute("href") : found.getAttribute("data-href");
}

const ID_ATTRIBUTES = ["data-product-id", "data-productid", "data-product_id", "data-item-id", "data-sku", "data-product-sku", "data-pid"];

// The store's own id of the product, where exactly one is written on the card or inside it.
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

function readCard(node) {
  const card = cardOf(node, p.parentDepth);
  const soldOut = find(p.soldOut, card);
  const background = p.background ? find(p.background, card)[0] : null;
  return {
    id: idOf(card),
    href: linkOf(p.href, node, card),
    image: p.background ? background && { background: getComputedStyle(background).backgroundImage } : imageOf(node),
    hover: p.hover ? imageOf(find(p.hover, card)[0]) : null,
    name: textsOf(p.name, card)[0] ?? null,
    brand: textsOf(p.brand, card)[0] ?? null,
    price: textsOf(p.price, card),
    salePrice: textsOf(p.salePrice, card),
    soldOut: soldOut.map((mark) => ({ text: textOf(mark) || "", visible: isVisible(mark) })),
    detail: p.detail ? linkOf(p.detail, node, card) : null,
  };
}

// Enough of the list to see that it changed: how many cards, and the first and last one's content.
function signature() {
  const nodes = find(p.nodePath, document);
  const mark = (node) => (node ? (node.getAttribute && (node.getAttribute("src") || node.getAttribute("data-src") || node.getAttribute("style"))) + "|" + textOf(cardOf(node, p.parentDepth)) : "");
  return [nodes.length, mark(nodes[0]), mark(nodes[nodes.length - 1])].join("§");
}

// The document's first text, without a layout of the page: innerText would force one.
function firstText() {
  const accept = (node) => (SILENT.has(node.parentNode.tagName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT, accept);
  let text = "";
  while (text.length < 4000 && walker.nextNode()) text += ` ${walker.currentNode.nodeValue.trim()}`;
  return text.replace(/\s+/g, " ").slice(0, 4000);
}

// The next page's link as written, and what it is relative to.
function nextLink({ selector, text }) {
  const wanted = (text || "").toLowerCase();
  for (const element of find(selector, document)) {
    const label = `${textOf(element) || ""} ${element.getAttribute("title") || ""} ${element.getAttribute("aria-label") || ""}`;
    const written = element.getAttribute("href");
    // A link that only runs a script keeps its address elsewhere, if it has one.
    const href = written && !/^(javascript:|#)/i.test(written) ? written : element.getAttribute("data-href");
    if (label.toLowerCase().includes(wanted) && href) return { href, url: document.baseURI };
  }
  return null;
}

function isAtBottom() {
  const page = document.scrollingElement || document.documentElement;
  return page.scrollTop + window.innerHeight >= page.scrollHeight - 2;
}

const operations = {
  listed: () => ({
    url: document.baseURI,
    cards: find(p.nodePath, document).slice(p.from || 0).map(readCard),
    next: p.next ? nextLink(p.next) : null,
  }),
  count: () => find(p.nodePath, document).length,
  signature,
  // The candidate elements whose text contains the wanted text, ignoring case.
  buttons: () =>
    find(p.selector, document).filter((element) => {
      const label = `${textOf(element) || ""} ${element.getAttribute("title") || ""} ${element.getAttribute("aria-label") || ""}`;
      return isVisible(element) && !element.disabled && label.toLowerCase().includes((p.text || "").toLowerCase());
    }),
  press: () => {
    const [button] = operations.buttons();
    if (button) button.click();
    return Boolean(button);
  },
  cardElement: () => cardOf(find(p.nodePath, document)[p.index], p.parentDepth),
  hover: () => imageOf(find(p.hover, cardOf(find(p.nodePath, document)[p.index], p.parentDepth))[0]),
  detailElement: () => find(p.detail, cardOf(find(p.nodePath, document)[p.index], p.parentDepth))[0] || null,
  texts: () => find(p.selector, document).map(textOf).filter(Boolean),
  images: () => find(p.selector, document).map(imageOf),
  detail: () => ({
    images: p.images ? find(p.images, document).map(imageOf) : [],
    name: textsOf(p.name, document)[0] ?? null,
    brand: textsOf(p.brand, document)[0] ?? null,
    price: textsOf(p.price, document),
    salePrice: textsOf(p.salePrice, document),
    soldOut: find(p.soldOut, document).map((mark) => ({ text: textOf(mark) || "", visible: isVisible(mark) })),
  }),
  // Where the image nodes stand on the page, in px from its top left; in a frame, from the page's.
  boxes: () => {
    let [left, top] = [window.scrollX, window.scrollY];
    for (let view = window; view !== view.parent && view.frameElement; view = view.parent) {
      const frame = view.frameElement.getBoundingClientRect();
      left += frame.left + view.parent.scrollX - view.scrollX;
      top += frame.top + view.parent.scrollY - view.scrollY;
    }
    return find(p.nodePath, document).map((node) => {
      const box = (node.nodeType === Node.ATTRIBUTE_NODE ? node.ownerElement : node).getBoundingClientRect();
      return { x: box.left + left, y: box.top + top, width: box.width, height: box.height };
    });
  },
  // One viewport down; answers whether the bottom is reached.
  scroll: () => {
    window.scrollBy(0, window.innerHeight);
    return isAtBottom();
  },
  atBottom: isAtBottom,
  status: () => {
    const entry = performance.getEntriesByType("navigation")[0];
    return { status: entry ? entry.responseStatus : 0, text: firstText(), title: document.title, url: location.href };
  },
};
return operations[operation]();
