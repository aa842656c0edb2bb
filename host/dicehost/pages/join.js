/** The sheet everybody scans: one code and link a seat, and one for the table. */

import { el, set, text } from "./dom.js";
import { ask } from "./net.js";
import { makeSeatName } from "./seats.js";
import { openSheet, word } from "./sheet.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/** Show the codes of a match, given as the host tells its links. */
export function openJoin(links, key) {
  const host = location.hostname;
  const local = LOOPBACK.test(host) ? word("join.local", { host }) : "";
  const seats = links.seats.map((seat, at) => makeSeat(links.match, at, seat, key));
  const nodes = [
    el("p", {}, word("join.how")),
    ...(local ? [el("p", { class: "item note", "data-tone": "bad" }, local)] : []),
    el("div", { class: "codes" }, ...seats, makeTable(links.table, key)),
  ];
  const here = el("a", { class: "button main", "data-test": "open-table", href: links.table });
  text(here, word("join.here"));
  openSheet(word("join.title"), nodes, here);
}

/** Ask the host for a match's links, and show them. */
export async function openJoinOf(match, key) {
  openJoin(await ask(`/api/matches/${match}/links`, key), key);
}

function makeCode(name, link, key, attrs) {
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("join.qr", { name }) });
  const anchor = el("a", attrs);
  const show = async (path) => {
    const address = new URL(path, location.href).href;
    set(anchor, "href", path);
    text(anchor, word("join.open"));
    const drawn = await ask("/api/qr", key, { text: address });
    const code = new DOMParser().parseFromString(drawn, "text/html").querySelector("svg");
    // With a box of its own the drawing fills whatever room the style gives it.
    const side = code.getAttribute("width");
    if (side) set(code, "viewBox", `0 0 ${side} ${side}`);
    picture.replaceChildren(code);
  };
  show(link);
  return { picture, anchor, show };
}

function makeTable(link, key) {
  const code = makeCode(word("join.table"), link, key, { "data-test": "link-table" });
  const head = el("h3", {}, word("join.table"), el("small", {}, word("join.table.how")));
  return el("section", { class: "code" }, head, code.picture, code.anchor);
}

function makeSeat(match, at, seat, key) {
  const name = makeSeatName("h3");
  name.show(at, seat);
  const code = makeCode(seat.name, seat.link, key, { "data-test": `link-seat-${at}` });
  const button = el("button", { class: "quiet", "data-test": `rekey-${at}` }, word("join.rekey"));
  let sure = false;
  // A new code locks out the phone that holds the old one, so it takes two taps.
  button.addEventListener("click", async () => {
    if (sure) {
      const links = await ask(`/api/matches/${match}/seats/${at}/rekey`, key, {});
      await code.show(links.seats[at].link);
    }
    sure = !sure;
    text(button, word(sure ? "join.rekey.sure" : "join.rekey"));
  });
  return el("section", { class: "code" }, name.node, code.picture, code.anchor, button);
}
