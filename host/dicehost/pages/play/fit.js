/** Makes columns fit the screen: secondary things get smaller and say less, step by step, and stay so. Knows no game. */

// How large secondary things are at each step; table.css says the same.
const SCALES = [1.25, 1.12, 1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.61, 0.56];
const LAST = SCALES.length - 1;
/** Steps taken at once: what has become too small stays too small. */
const FAR = 2;

/**
 * One column and its step. Step 0 has the most room.
 *
 * @param {HTMLElement} node
 */
function makeColumn(node) {
  let step = 0;
  let bound = false;

  /** @param {number} wanted */
  const at = (wanted) => {
    step = wanted;
    if (node.dataset.fit !== String(wanted)) node.dataset.fit = String(wanted);
  };
  const fits = () => !bound || step === LAST || node.scrollHeight <= node.clientHeight + 1;

  return {
    at,
    fits,
    node,
    step: () => step,
    /**
     * See whether this column is measured on a screen of this shape; that stays so until the screen is turned.
     *
     * @param {number} first
     */
    place(first) {
      bound = getComputedStyle(node).overflowY !== "visible";
      // Another column around this one is measured, and its step must apply in here.
      if (bound) at(first);
      else delete node.dataset.fit;
    },
    /** A step that may fit: smaller words also wrap less, so not as far as the height alone would have it. */
    guess() {
      const wanted = SCALES[step] * Math.sqrt(node.clientHeight / node.scrollHeight);
      const found = SCALES.findIndex((scale) => scale <= wanted);
      return Math.min(found < 0 ? LAST : Math.max(found, step + 1), step + FAR);
    },
  };
}

/**
 * Columns that never need scrolling while a step is left.
 *
 * They only ever get tighter, before anybody sees it: what was small for one moment of a match stays small, so that
 * nothing jumps to and fro while people play. A page that is loaded again begins where it was; `name` is the match.
 * All columns are looked at together: one layout, where it fits.
 *
 * @param {HTMLElement[]} nodes
 * @param {string} name
 */
export function makeFit(nodes, name) {
  const columns = nodes.map(makeColumn);
  let place = "";

  function tighten() {
    let changed = false;
    for (;;) {
      const tight = columns.filter((column) => !column.fits());
      if (tight.length === 0) break;
      changed = true;
      const steps = tight.map((column) => column.guess());
      for (const [at, column] of tight.entries()) column.at(steps[at]);
    }
    if (changed)
      keepSteps(
        `${name} ${place}`,
        columns.map((column) => column.step()),
      );
  }

  // What is added after drawing, such as the link to the next match, needs room too.
  const late = new ResizeObserver(() => place !== "" && tighten());
  for (const { node } of columns) for (const part of node.children) late.observe(part);

  /** Fit what was just drawn. */
  return function fit() {
    const now = `${innerWidth} ${innerHeight} ${document.documentElement.hasAttribute("data-large")}`;
    if (place !== now) {
      place = now;
      const known = knownSteps(`${name} ${place}`);
      for (const [at, column] of columns.entries()) column.place(known[at] ?? 0);
    }
    tighten();
  };
}

/** @param {string} name @param {number[]} steps */
function keepSteps(name, steps) {
  try {
    sessionStorage.setItem(name, JSON.stringify(steps));
  } catch {
    // Without storage the page finds its steps again.
  }
}

/** @param {string} name @returns {number[]} */
function knownSteps(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}
