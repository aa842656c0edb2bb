/** Makes columns fit the screen: secondary things get smaller and say less, step by step. Knows no game. */

// How large secondary things are at each step; table.css says the same.
const SCALES = [1.25, 1.12, 1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.61, 0.56];
const LAST = SCALES.length - 1;
const CALM = 1200;

/**
 * One column, and the step that fitted each kind of moment. Step 0 has the most room.
 *
 * @param {HTMLElement} node
 */
function makeColumn(node) {
  /** @type {Map<string, number>} */
  const fitted = new Map();
  const tried = new Set();
  let step = 0;
  let bound = false;

  /** @param {number} wanted */
  const at = (wanted) => {
    step = wanted;
    if (node.dataset.fit !== String(wanted)) node.dataset.fit = String(wanted);
  };
  const fits = () => !bound || step === LAST || node.scrollHeight <= node.clientHeight + 1;

  return {
    node,
    at,
    fits,
    /** See whether this column is measured on a screen of this shape; that stays so until the screen is turned. */
    place() {
      bound = getComputedStyle(node).overflowY !== "visible";
      fitted.clear();
      tried.clear();
      step = 0;
    },
    /** @param {string} kind */
    begin(kind) {
      if (bound) at(fitted.get(kind) ?? step);
      // Another column around this one is measured, and its step must apply in here.
      else delete node.dataset.fit;
    },
    /** A step that should fit: smaller words also wrap less, so the square root is enough. */
    guess() {
      const wanted = SCALES[step] * Math.sqrt(node.clientHeight / node.scrollHeight);
      const found = SCALES.findIndex((scale) => scale <= wanted);
      return found < 0 ? LAST : Math.max(found, step + 1);
    },
    /** @param {string} kind */
    keep: (kind) => fitted.set(kind, step),
    /**
     * Try one step looser; false when there is none that fits.
     *
     * @param {string} kind
     */
    loosen(kind) {
      if (!bound || step === 0 || tried.has(kind)) return false;
      at(step - 1);
      if (fits()) return true;
      at(step + 1);
      tried.add(kind);
      return false;
    },
  };
}

/**
 * Columns that never need scrolling while a step is left.
 *
 * Growing tighter happens at once, before anybody sees it; looser only when it has been calm, so that
 * nothing jumps to and fro while people play. Every look at a changed page makes the browser lay it out,
 * so what fitted a kind of moment is written first when such a moment comes again, and all columns are
 * looked at together: one layout, where it fits.
 *
 * @param {HTMLElement[]} nodes
 */
export function makeFit(nodes) {
  const columns = nodes.map(makeColumn);
  let place = "";
  /** @type {string} */
  let kind = "";
  let timer = 0;

  function tighten() {
    for (;;) {
      const tight = columns.filter((column) => !column.fits());
      if (tight.length === 0) break;
      const steps = tight.map((column) => column.guess());
      for (const [at, column] of tight.entries()) column.at(steps[at]);
    }
    for (const column of columns) column.keep(kind);
  }

  /** One step at a time, so a message that arrives meanwhile does not have to wait. */
  function loosen() {
    const looser = columns.map((column) => column.loosen(kind));
    for (const column of columns) column.keep(kind);
    if (looser.some(Boolean)) timer = setTimeout(loosen);
  }

  // What is added after drawing, such as the link to the next match, needs room too.
  const late = new ResizeObserver(() => kind !== "" && tighten());
  for (const { node } of columns) for (const part of node.children) late.observe(part);

  /**
   * Fit what was just drawn, a moment of some kind.
   *
   * @param {string} drawn
   */
  return function fit(drawn) {
    clearTimeout(timer);
    kind = drawn;
    const now = `${innerWidth} ${innerHeight} ${document.documentElement.hasAttribute("data-large")}`;
    if (place !== now) for (const column of columns) column.place();
    place = now;
    for (const column of columns) column.begin(kind);
    tighten();
    timer = setTimeout(loosen, CALM);
  };
}
