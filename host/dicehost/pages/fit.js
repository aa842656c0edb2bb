/** Makes a column fit its place: what is secondary gets smaller and says less, step by step. Knows no game. */

const STEPS = 9;
const CALM = 1200;

/**
 * A column that never needs scrolling while a step is left. Step 0 is the roomiest.
 *
 * Growing tighter happens at once, before anybody sees it; looser only when it has been calm, so that
 * nothing jumps to and fro while people play.
 */
export function makeFit(node) {
  let timer = 0;
  let step = 0;

  const at = (wanted) => {
    step = wanted;
    node.dataset.fit = wanted;
  };
  const fits = () => node.scrollHeight <= node.clientHeight + 1;
  const bound = () => getComputedStyle(node).overflowY !== "visible";

  /** The loosest step from `low` to `high` that fits; `high` where none does. */
  function search(low, high) {
    while (low < high) {
      const middle = (low + high) >> 1;
      at(middle);
      if (fits()) high = middle;
      else low = middle + 1;
    }
    at(high);
  }

  function loosen() {
    if (step > 0 && bound()) search(0, step);
  }

  /** Fit what was just drawn; `anew` where the place itself has changed. */
  return function fit(anew = false) {
    clearTimeout(timer);
    if (!bound()) {
      // Another part is measured in this position of the screen, and what it says must reach in here.
      step = 0;
      delete node.dataset.fit;
      return;
    }
    if (anew) at(0);
    if (!fits()) search(Math.min(step + 1, STEPS), STEPS);
    if (step > 0) timer = setTimeout(loosen, CALM);
  };
}
