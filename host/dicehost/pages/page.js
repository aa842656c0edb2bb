/** What the table's page and a seat's page have in common: the link, the game's words, the line to the host. */

import { byId, set, text } from "./dom.js";
import { ask, askUntilAnswered, command, fetchPart, follow, Refusal } from "./net.js";
import { keepShell } from "./shell.js";
import { play } from "./sound.js";
import { keep, ownerKey, screenToken } from "./store.js";
import { LANGUAGE, sayPage, voice } from "./words.js";

// A line that is back before anybody noticed need not be mentioned.
const CALM = 700;
// One that stays away for so long may need a hand.
const LONG = 20000;
const READ = 8000;
const WAITS = new Set(["seat.waits", "seat.turned_away"]);
const WITHOUT_TOWER = new Set(["hand", "system"]);

/**
 * Open a screen and draw every state it is sent.
 *
 * `draw(screen, ctx)` gets the newest one only. Returns `{match, token, act, press}`.
 */
export function openPage(kind, draw) {
  const match = location.pathname.split("/")[2];
  // The tablet in the hands of a seat: a page inside the table's page, opened by the owner's key.
  const seat = Number(/^#tablet=(\d+)$/.exec(location.hash)?.[1] ?? -1);
  const handed = seat >= 0;
  const token = handed ? ownerKey() : screenToken(kind, match);
  const asSeat = handed ? { seat } : {};
  const owner = kind === "table" ? ownerKey() : null;
  const plain = voice();
  const sign = byId("away");
  const alarm = byId("refusal");
  let newest = null;
  let game = null;
  let speech = plain;
  let signTimer = 0;
  let alarmTimer = 0;
  let turnedAway = false;
  let doorSeen = false;
  let waits = null;
  const rare = {};

  sayPage(plain);
  // Another link pasted into the same tab changes the fragment only.
  addEventListener("hashchange", () => location.reload());

  function away(lost) {
    clearTimeout(signTimer);
    set(document.body, "data-away", lost);
    // The host is there and said no: that is told instead. And the page around this one tells it for both.
    if (handed || (lost && turnedAway)) return;
    if (!lost) text(sign, "");
    else if (sign.hidden) signTimer = setTimeout(search, CALM);
    else signTimer = setTimeout(searchOn, LONG);
  }

  function search() {
    text(sign, plain.word("away"));
    signTimer = setTimeout(searchOn, LONG);
  }

  function searchOn() {
    text(sign, plain.word(navigator.onLine ? "away.long" : "away.offline"));
  }

  /** Say a refusal aloud, long enough to be read whatever else happens at the table. */
  async function refused(refusal) {
    clearTimeout(alarmTimer);
    // Whom the table has told nothing yet, it has told no words either.
    const { whyNot } = newest ? { whyNot: speech.refusal } : await fetchPart("./refused.js");
    text(alarm, await whyNot(refusal));
    play("refusal");
    alarmTimer = setTimeout(() => text(alarm, ""), READ);
  }

  async function told(message) {
    turnedAway = "code" in message;
    waits = WAITS.has(message.code) ? message : null;
    if (waits) {
      doorSeen = true;
      text(sign, "");
      const { showWaiting } = await fetchPart("./door.js");
      if (waits === message) showWaiting(message);
      return;
    }
    if (turnedAway) {
      refused(message);
      return;
    }
    const before = newest;
    newest = { ...message, arrived: performance.now() };
    const screen = newest;
    game ??= load(message.game);
    const { words, faces } = await game;
    // Something newer may have come while the game's words were fetched.
    if (screen !== newest) return;
    speech = voice(words, message.seats.map((seat) => seat.name));
    const { me, seats } = message;
    const ctx = { ...speech, faces, me, seats, leaders: leaders(message) };
    // First: whatever is written after the page was looked at has it laid out once more.
    announce(message, ctx);
    draw(screen, ctx);
    showDoor(screen, ctx);
    showNext(before, screen);
    if (!handed) showRare(screen, ctx);
    document.body.dataset.seq = message.seq;
  }

  /** Somebody may wait to be let in, and whoever did has been. */
  async function showDoor(screen, ctx) {
    if (screen.knocks.length === 0 && !doorSeen) return;
    doorSeen = true;
    const { showKnocks } = await fetchPart("./door.js");
    if (screen === newest) showKnocks(screen.knocks, ctx, act);
  }

  /** After a match: the way to the next one, which screens that saw it come take by themselves. */
  async function showNext(before, screen) {
    if (screen.over === null) return;
    if (before !== null && before.next === null && screen.next !== null) {
      location.replace(screen.next);
      return;
    }
    const { showAgain } = await fetchPart("./again.js");
    if (screen === newest) showAgain(screen);
    dispatchEvent(new Event("later"));
  }

  /** What few evenings need is fetched when one does. */
  function showRare(screen, ctx) {
    const { by_hand: byHand, source, tablet, waiting, seats, over } = screen;
    const unplayed = tablet.length > 0 || waiting.some((one) => !seats[one].here);
    rarely("hand", byHand !== null || WITHOUT_TOWER.has(source), screen, ctx);
    rarely("curtain", owner && unplayed && !over, screen, ctx);
    rarely("wake", kind === "table" || screen.form || screen.roll?.may_press, screen, ctx);
  }

  async function rarely(name, wanted, screen, ctx) {
    if (!wanted && !(name in rare)) return;
    rare[name] ??= fetchPart(`./${name}.js`).then((part) => part.default({ kind, match, act, owner }));
    const part = await rare[name];
    if (screen === newest) part.show(screen, ctx);
    dispatchEvent(new Event("later"));
  }

  async function load(key) {
    const [words, faces] = await Promise.all([
      askUntilAnswered(`/api/games/${key}/words/${LANGUAGE}`, token),
      askUntilAnswered(`/api/matches/${match}/faces`, token),
    ]);
    return { words, faces };
  }

  /** Give a command while it is `wanted`; the host's answer, or null once it refused or it is too late. */
  async function act(what, wanted) {
    text(alarm, "");
    try {
      return await command(match, token, { ...what, ...asSeat }, () => wanted(newest));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      refused(refusal);
      return null;
    }
  }

  /** Press the tower's button for the roll on the screen, and for no later one. */
  function press() {
    const { id } = newest.roll;
    return act({ do: "press", answer: { roll: id } }, (screen) => screen.roll?.id === id);
  }

  /** What an answer so far would come to; nothing, where the host is away or has nothing to say. */
  async function preview(answer) {
    try {
      return await ask(`/api/matches/${match}/preview`, token, { answer, ...asSeat });
    } catch {
      return [];
    }
  }

  /** Open the rules where they tell of a ruling, or else of the present phase. */
  async function openHelp(ruling = null) {
    const { openRules } = await fetchPart("./help.js");
    const timed = newest.clock !== null;
    const chapter = speech.say({ key: `chapter.${newest.view.headline.key}` });
    const { closed } = await openRules(newest.game, token, { chapter, ruling });
    if (!timed) return;
    // Nobody's time runs while somebody looks something up.
    act({ do: "help_open" }, () => true);
    closed.then(() => act({ do: "help_close" }, () => true));
  }

  byId("rules").addEventListener("click", () => newest && openHelp());
  document.addEventListener("click", ({ target }) => {
    const ruling = target.closest("[data-ruling]");
    // In the rules themselves a ruling is a step away, which the sheet makes alone.
    if (ruling && !ruling.closest("dialog")) openHelp(ruling.dataset.ruling);
  });
  if (token) follow(match, { token, ...asSeat }, told, away);
  else text(alarm, plain.word("no_link"));
  if (!handed) {
    keep("last", location.pathname);
    keepShell();
  }
  return { match, token, act, press, preview };
}

/** Tell those who listen rather than look what the last event did; the same state is told once. */
function announce({ seq, view }, { say }) {
  const live = byId("live");
  if (live.dataset.seq === String(seq)) return;
  set(live, "data-seq", seq);
  live.textContent = (view.news ?? []).map(say).join(" ");
}

/** The seats in front, if any seat is behind. */
function leaders({ standing, seats }) {
  const best = Math.max(...standing);
  const front = seats.map((_, seat) => seat).filter((seat) => standing[seat] === best);
  return front.length < seats.length ? front : [];
}

/** Who is waited for, in one sentence. */
export function waitingFor({ waiting, over, roll, me }, { word }) {
  if (over || roll) return "";
  if (waiting.length === 0) return word("waiting.none");
  const others = waiting.filter((seat) => seat !== me);
  return others.length === 0 ? word("waiting.you") : word("waiting", { seats: others });
}

/** The result in one sentence. */
export function resultOf({ over, me }, { word }) {
  if (over.winners.length === 0) return word("over.none");
  if (over.winners.length > 1) return word("over.shared", { seats: over.winners });
  return over.winners[0] === me ? word("over.you") : word("over.one", { seats: over.winners });
}
