/** What widgets share: a buzz under the thumb, dragging, and things that glide to their new place. */

import { moves } from "../../lib/appearance.js";

// Patterns in milliseconds are named, so that all games feel alike.
const BUZZ = { tick: 8, snap: 14, play: [16, 50, 16], no: [10, 40, 10] };
// Less is a tap.
const FAR = 8;
const GLIDE = { duration: 260, easing: "cubic-bezier(.2,1.25,.4,1)" };

/** @param {keyof typeof BUZZ} kind */
export function buzz(kind) {
  // Browsers refuse before the first touch.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ[kind]);
}

/**
 * Remember where things with a `data-glide` are; the function returned lets them glide from there to
 * where they are by then. `from` are other places to come from.
 *
 * @param {Element} root
 */
export function glide(root) {
  const places = () => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-glide]"));
  /** @param {HTMLElement} node */
  const name = (node) => node.dataset.glide ?? "";
  const before = new Map([...places()].map((node) => [name(node), node.getBoundingClientRect()]));
  /** @param {Record<string, DOMRect>} from */
  return (from = {}) => {
    if (!moves()) return;
    const pairs = [...places()].map((node) => /** @type {const} */ ([node, node.getBoundingClientRect()]));
    for (const [node, now] of pairs) {
      const old = from[name(node)] ?? before.get(name(node));
      if (!old || !now.width) continue;
      const [x, y] = [old.x + old.width / 2 - now.x - now.width / 2, old.y + old.height / 2 - now.y - now.height / 2];
      if (Math.abs(x) + Math.abs(y) >= 2) node.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], GLIDE);
    }
  };
}

/**
 * Where a drag is: the pointer, and how far it has come.
 *
 * @typedef {{x: number, y: number, dx: number, dy: number}} Point
 */

/**
 * Let something be dragged; a short way stays a tap. With an `axis` it begins that way only, so that
 * the page can still be scrolled the other way.
 *
 * @param {HTMLElement} node
 * @param {{
 *   axis?: "x" | "y",
 *   able?: () => boolean,
 *   start?: (at: Point) => void,
 *   move?: (at: Point) => void,
 *   end?: (at: Point, lost: boolean) => void,
 * }} acts
 */
export function drag(node, { axis, able = () => true, start, move, end }) {
  node.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !able()) return;
    let going = false;
    /** @param {PointerEvent} event @returns {Point} */
    const at = ({ clientX: x, clientY: y }) => ({ x, y, dx: x - down.clientX, dy: y - down.clientY });
    /** @param {Point} now */
    const far = ({ dx, dy }) => (axis === "x" ? Math.abs(dx) : axis === "y" ? Math.abs(dy) : Math.hypot(dx, dy));
    /** @param {PointerEvent} event */
    const moved = (event) => {
      if (event.pointerId !== down.pointerId) return;
      const now = at(event);
      if (!going && far(now) < FAR) return;
      if (!going) start?.(now);
      going = true;
      move?.(now);
    };
    const watched = new AbortController();
    /** @param {PointerEvent} event */
    const stop = (event) => {
      if (event.pointerId !== down.pointerId) return;
      watched.abort();
      if (!going) return;
      swallowClick();
      end?.(at(event), event.type === "pointercancel");
    };
    addEventListener("pointermove", moved, watched);
    addEventListener("pointerup", stop, watched);
    addEventListener("pointercancel", stop, watched);
  });
}

/** The click that follows a drag is none. */
function swallowClick() {
  /** @param {Event} click */
  const swallow = (click) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, true), 40);
}
