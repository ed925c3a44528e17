type Create = (this: Document, name: string, options?: ElementCreationOptions) => HTMLElement;
type Assign = (this: Element, name: string, value: string) => void;

/**
 * The page allows no inline styles (its content security policy), and the pin widget writes them.
 * Its style sheet gets the page's nonce; a style attribute is set as the property that it is.
 */
export function allowWidgetStyles(nonce: string): void {
  const nodes = Document.prototype as { createElement: Create };
  const create = nodes.createElement;
  nodes.createElement = function (name, options) {
    const element = create.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  const elements = Element.prototype as { setAttribute: Assign };
  const assign = elements.setAttribute;
  elements.setAttribute = function (name, value) {
    if (name === "style" && this instanceof HTMLElement) this.style.cssText = value;
    else assign.call(this, name, value);
  };
}
