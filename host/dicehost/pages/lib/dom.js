/** Helpers for the page's nodes: made once, kept, and written only where something differs. Knows no game. */

const SVG = "http://www.w3.org/2000/svg";
/** @type {WeakMap<Element, Map<unknown, Part<any[]>>>} */
const PARTS = new WeakMap();

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Attributes */

/**
 * Make an HTML element. An attribute that is null or false is left out; `on…` is a listener.
 *
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Attributes} attrs
 * @param {(Node | string | null)[]} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement}
 */
export function el(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  furnish(node, attrs, children);
  return /** @type {any} */ (node);
}

/**
 * Make an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attrs
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attrs = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  furnish(node, attrs, children);
  return node;
}

/** @param {Element} node @param {Attributes} attrs @param {(Node | string | null)[]} children */
function furnish(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    // A new node has no attributes yet, so there is nothing to compare with.
    else if (value === true) node.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null) node.append(child);
}

/**
 * Write an attribute, unless it already says so.
 *
 * @param {Element} node
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function set(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const wanted = value === true ? "" : String(value);
  if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
}

/**
 * Write a node's text, unless it already says so; a node without text is not shown.
 *
 * @param {Element} node
 * @param {string} value
 */
export function text(node, value) {
  set(worded(node, value), "hidden", value === "");
}

/**
 * Write a node's text, unless it already says so; the node.
 *
 * @template {Element} Kind
 * @param {Kind} node
 * @param {string} value
 */
export function worded(node, value) {
  if (node.textContent !== value) node.textContent = value;
  return node;
}

/**
 * Give `parent` exactly these nodes, in order; what is there stays untouched, and so does focus on it.
 *
 * @param {Element} parent
 * @param {Node[]} nodes
 */
export function lay(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  /** @type {Node | null} */
  let next = parent.firstChild;
  for (const node of wanted) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

/**
 * Keep one part for each value as the children of `parent`, in order; it has no others.
 *
 * `make` is called once for a key; a node stays the same as long as its key is there, so focus,
 * scrolling and running animations survive an update. A part's `show` also gets its place in the row.
 *
 * @template Value
 * @template {unknown[]} Rest
 * @param {Element} parent
 * @param {readonly Value[]} values
 * @param {(value: Value, at: number) => string | number} keyOf
 * @param {(value: Value, at: number) => {node: Element, show(...shown: Fixed<[Value, ...Rest, number]>): void}} make
 * @param {Rest} rest
 */
export function each(parent, values, keyOf, make, ...rest) {
  const old = PARTS.get(parent) ?? new Map();
  /** @type {Map<unknown, Part<any[]>>} */
  const kept = new Map();
  values.forEach((value, at) => {
    let key = keyOf(value, at);
    // Two cards of one name may lie side by side.
    if (kept.has(key)) key = `${key}#${at}`;
    kept.set(key, old.get(key) ?? make(value, at));
  });
  PARTS.set(parent, kept);
  const parts = [...kept.values()];
  lay(
    parent,
    parts.map((part) => part.node),
  );
  parts.forEach((part, at) => {
    part.show(values[at], ...rest, at);
  });
}

/**
 * Keep one part for a value that may be missing.
 *
 * @template Value
 * @template {unknown[]} Rest
 * @param {Element} parent
 * @param {Value | null | undefined} value
 * @param {(value: Value, at: number) => {node: Element, show(...shown: Fixed<[Value, ...Rest, number]>): void}} make
 * @param {Rest} rest
 */
export function maybe(parent, value, make, ...rest) {
  each(parent, value ? [value] : [], () => "one", make, ...rest);
}

/**
 * Fetch the style of a part of the page that is needed only later; resolves when it is there.
 *
 * @param {string} file
 */
export function fetchStyle(file) {
  const href = `/static/style/${file}`;
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    // One that is not there is done without.
    document.head.append(el("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

/**
 * The element with an id that the page's HTML promises.
 *
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (node === null || (kind && !(node instanceof kind))) throw new Error(`the page has no such element: #${id}`);
  return /** @type {Kind} */ (node);
}

/**
 * The element around what an event hit that fits a selector, if there is one.
 *
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around(target, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}
