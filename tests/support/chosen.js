const [selector, text, reference] = arguments;
const label = (e) => [e.textContent, e.title, e.getAttribute("aria-label") || ""].join(" ");
const byPath = () => {
  const result = document.evaluate(selector, document, null, 7, null);
  return Array.from({ length: result.snapshotLength }, (_, n) => result.snapshotItem(n));
};
const nodes = /^[./(]/.test(selector) ? byPath() : [...document.querySelectorAll(selector)];
const fits = (e) => !e.disabled && label(e).toLowerCase().includes(text.toLowerCase());
const chosen = nodes.find(fits);
return chosen === document.querySelector(reference);
