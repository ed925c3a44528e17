// The elements that an operator can select in a page's picture: their boxes, texts and selectors.
// Evaluated in the page; returns JSON values, see scrapers/pages/pick.py.
// arguments: [{nodePath, parentDepth, top, bottom, most}], in px from the page's top.
const [p] = arguments;

const isXPath = (selector) => /^(\/|\.\/|\()/.test(selector);
const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HTML", "BODY", "HEAD", "BR", "HR"]);
const WORDS = 80;
const BUDGET_MS = 5000; // a page with very many elements is read in part
const CARDS = 8; // cards that a selector is tried on
// Class names of states and of builds, which change.
const STATE = /^(is-|has-|js-)|^(active|selected|current|open|hover|focus|loaded|loading|visible|hidden|first|last|lazy\w*)$/;
const GENERATED = /\d{4,}|^css-|^sc-|^jsx-|__(?=[a-z_-]*[A-Z\d])[A-Za-z0-9_-]{5,}$|^[a-z]{0,2}[A-Za-z]*\d[A-Za-z0-9]{4,}$/;
const ATTRIBUTES = ["data-testid", "data-test", "data-qa", "itemprop", "rel", "name"];

function find(selector, root) {
  try {
    if (!isXPath(selector)) return [...root.querySelectorAll(selector)];
    const result = document.evaluate(selector, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    return Array.from({ length: result.snapshotLength }, (_, i) => result.snapshotItem(i));
  } catch {
    return [];
  }
}

const stable = (name) => name.length < 40 && !STATE.test(name) && !GENERATED.test(name);
const quoted = (text) => `"${CSS.escape(text).replace(/\\ /g, " ")}"`;

// Selectors of one step for an element, the most specific first.
function steps(element) {
  const tag = CSS.escape(element.localName);
  const selectors = [];
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value && value.length < 40 && !GENERATED.test(value)) selectors.push(`${tag}[${name}=${quoted(value)}]`);
  }
  const classes = [...element.classList].filter(stable).map((name) => `.${CSS.escape(name)}`);
  selectors.push(...classes.map((name) => `${tag}${name}`));
  if (classes.length > 1) selectors.push(`${tag}${classes.slice(0, 3).join("")}`);
  const label = element.getAttribute("aria-label");
  if (label && label.length < 40 && /^(A|BUTTON)$/.test(element.tagName)) selectors.push(`${tag}[aria-label=${quoted(label)}]`);
  return [...selectors, tag];
}

function nth(element) {
  const same = [...(element.parentElement?.children ?? [])].filter((other) => other.localName === element.localName);
  return `${CSS.escape(element.localName)}:nth-of-type(${same.indexOf(element) + 1})`;
}

// Selectors to try, short ones first: by itself, below its parents, by its place.
function candidates(element, root) {
  const own = steps(element);
  const selectors = [...own];
  let above = element.parentElement;
  for (let level = 0; level < 3 && above && above !== root && above !== document.body; level += 1) {
    const [first] = steps(above);
    selectors.push(...own.slice(0, 2).map((step) => `${first} ${step}`), ...own.slice(-1).map((step) => `${first} ${step}`));
    above = above.parentElement;
  }
  if (element.parentElement && element.parentElement !== root) selectors.push(`${steps(element.parentElement)[0]} > ${nth(element)}`);
  return [...new Set([...selectors, nth(element)])];
}

function cardOf(node) {
  let card = node;
  for (let level = 0; level < p.parentDepth && card.parentElement; level += 1) card = card.parentElement;
  return card;
}

const images = p.nodePath ? find(p.nodePath, document).map((node) => node.ownerElement ?? node) : [];
const cards = [...new Set(images.map(cardOf))].filter((card) => card !== document.body && card !== document.documentElement);
const isCard = new Set(cards);

// The selector that matches the element in its card, and exactly one element in most other cards.
function inCard(element) {
  let card = element;
  while (card && !isCard.has(card)) card = card.parentElement;
  if (!card || card === element) return null;
  const others = cards.slice(0, CARDS);
  let best = null;
  for (const selector of candidates(element, card)) {
    if (find(selector, card)[0] !== element) continue;
    const hits = others.filter((other) => find(selector, other).length === 1).length;
    if (!best || hits > best.hits) best = { selector, hits, of: others.length };
    if (best.hits === others.length) break;
  }
  return best && { card: best };
}

// The selector that matches the element alone in the document; its full path as a last resort.
function alone(element) {
  const id = element.id && stable(element.id) ? [`#${CSS.escape(element.id)}`] : [];
  for (const selector of [...id, ...candidates(element, document)]) {
    const matches = find(selector, document);
    if (matches.length === 1 && matches[0] === element) return selector;
  }
  const path = [];
  for (let at = element; at && at !== document.documentElement; at = at.parentElement) path.unshift(nth(at));
  return path.join(" > ");
}

// The selector that matches an image and those of other cards, and the levels up to its card.
function likes(element) {
  if (element.tagName !== "IMG") return null;
  for (const selector of candidates(element, document).filter((step) => !step.includes(":nth-"))) {
    const matches = find(selector, document);
    if (matches.length < 2 || selector === "img" || !matches.includes(element)) continue;
    if (!matches.every((other) => other.tagName === "IMG")) continue;
    let [card, depth] = [element, 0];
    while (card.parentElement && matches.filter((other) => card.parentElement.contains(other)).length === 1) {
      card = card.parentElement;
      depth += 1;
    }
    if (depth === 0) continue; // it finds several images of one card
    return { likes: { selector, count: matches.length, depth } };
  }
  return null;
}

function offset() {
  let [left, top] = [window.scrollX, window.scrollY];
  for (let view = window; view !== view.parent && view.frameElement; view = view.parent) {
    const frame = view.frameElement.getBoundingClientRect();
    left += frame.left + view.parent.scrollX - view.scrollX;
    top += frame.top + view.parent.scrollY - view.scrollY;
  }
  return [left, top];
}

const words = (element) => {
  const text = element.tagName === "IMG" ? element.alt : element.textContent || element.getAttribute("aria-label") || "";
  return text.slice(0, 400).replace(/\s+/g, " ").trim().slice(0, WORDS);
};

const [left, top] = offset();
const elements = [];
const until = performance.now() + BUDGET_MS;
for (const element of document.body ? document.body.querySelectorAll("*") : []) {
  if (elements.length >= p.most || performance.now() > until) break;
  if (SILENT.has(element.tagName) || (element.namespaceURI || "").endsWith("svg")) continue;
  const box = element.getBoundingClientRect();
  const y = box.top + top;
  if (box.width < 6 || box.height < 6 || y + box.height < p.top || y > p.bottom) continue;
  if (getComputedStyle(element).visibility === "hidden") continue;
  elements.push({
    box: [box.left + left, y - p.top, box.width, box.height].map(Math.round),
    tag: element.localName.slice(0, 40),
    text: words(element),
    alone: alone(element),
    ...inCard(element),
    ...likes(element),
  });
}
return elements;
