/** On a television nobody scrolls: what does not fit is shown in turns, by itself. */

import { byId, set, worded } from "../lib/dom.js";

const TURN_EVERY = 10000;
const LISTS = ["tables", "standings"];
/** How small a list may be written so that all of it fits: twice, by about a seventh each. */
const DENSEST = 2;

let turn = 0;

/** Turn the pages from time to time, and fit them anew when the window changes. */
export function turnPages() {
  setInterval(() => {
    turn += 1;
    fillPages();
  }, TURN_EVERY);
  addEventListener("resize", fillPages);
}

/** Show of each list what fits, and say which part that is. */
export function fillPages() {
  const big = "big" in document.documentElement.dataset;
  for (const id of LISTS) {
    const list = byId(id);
    const items = [...list.children];
    for (const item of items) set(item, "data-away", null);
    const fits = big ? Math.max(1, fitted(list, items)) : items.length;
    if (!big) set(list, "data-dense", null);
    const pages = Math.ceil(items.length / fits) || 1;
    const page = turn % pages;
    items.forEach((item, at) => {
      set(item, "data-away", Math.floor(at / fits) !== page);
    });
    worded(byId(`${id}-page`), pages > 1 ? `${page + 1} / ${pages}` : "");
  }
}

/**
 * Write a list as large as it fits, or as small as it may be; how many of its items can be seen then.
 *
 * @param {Element} list
 * @param {Element[]} items
 */
function fitted(list, items) {
  for (let dense = 0; ; dense++) {
    set(list, "data-dense", dense);
    const fits = fitting(list, items);
    if (fits === items.length || dense === DENSEST) return fits;
  }
}

/**
 * How many of a list's items end inside it: whole rows only, as items of a row are of one height.
 *
 * @param {Element} list
 * @param {Element[]} items
 */
function fitting(list, items) {
  const bottom = list.getBoundingClientRect().bottom + 1;
  const ends = items.map((item) => item.getBoundingClientRect());
  const row = ends.findIndex((one) => one.bottom > bottom);
  return row < 0 ? items.length : row;
}
