/** Hands for the page's nodes: made once, kept, and written only where something differs. Knows no game. */

const SVG = "http://www.w3.org/2000/svg";
const PARTS = new WeakMap();

/** Make an HTML element. An attribute that is null or false is left out; `on…` is a listener. */
export function el(tag, attrs = {}, ...children) {
  return furnish(document.createElement(tag), attrs, children);
}

/** Make an SVG element. */
export function svg(tag, attrs = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attrs, children);
}

function furnish(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    // A new node says nothing yet, so there is nothing to compare with.
    else if (value === true) node.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  for (const child of children) if (child !== null) node.append(child);
  return node;
}

/** Write an attribute, unless it already says so. */
export function set(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const wanted = value === true ? "" : String(value);
  if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
}

/** Write a node's text, unless it already says so; a node without text is not shown. */
export function text(node, value) {
  set(worded(node, value), "hidden", value === "");
}

/** Write a node's text, unless it already says so; the node. */
export function worded(node, value) {
  if (node.textContent !== value) node.textContent = value;
  return node;
}

/** Let `parent` have just these nodes, in order; what is there stays untouched, and so does focus on it. */
export function lay(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let next = parent.firstChild;
  for (const node of wanted) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

/**
 * Keep one part for each value as the children of `parent`, in order; it has no others.
 *
 * A part is `{node, show(value, ...rest)}`. `make` is called once for a key; a node stays the same
 * as long as its key is there, so focus, scrolling and running animations survive an update.
 */
export function each(parent, values, keyOf, make, ...rest) {
  const old = PARTS.get(parent) ?? new Map();
  const kept = new Map();
  values.forEach((value, at) => {
    let key = keyOf(value, at);
    // Two cards of one name may lie side by side.
    if (kept.has(key)) key = `${key}#${at}`;
    kept.set(key, old.get(key) ?? make(value, at));
  });
  PARTS.set(parent, kept);
  const parts = [...kept.values()];
  lay(parent, parts.map((part) => part.node));
  parts.forEach((part, at) => part.show(values[at], ...rest, at));
}

/** Keep one part for a value that may be missing. */
export function maybe(parent, value, make, ...rest) {
  each(parent, value ? [value] : [], () => "one", make, ...rest);
}

/** Fetch the style of a part of the page that is needed later only; resolves when it is there. */
export function fetchStyle(file) {
  return new Promise((done) => {
    document.head.append(el("link", { rel: "stylesheet", href: `/static/${file}`, onload: done }));
  });
}

/** The element with an id that the page's HTML promises. */
export function byId(id) {
  return document.getElementById(id);
}
