/** Dice by hand: asking the table, agreeing, tapping in what was rolled, and the note that says so. */

import { diceOf, makeDie } from "../draw/dice.js";
import { byId, each, el, fetchStyle, set, text } from "../lib/dom.js";
import { catalogue, join, voice } from "../lib/words.js";

/**
 * Make the panel; it sits below the roll it is about.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export async function makeManualDice({ kind, act }) {
  const extras = await catalogue("rare");
  await fetchStyle("late.css");
  const consent = makeConsent(act, kind);
  const typing = makeTyping(act);
  const mark = el("p", { class: "by-hand-mark", "data-test": "source" });
  const node = el("section", { class: "by-hand" }, consent.node, typing.node, mark);
  byId("rolling").after(node);
  return {
    show(screen, ctx) {
      const { by_hand: byHand, source, roll } = screen;
      const { word } = voice(
        extras,
        ctx.seats.map((seat) => seat.name),
      );
      consent.show(byHand, ctx, word);
      typing.show(byHand?.may_type ? roll : null, ctx, word);
      set(byId("rolling"), "hidden", byHand?.may_type === true);
      text(mark, extras[`page.source.${source}`] && !byHand?.may_type ? word(`source.${source}`) : "");
    },
  };
}

/**
 * @param {Act} act
 * @param {string} kind
 * @returns {Part<[byHand: Host.ManualDiceShown | null, ctx: Context, word: Speech["word"]]>}
 */
function makeConsent(act, kind) {
  const words = el("p", {});
  /** @param {"ask_hand" | "agree_hand" | "refuse_hand"} what @param {string} look */
  const button = (what, look) => {
    const node = el("button", { class: look, "data-test": what.replace("_", "-") });
    node.addEventListener("click", () => act({ do: what }, (screen) => screen.by_hand !== null));
    return node;
  };
  const askFor = button("ask_hand", "quiet");
  const agree = button("agree_hand", "main");
  const refuse = button("refuse_hand", "quiet");
  const pair = el("div", { class: "pair" }, refuse, agree);
  const node = el("div", { class: "by-hand-ask", "data-test": "by-hand" }, words, askFor, pair);
  return {
    node,
    show(byHand, { me, seats }, word) {
      const asked = byHand?.state === "asked";
      const reads = byHand?.state === "agreed" && byHand.device !== "";
      set(node, "hidden", !byHand || (byHand.state === "agreed" && !reads));
      set(node, "data-state", byHand?.state);
      if (!byHand) return;
      const wanted = byHand.missing.includes(me);
      const offer = reads ? word("hand.device", { device: byHand.device }) : word("hand.offer");
      text(words, asked ? question(byHand, me, seats, word) : offer);
      text(askFor, asked ? "" : word("hand.ask"));
      set(pair, "hidden", !wanted);
      text(agree, word(kind === "table" ? "hand.agree.table" : "hand.agree"));
      text(refuse, word("hand.refuse"));
    },
  };
}

/**
 * @param {Host.ManualDiceShown} asked
 * @param {number} me
 * @param {{name: string}[]} seats
 * @param {Speech["word"]} word
 */
function question({ viewer, missing, device }, me, seats, word) {
  const name = seats[viewer ?? -1]?.name ?? word("hand.table.first");
  const wish = device ? word("hand.asked.device", { who: name, device }) : word("hand.asked", { who: name });
  const asks = viewer === me && !device ? word("hand.mine") : wish;
  if (missing.includes(me)) return asks;
  const names = missing.map((one) => seats[one]?.name ?? word("hand.table"));
  const rest = names.length ? word("hand.missing", { who: join(names, word("and")) }) : word("hand.nobody");
  return `${asks} ${rest}`;
}

/**
 * Dice to fill in: tap a face, and the next die is selected. Digit keys do the same.
 *
 * @param {Act} act
 * @returns {Part<[asked: Host.RollShown | null, ctx: Context, word: Speech["word"]]>}
 */
function makeTyping(act) {
  const title = el("p", { class: "call" });
  const tray = el("div", { class: "tray" });
  const pad = el("div", { class: "pad", role: "group" });
  const send = el("button", { class: "main", type: "submit", "data-test": "type-in" });
  const node = el("form", { class: "typing", "data-test": "typing" }, title, tray, pad, send);
  /** @type {Host.RollShown | null} */
  let roll = null;
  /** @type {(DieShown & {faces: number})[]} */
  let dice = [];
  let at = 0;
  let sending = false;
  /** @type {{ctx: Context, word: Speech["word"]}} */
  let shown;

  /** @param {number} value */
  function choose(value) {
    if (at >= dice.length || value < 1 || value > dice[at].faces || sending) return;
    dice[at].value = value;
    const next = dice.findIndex((die) => die.value === 0);
    at = next < 0 ? at : next;
    draw();
  }

  function draw() {
    const { ctx, word } = shown;
    const left = dice.filter((die) => die.value === 0).length;
    each(tray, dice, (_, place) => place, makeChoice, ctx, word);
    const faces = Array.from({ length: dice[at].faces }, (_, face) => ({ ...dice[at], value: face + 1 }));
    each(pad, faces, ({ kind, faces: of, value }) => `${kind} ${of} ${value}`, makeFace, ctx, word);
    text(title, word("hand.title"));
    text(send, left ? word("hand.left", { left }) : word("hand.send"));
    send.disabled = left > 0 || sending;
  }

  /** @returns {Part<[value: DieShown, ctx: Context, word: Speech["word"], place: number]>} */
  function makeChoice() {
    const die = makeDie();
    const button = el("button", { type: "button", class: "set-die" }, die.node);
    return {
      node: button,
      show(value, ctx, word, place) {
        die.show(value, ctx);
        button.onclick = () => {
          at = place;
          draw();
        };
        set(button, "data-test", `set-die-${place}`);
        set(button, "aria-pressed", String(place === at));
        const facts = { number: place + 1, face: nameOf(value, ctx) };
        set(button, "aria-label", word(value.value ? "hand.die" : "hand.die.blank", facts));
      },
    };
  }

  /** @returns {Part<[value: DieShown, ctx: Context, word: Speech["word"]]>} */
  function makeFace() {
    const die = makeDie();
    const button = el("button", { type: "button", class: "set-face" }, die.node);
    return {
      node: button,
      show(value, ctx, word) {
        die.show(value, ctx);
        button.onclick = () => choose(value.value);
        set(button, "data-test", `face-${value.value}`);
        set(button, "aria-label", word("hand.face", { face: nameOf(value, ctx) }));
      },
    };
  }

  node.addEventListener("keydown", ({ key }) => /^[1-9]$/.test(key) && choose(Number(key)));
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled || roll === null) return;
    const { id } = roll;
    const faces = dice.map((die) => die.value);
    sending = true;
    draw();
    try {
      await act({ do: "type_in", answer: { roll: id, faces } }, (screen) => screen.roll?.id === id);
    } finally {
      sending = false;
      if (roll) draw();
    }
  });

  return {
    node,
    show(asked, ctx, word) {
      set(node, "hidden", asked === null);
      if (asked === null) {
        roll = null;
        return;
      }
      shown = { ctx, word };
      // Half-entered dice survive everything but another roll.
      if (roll?.id !== asked.id) {
        const sides = asked.dice.flatMap(({ count, faces = 6 }) => Array(count).fill(faces));
        dice = diceOf(asked.dice, false, ctx.seats).map((die, place) => ({ ...die, faces: sides[place] }));
        at = 0;
      }
      roll = asked;
      draw();
    },
  };
}

/** @param {DieShown} die @param {Context} ctx */
function nameOf({ kind = "pips", value }, { faces, say }) {
  const name = faces[kind]?.[value - 1]?.name;
  return name ? say({ key: name }) : String(value);
}
