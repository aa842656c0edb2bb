/** The lamps of a tower: a picture of what they should show, settings that hold at once, and how panels are mounted. */

import { byId, el, set, text } from "../lib/dom.js";

const DICE = 8;
const SCATTERED = -1;
const WHOLE = 0b111111111;
// Nine lamps for one to eight, row by row, as the tower shows them.
const PIPS = [0b000010000, 0b100000001, 0b100010001, 0b101000101, 0b101010101, 0b101101101, 0b101111101, 0b111101111];
const SWITCHES = ["calm", "quiet", "digits"];
const PANELS = ["swap", "left", "right", "snake"];
// What the host says of these is about their numbers, which nobody types here.
/** @type {Record<string, string>} */
const OWN_WORDS = { level: "care.level.how", left: "care.turned.how", right: "care.turned.how" };

/**
 * Draw them.
 *
 * @param {import("./tower.js").Hands} hands
 */
export function makeLamps({ word, say, send, tell }) {
  /** @type {{lit: number, sure: boolean} | null} */
  let asking = null;
  /** @type {number | "all" | null} */
  let lit = null;
  const places = Array.from({ length: DICE }, (_, die) => {
    const lamps = Array.from({ length: 9 }, () => el("i"));
    const label = word("care.place", { die: die + 1 });
    const button = el("button", { type: "button", "aria-label": label, "data-test": `place-${die}` }, ...lamps);
    button.addEventListener("click", () => tell(() => (asking ? saw(die) : light(die))));
    return { button, lamps };
  });
  byId("places").append(...places.map(({ button }) => el("li", {}, button)));
  const doing = byId("lamps-do");
  /** @param {string} name @param {() => unknown} job @param {string} kind */
  const makeButton = (name, job, kind = "quiet") => {
    const button = el("button", { type: "button", class: kind, "data-test": name }, word(`care.${name}`));
    button.addEventListener("click", () => tell(job));
    return button;
  };
  const begin = makeButton("which", ask, "main");
  const scattered = makeButton("scattered", () => saw(SCATTERED));
  const right = makeButton("right", stop, "main");
  const wrong = makeButton("wrong", ask);
  const end = makeButton("stop", stop);

  /** @param {string} key @param {(Node | string)[]} buttons */
  function tellNow(key, ...buttons) {
    text(byId("lamps-say"), word(key));
    doing.replaceChildren(...buttons);
    set(byId("lamps"), "data-asks", asking !== null);
    places.forEach(({ button, lamps }, die) => {
      // While it is asked where a die lit up, the picture must not give it away.
      const face = asking ? 0 : lit === "all" ? PIPS[die] : lit === die ? WHOLE : 0;
      set(button, "aria-pressed", String(face > 0));
      lamps.forEach((lamp, at) => {
        set(lamp, "class", (face >> (8 - at)) & 1 ? "on" : null);
      });
    });
  }

  /** @param {number} die */
  async function light(die) {
    await send("/light", { die });
    lit = die;
    tellNow("care.lamps.one", begin, end);
  }

  async function ask() {
    await send("/light", { die: 0 });
    asking = { lit: 0, sure: false };
    tellNow("care.lamps.where", scattered, end);
    places[0].button.focus();
  }

  /** @param {number} seen */
  async function saw(seen) {
    if (!asking) return;
    try {
      /** @type {Host.PanelSeen} */
      const next = await send("/saw", { ...asking, seen });
      const sure = asking.sure || seen !== SCATTERED;
      asking = next.lit === null ? null : { lit: next.lit, sure };
      showSettings(next.settings);
    } catch (error) {
      asking = null;
      tellNow("care.lamps.how", begin);
      throw error;
    }
    lit = asking ? null : "all";
    if (asking) tellNow(seen === SCATTERED ? "care.lamps.again" : "care.lamps.next", scattered, end);
    else tellNow("care.lamps.all", right, wrong);
  }

  async function stop() {
    asking = lit = null;
    tellNow("care.lamps.how", begin);
    await send("/done", {});
  }

  /** @type {Record<string, {put: (value: number) => void, limit: (most: number) => void}>} */
  const controls = {};

  /** @param {string} name @param {HTMLElement} input @param {() => number} value @param {HTMLElement} parent */
  function addSetting(name, input, value, parent) {
    const title = el("strong", {}, say({ key: `host.setting.${name}`, facts: {} }));
    const told = OWN_WORDS[name] ? word(OWN_WORDS[name]) : say({ key: `host.setting.how.${name}`, facts: {} });
    const how = el("small", {}, told);
    parent.append(el("div", { class: "setting" }, el("label", { for: `set-${name}` }, title, how), input));
    input.addEventListener("change", () =>
      tell(async () => {
        const now = await send("/set", { name, value: value() });
        controls[name].put(now.value);
      }),
    );
  }

  /** @param {string} name @param {HTMLElement} parent */
  function addSwitch(name, parent) {
    const input = el("input", { id: `set-${name}`, type: "checkbox", role: "switch", "data-test": `set-${name}` });
    controls[name] = { put: (now) => (input.checked = now === 1), limit() {} };
    addSetting(name, input, () => Number(input.checked), parent);
  }

  /** @param {string} name */
  function addSlider(name) {
    const input = el("input", { id: `set-${name}`, type: "range", min: 0, "data-test": `set-${name}` });
    const shown = el("output", { for: `set-${name}` });
    const tellValue = () => {
      const { value: level, max: most } = input;
      text(shown, level === "0" ? word("care.level.usual") : word("care.level.of", { level, most }));
    };
    input.addEventListener("input", tellValue);
    controls[name] = {
      put(now) {
        if (document.activeElement !== input || input.value === String(now)) input.value = String(now);
        tellValue();
      },
      limit: (most) => set(input, "max", most),
    };
    addSetting(name, input, () => input.valueAsNumber, byId("settings"));
    input.before(shown);
  }

  /** @param {string} name */
  function addTurns(name) {
    const options = [0, 1, 2, 3].map((turns) => el("option", { value: turns }, word(`care.turned.${turns}`)));
    const input = el("select", { id: `set-${name}`, "data-test": `set-${name}` }, ...options);
    controls[name] = { put: (now) => (input.value = String(now)), limit() {} };
    addSetting(name, input, () => Number(input.value), byId("panels"));
  }

  addSlider("level");
  for (const name of SWITCHES) addSwitch(name, byId("settings"));
  for (const name of PANELS) {
    if (name === "left" || name === "right") addTurns(name);
    else addSwitch(name, byId("panels"));
  }

  /** @param {Record<string, number>} settings */
  function showSettings(settings) {
    for (const [name, value] of Object.entries(settings)) controls[name]?.put(value);
  }

  tellNow("care.lamps.how", begin);
  return {
    /** @param {Record<string, number>} settings @param {Record<string, number>} limits */
    show(settings, limits) {
      for (const [name, most] of Object.entries(limits)) controls[name]?.limit(most);
      showSettings(settings);
    },
    /** Something else has the lamps now. */
    leave() {
      asking = lit = null;
      tellNow("care.lamps.how", begin);
    },
    busy: () => asking !== null || lit !== null,
  };
}
