/** The self-test of a tower, step by step with the person who stands before it. */

import { byId, el, set, text } from "../lib/dom.js";

const CHECKS = /** @type {const} */ (["lamps", "button", "beam", "sound"]);
const WAITS = 4;
const SIGNS = { good: "✓", bad: "▲" };

/**
 * Draw it. `lamps` is the picture, which does not know what a check lights.
 *
 * @param {import("./tower.js").Hands} hands
 * @param {{leave: () => void}} lamps
 */
export function makeChecks({ word, say, send, tell }, lamps) {
  let runs = 0;
  let busy = false;
  const rows = Object.fromEntries(CHECKS.map((check) => [check, makeRow(check)]));
  byId("check-list").append(...CHECKS.map((check) => rows[check].node));
  const doing = byId("checks-do");
  const begin = el("button", { type: "button", class: "main", "data-test": "begin-checks" }, word("care.checks.begin"));
  begin.addEventListener("click", () => tell(run));
  const stop = el("button", { type: "button", class: "quiet", "data-test": "stop-checks" }, word("care.stop"));
  stop.addEventListener("click", () => tell(finish));
  doing.append(begin);

  /** @param {(typeof CHECKS)[number]} check */
  function makeRow(check) {
    const sign = el("span", { class: "sign", "aria-hidden": true }, "○");
    const told = el("p", { class: "soft", role: "status", "data-test": `check-${check}` });
    const name = el("span", {}, say({ key: `host.check.${check}.name`, facts: {} }));
    const node = el("li", {}, sign, name, told);
    return {
      node,
      /** @param {string} words @param {boolean} now @param {boolean | null} good */
      show(words, now, good = null) {
        text(told, words);
        set(node, "aria-current", now ? "step" : null);
        const found = good === null ? null : good ? "good" : "bad";
        set(node, "data-found", found);
        text(sign, found ? SIGNS[found] : now ? "◌" : "○");
      },
    };
  }

  /** @param {(typeof CHECKS)[number]} check @returns {Promise<boolean>} */
  function answer(check) {
    return new Promise((done) => {
      const buttons = [true, false].map((good) => {
        const name = good ? "yes" : "no";
        const button = el("button", { type: "button", "data-test": `check-${name}` }, word(`care.${name}`));
        button.addEventListener("click", () => done(good));
        return button;
      });
      // Who was not there yet when it lit up or sounded.
      const again = el("button", { type: "button", "data-test": "check-again" }, word("care.again"));
      again.addEventListener("click", () => tell(() => send("/check", { check })));
      doing.replaceChildren(...buttons, again, stop);
      buttons[0].focus();
    });
  }

  /** @param {(typeof CHECKS)[number]} check @param {number} mine @returns {Promise<Host.CheckFound>} */
  async function examine(check, mine) {
    doing.replaceChildren(stop);
    rows[check].show(say({ key: `host.check.${check}.ask`, facts: {} }), true);
    for (let waits = 0; waits < WAITS; waits += 1) {
      /** @type {Host.CheckFound} */
      const begun = await send("/check", { check });
      if (begun.good !== null || mine !== runs) return begun;
      if (check === "lamps" || check === "sound") return send("/checked", { check, good: await answer(check) });
    }
    return send("/checked", { check, good: false });
  }

  async function run() {
    runs += 1;
    const mine = runs;
    busy = true;
    lamps.leave();
    for (const check of CHECKS) rows[check].show("", false);
    try {
      for (const check of CHECKS) {
        const found = await examine(check, mine);
        if (mine !== runs) return;
        const words = [found.seen, found.step].flatMap((one) => (one ? [say(one)] : []));
        rows[check].show(words.join(" "), false, found.good);
      }
    } finally {
      if (mine === runs) await finish();
    }
  }

  async function finish() {
    runs += 1;
    busy = false;
    for (const check of CHECKS) {
      if (rows[check].node.hasAttribute("aria-current")) rows[check].show("", false);
    }
    doing.replaceChildren(begin);
    begin.focus();
    await send("/done", {});
  }

  return { busy: () => busy };
}
