/** The sheet everybody joins from: a code to scan, one to type and a link, for each seat and for the table. */

import { el, set, text } from "./dom.js";
import { ask } from "./net.js";
import { makeSeatName } from "./seats.js";
import { openSheet, word } from "./sheet.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
const LOOK_AGAIN = 2000;

/** Show the codes of a match, given as the host tells its links. */
export function openJoin(links, key) {
  const host = location.hostname;
  const local = LOOPBACK.test(host) ? word("join.local", { host }) : "";
  const seats = links.seats.map((seat, at) => makeSeat(links.match, at, seat, key));
  const nodes = [
    el("p", {}, word("join.how", { address: `${location.host}/join` })),
    ...(local ? [el("p", { class: "item note", "data-tone": "bad" }, local)] : []),
    el("div", { class: "codes" }, ...seats.map(({ node }) => node), makeTable(links, key)),
  ];
  const here = el("a", { class: "button main", "data-test": "open-table", href: links.table });
  text(here, word("join.here"));
  const { closed } = openSheet(word("join.title"), nodes, here);
  // People come one by one: show who has.
  const timer = setInterval(async () => {
    const now = await ask(`/api/matches/${links.match}/links`, key).catch(() => null);
    now?.seats.forEach((seat, at) => seats[at].show(seat));
  }, LOOK_AGAIN);
  closed.then(() => clearInterval(timer));
}

/** Ask the host for a match's links, and show them. */
export async function openJoinOf(match, key) {
  openJoin(await ask(`/api/matches/${match}/links`, key), key);
}

function makeCode(name, key, attrs) {
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("join.qr", { name }) });
  const typed = el("b", { class: "typed", "data-test": attrs["data-test"].replace("link", "code") });
  const anchor = el("a", attrs, word("join.open"));
  let drawn = "";
  const show = async ({ link, code }) => {
    text(typed, code && `${code.slice(0, 3)} ${code.slice(3)}`);
    set(anchor, "href", link);
    if (link === drawn) return;
    drawn = link;
    const address = new URL(link, location.href).href;
    const drawing = await ask("/api/qr", key, { text: address });
    const shown = new DOMParser().parseFromString(drawing, "text/html").querySelector("svg");
    // With a box of its own the drawing fills whatever room the style gives it.
    const side = shown.getAttribute("width");
    if (side) set(shown, "viewBox", `0 0 ${side} ${side}`);
    picture.replaceChildren(shown);
  };
  return { picture, typed, anchor, show };
}

function makeTable({ table, code }, key) {
  const made = makeCode(word("join.table"), key, { "data-test": "link-table" });
  made.show({ link: table, code });
  const head = el("h3", {}, word("join.table"), el("small", {}, word("join.table.how")));
  return el("section", { class: "code" }, head, made.picture, made.typed, made.anchor);
}

function makeSeat(match, at, seat, key) {
  const name = makeSeatName("h3");
  name.show(at, seat);
  const code = makeCode(seat.name, key, { "data-test": `link-seat-${at}` });
  const here = el("small", { class: "here", "data-test": `here-${at}` });
  const button = el("button", { class: "quiet", "data-test": `rekey-${at}` }, word("join.rekey"));
  const show = (shown) => {
    code.show(shown);
    set(here, "data-here", shown.here);
    text(here, word(shown.here ? "join.here.yes" : "join.here.no"));
  };
  let sure = false;
  // A new code locks out the phone that holds the old one, so it takes two taps.
  button.addEventListener("click", async () => {
    if (sure) show((await ask(`/api/matches/${match}/seats/${at}/rekey`, key, {})).seats[at]);
    sure = !sure;
    text(button, word(sure ? "join.rekey.sure" : "join.rekey"));
  });
  show(seat);
  const node = el("section", { class: "code" }, name.node, here, code.picture, code.typed, code.anchor, button);
  return { node, show };
}
