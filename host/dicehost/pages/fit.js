/** Makes a column fit its place: what is secondary gets smaller and says less, step by step. Knows no game. */

// How large secondary things are at each step; table.css says the same.
const SCALES = [1.25, 1.12, 1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.61, 0.56];
const LAST = SCALES.length - 1;
const CALM = 1200;

/**
 * A column that never needs scrolling while a step is left. Step 0 is the roomiest.
 *
 * Growing tighter happens at once, before anybody sees it; looser only when it has been calm, so that
 * nothing jumps to and fro while people play. Every look at the page costs, so what fitted a kind of
 * moment is tried first when such a moment comes again, and else what the overflow lets expect.
 */
export function makeFit(node) {
  const fitted = new Map();
  const tried = new Set();
  let timer = 0;
  let step = 0;

  const at = (wanted) => {
    if (node.dataset.fit === String(wanted)) return;
    step = wanted;
    node.dataset.fit = wanted;
  };
  const fits = () => node.scrollHeight <= node.clientHeight + 1;
  const bound = () => getComputedStyle(node).overflowY !== "visible";

  /** A step that should do: words that wrap need less room both ways. */
  function guess() {
    const wanted = SCALES[step] * Math.sqrt(node.clientHeight / node.scrollHeight);
    const found = SCALES.findIndex((scale) => scale <= wanted);
    return found < 0 ? LAST : Math.max(found, step + 1);
  }

  function tighten() {
    while (step < LAST && !fits()) at(guess());
  }

  function loosen(kind) {
    while (step > 0 && bound()) {
      at(step - 1);
      if (fits()) continue;
      at(step + 1);
      break;
    }
    fitted.set(kind, step);
    tried.add(kind);
  }

  /** Fit what was just drawn, a moment of some kind; `anew` where the place itself has changed. */
  return function fit(kind, anew = false) {
    clearTimeout(timer);
    if (!bound()) {
      // Another part is measured in this position of the screen, and what it says must reach in here.
      step = 0;
      delete node.dataset.fit;
      return;
    }
    if (anew) {
      fitted.clear();
      tried.clear();
    }
    at(fitted.get(kind) ?? (anew ? 0 : step));
    tighten();
    fitted.set(kind, step);
    if (step > 0 && !tried.has(kind)) timer = setTimeout(loosen, CALM, kind);
  };
}
