/** Where a beat happens on the page: an item, else the player, else the middle of the table. */

/**
 * The element of a place as rules name it: "centre/<item>", "seat/<number>", "seat/<number>/<item>", and a card's key.
 *
 * @param {string} place
 * @param {number} me
 * @returns {Element}
 */
export function placeOf(place, me) {
  const [where, first = "", ...rest] = place.split("/");
  const seat = where === "seat" ? Number(first) : null;
  const around = seat === null ? ["#centre", "#dice"] : aroundSeat(seat, me);
  const [item, card] = seat === null ? [first, ...rest] : rest;
  const roots = around.flatMap((selector) => [...document.querySelectorAll(selector)]).filter(isSeen);
  for (const root of roots) {
    const found = item ? root.querySelector(`[data-item="${CSS.escape(item)}"]`) : null;
    if (found === null) continue;
    return (card && found.querySelector(`[data-test="card-${CSS.escape(card)}"]`)) || found;
  }
  return roots[0] ?? document.querySelector("#stage, main") ?? document.body;
}

/**
 * Whether an element is the very thing that a place names, and not only where it would be.
 *
 * @param {Element} node
 * @param {string} place
 */
export function isPlace(node, place) {
  const parts = place.split("/");
  const item = parts[parts[0] === "seat" ? 2 : 1];
  return !item || node.closest(`[data-item="${CSS.escape(item)}"]`) !== null;
}

/** @param {number} seat @param {number} me */
function aroundSeat(seat, me) {
  const own = seat === me ? ["#mine", "#me"] : [];
  return [`.board[data-seat="${seat}"]`, ...own, `.scores [data-seat="${seat}"]`];
}

/** @param {Element} node */
function isSeen(node) {
  return node.getClientRects().length > 0;
}

/**
 * The nodes that show a seat's score; a phone has its own in its header, too.
 *
 * @param {number} seat
 * @param {number} me
 */
export function scoresOf(seat, me) {
  const own = seat === me ? ", #my-score" : "";
  return [...document.querySelectorAll(`[data-test="score-${seat}"]${own}`)];
}

/**
 * The middle of an element, on the screen.
 *
 * @param {Element} node
 */
export function middleOf(node) {
  const score = node.querySelector(".score");
  const { left, top, width, height } = (score ?? node).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Put something right below the tray, so that it covers no die; it stays where it is if there is no tray.
 *
 * @param {HTMLElement} node
 */
export function underTray(node) {
  const tray = document.querySelector("#stage")?.getBoundingClientRect();
  if (!tray?.width) return;
  node.style.cssText = `inset:${tray.bottom - 18}px auto auto ${tray.left}px;width:${tray.width}px;margin:0;translate:none`;
}
