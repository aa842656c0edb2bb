/** Makes columns fit the screen: they say less, phase by phase, and then the zones give way, for good. Knows no game. */

import { set } from "../lib/dom.js";

/** Up to this step things say less, in this phase of a game alone. */
const BRIEF = 2;
/** Up to this step the zones get tighter, and stay so for the match; table.css says what each step does. */
const LAST = 9;

/** @typedef {{zones: number, brief: Record<string, number>}} Steps */

/**
 * One column and its steps. Step 0 has the most room.
 *
 * @param {HTMLElement} node
 */
function makeColumn(node) {
  /** @type {Steps} */
  let steps = { zones: BRIEF, brief: {} };
  let phase = "";
  let bound = false;
  let loosened = false;

  const brief = () => steps.brief[phase] ?? 0;
  const used = () => brief() === BRIEF && steps.zones === LAST;
  // Every step taken so far, so that a rule can be about one and those after it.
  const mark = () => {
    const taken = Array.from({ length: LAST + 1 }, (_, at) => at);
    set(node, "data-fit", taken.filter((at) => (at <= BRIEF ? at <= brief() : at <= steps.zones)).join(" "));
  };

  return {
    node,
    steps: () => steps,
    fits: () => !bound || used() || node.scrollHeight <= node.clientHeight + 1,
    /** @param {string} now */
    turnTo(now) {
      // Tighter zones have room for more words: every phase says all it can again.
      if (loosened && now !== phase) {
        steps.brief = {};
        loosened = false;
      }
      phase = now;
      if (bound) mark();
    },
    tighten() {
      if (brief() < BRIEF) steps.brief[phase] = brief() + 1;
      else {
        steps.zones += 1;
        loosened = true;
      }
      mark();
    },
    /**
     * See whether this column is measured on a screen of this shape; that stays so until the screen is turned.
     *
     * @param {Steps | undefined} known
     */
    place(known) {
      steps = known ?? { zones: BRIEF, brief: {} };
      bound = getComputedStyle(node).overflowY !== "visible";
      // Another column around this one is measured, and its step must apply in here.
      if (!bound) delete node.dataset.fit;
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
      for (const column of tight) column.tighten();
    }
    if (changed)
      keepSteps(
        `${name} ${place}`,
        columns.map((column) => column.steps()),
      );
  }

  // What is added after drawing, such as the link to the next match, needs room too.
  const late = new ResizeObserver(() => place !== "" && tighten());
  for (const { node } of columns) for (const part of node.children) late.observe(part);

  /**
   * Fit what was just drawn; `phase` names what kind of moment it is.
   *
   * @param {string} phase
   */
  return function fit(phase) {
    const now = `${innerWidth} ${innerHeight} ${document.documentElement.hasAttribute("data-large")}`;
    if (place !== now) {
      place = now;
      const known = knownSteps(`${name} ${place}`);
      for (const [at, column] of columns.entries()) column.place(known[at]);
    }
    for (const column of columns) column.turnTo(phase);
    tighten();
  };
}

/** @param {string} name @param {Steps[]} steps */
function keepSteps(name, steps) {
  try {
    sessionStorage.setItem(name, JSON.stringify(steps));
  } catch {
    // Without storage the page finds its steps again.
  }
}

/** @param {string} name @returns {Steps[]} */
function knownSteps(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}
