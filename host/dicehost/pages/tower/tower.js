/** The owner's page for one tower: how it is, what it is called, and the parts that do something with it. */

import { byId, el, set, text, worded } from "../lib/dom.js";
import { ask, isLost, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { ready } from "../lib/start-page.js";
import { ownerKey } from "../lib/store.js";
import { catalogue, language, loadWords, sayPage, voice } from "../lib/words.js";
import { makeHealthLine } from "../past/health-line.js";
import { makeChecks } from "./checks.js";
import { makeFirmware } from "./firmware.js";
import { makeLamps } from "./lamps.js";

const LOOK_AGAIN = 3000;
const LOOK_SOON = 700;
/** @type {Record<string, string>} */
const SIGNS = { well: "●", waits: "◌", ill: "▲" };

/** What every part of this page may use. `send` asks the host about this tower; `tell` says what goes wrong. */
/** @typedef {Speech & {send: (path: string, body?: object) => Promise<any>, tell: (job: () => unknown) => Promise<void>}} Hands */

/** Open the page. */
export async function startTower() {
  await loadWords();
  const key = ownerKey();
  const id = location.pathname.split("/").at(-1) ?? "";
  /** @type {[Words, Words]} */
  const [page, host] = await Promise.all([catalogue("tower"), ask(`/api/words/${language()}`)]);
  const speech = voice({ ...page, ...host });
  const { word, kind } = speech;
  sayPage(speech);

  /** @param {() => unknown} job */
  async function tell(job) {
    try {
      await job();
      text(byId("refusal"), "");
    } catch (error) {
      if (error instanceof Refusal) text(byId("refusal"), await whyNot(error));
      else if (isLost(error)) text(byId("refusal"), word("care.lost"));
      else throw error;
    }
  }

  /** @type {Hands} */
  const hands = { ...speech, tell, send: (path, body) => ask(`/api/towers/${id}${path}`, key, body) };
  const lamps = makeLamps(hands);
  const checks = makeChecks(hands, lamps);
  const firmware = makeFirmware(hands, look);
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "short" });
  let named = "";

  /** @param {Host.TowerListed} tower */
  function callIt(tower) {
    const called = tower.name || `${word(`tower.${tower.source || "tower"}`)} ${tower.id.slice(-4)}`;
    text(byId("called"), called);
    document.title = called;
    const input = byId("name", HTMLInputElement);
    if (tower.name !== named && document.activeElement !== input) input.value = tower.name;
    named = tower.name;
  }

  /** @param {Host.TowerListed} tower @param {Host.TowerCare} care */
  function showState({ state, health }, { facts, fault, update }) {
    const updating = state === "updating" || update?.state === "running";
    const ill = (fault && !updating) || state === "refused" || health === "trip" || (facts?.noted.length ?? 0) > 0;
    const mood = updating ? "waits" : ill ? "ill" : state === "ready" ? "well" : "waits";
    set(document.body, "data-mood", mood);
    text(byId("sign"), SIGNS[mood]);
    const told = [kind("care.state", updating ? "updating" : state), health && kind("care.health", health)];
    text(byId("state"), told.filter(Boolean).join(" · "));
    const noted = (facts?.noted ?? []).map((one) => kind("care.noted", one));
    const unplugged = state === "searching" && !updating ? [word("care.unplugged")] : [];
    set(byId("advice"), "data-tone", ill ? "bad" : null);
    text(byId("advice"), [...(fault ? [hands.say(fault)] : []), ...noted, ...unplugged].join(" "));
  }

  /** @param {Host.TowerListed} tower @param {Host.TowerCare} care */
  function showNoise({ health }, { facts, spans }) {
    const [runs = 0, counts = 0, lags = 0] = facts?.tests ?? [];
    const failed = runs + counts + lags ? word("care.noise.tests", { runs, counts, lags }) : "";
    const trips = facts ? word("care.noise.trips", { trips: facts.trips }) : "";
    const now = health ? word(`care.noise.${health}`) : "";
    text(byId("noise-is"), [now, trips, failed].filter(Boolean).join(" "));
    const none = el("p", { class: "soft" }, word("care.noise.none"));
    byId("line").replaceChildren(spans.length ? makeHealthLine(spans, word("care.noise.line"), when) : none);
  }

  /** @param {Host.TowerListed} tower @param {Host.TowerCare} care */
  function showFacts({ id: chip }, { facts }) {
    const rows = [
      ["care.id", chip],
      ["care.board", facts?.model && kind("care.model", facts.model)],
      ["care.python", facts?.python],
      ["care.supply", facts?.supply && kind("care.fed", facts.supply)],
      ["care.rolls", facts && String(facts.rolls)],
    ];
    const told = rows.filter(([, value]) => value);
    byId("facts").replaceChildren(
      ...told.flatMap(([name, value]) => [el("dt", {}, word(name ?? "")), el("dd", {}, value ?? "")]),
    );
  }

  async function look() {
    /** @type {[Host.TowerListed[], Host.TowerCare]} */
    const [towers, care] = await Promise.all([ask("/api/towers", key), hands.send("")]);
    const tower = towers.find((one) => one.id === id);
    if (!tower) return;
    callIt(tower);
    showState(tower, care);
    showNoise(tower, care);
    showFacts(tower, care);
    const here = tower.state === "ready" && care.facts !== null;
    set(byId("lamps"), "hidden", !here);
    set(byId("checks"), "hidden", !here);
    if (care.facts) lamps.show(care.facts.settings, care.limits);
    firmware.show(tower, care);
    set(byId("forget"), "hidden", tower.state !== "searching");
  }

  byId("naming").addEventListener("submit", (event) => {
    event.preventDefault();
    tell(async () => {
      await hands.send("/name", { name: byId("name", HTMLInputElement).value });
      await look();
      worded(byId("state"), word("care.name.kept"));
    });
  });
  byId("forget").addEventListener("click", () =>
    tell(async () => {
      await hands.send("/forget", {});
      location.assign("/");
    }),
  );
  // A match gets its tower back at once, not only after a while.
  addEventListener("pagehide", () => {
    if (lamps.busy() || checks.busy()) hands.send("/done", {}).catch(() => {});
  });
  ready();
  for (;;) {
    await tell(look);
    await new Promise((done) => setTimeout(done, firmware.busy() ? LOOK_SOON : LOOK_AGAIN));
  }
}
