/** What the table's page and a seat's page have in common: the link, the game's words, the connection to the host. */

import { around, byId, set, text } from "../lib/dom.js";
import { ask, askUntilAnswered, command, follow, Refusal } from "../lib/net.js";
import { fetchPart } from "../lib/parts.js";
import { play, startSound } from "../lib/sound.js";
import { keepShell, ready } from "../lib/start-page.js";
import { keep, ownerKey, screenToken } from "../lib/store.js";
import { language, sayPage, voice } from "../lib/words.js";
import { fetchClocks } from "./clocks.js";
import { makeShow } from "./show.js";
import { announce, leaders } from "./summary.js";

// A connection that is back before anybody noticed is not worth a message.
const CALM = 700;
// One that stays away this long may need help.
const LONG = 20000;
const READ = 8000;
// What nobody misses in a page's first seconds is fetched after them: its first picture comes sooner.
const UNHURRIED = new Set(["bots", "wakeLock"]);
const SOON = 5000;
// What a screen says on few evenings, and how it is written in a message: these words are fetched when they are needed.
const SELDOM = ['"host.', '"late.'];
const WAITS = new Set(["seat.waits", "seat.turned_away"]);
const WITHOUT_TOWER = new Set(["hand", "system", "device"]);

/** @typedef {"bots" | "broken" | "manualDice" | "curtain" | "wakeLock" | "joinCard" | "venue" | "finale"} LateName */

/**
 * Open a screen and show every state it is sent, with the show that leads to it.
 *
 * @param {"table" | "seat"} kind
 * @param {import("./show.js").Stage} stage
 */
export function openPage(kind, stage) {
  const match = location.pathname.split("/")[2];
  // The tablet handed to one seat: a page inside the table's page, opened by the owner's key.
  const seat = Number(/^#tablet=(\d+)$/.exec(location.hash)?.[1] ?? -1);
  const handed = seat >= 0;
  const token = handed ? ownerKey() : screenToken(kind, match);
  const asSeat = handed ? { seat } : {};
  const owner = kind === "table" ? ownerKey() : null;
  const plain = voice();
  const sign = byId("away");
  const alarm = byId("refusal");
  /** @type {ScreenState | null} */
  let newest = null;
  /** @type {Promise<{words: Words, faces: Faces}> | null} */
  let game = null;
  /** @type {Promise<Words> | null} */
  let all = null;
  let speech = plain;
  let signTimer = 0;
  let alarmTimer = 0;
  let turnedAway = false;
  let admissionSeen = false;
  let live = false;
  /** @type {ReturnType<typeof import("./admission.js").makeAdmission> | undefined} */
  let admitting;
  /** @type {{code: string} | null} */
  let waits = null;
  /** @type {Partial<Record<LateName, Promise<LatePart>>>} */
  const late = {};
  /** @type {ScreenState | null} */
  let drawn = null;
  /** @type {ScreenState | null} */
  let held = null;
  let podium = false;
  const show = makeShow({
    ...stage,
    draw: drawAll,
    things(screen, ctx, before) {
      announce(screen, ctx);
      stage.things(screen, ctx, before);
    },
  });

  sayPage(plain);
  startSound();
  // Another link pasted into the same tab changes the fragment only.
  addEventListener("hashchange", () => location.reload());

  /** @param {boolean} lost */
  function away(lost) {
    clearTimeout(signTimer);
    set(document.body, "data-away", lost);
    // If the host is there and refused, that is shown instead. A page inside another leaves it to the outer one.
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

  /**
   * Show a refusal long enough to be read, whatever else happens at the table.
   *
   * @param {Refusal | Host.Refusal} refusal
   */
  async function refused(refusal) {
    clearTimeout(alarmTimer);
    // A game's own refusals are among its words; the host's are fetched when there is one.
    text(alarm, speech.refusal(refusal) ?? (await (await fetchPart("refusals")).whyNot(refusal)));
    play("refusal");
    alarmTimer = setTimeout(() => text(alarm, ""), READ);
  }

  /** @param {any} message @param {string} written */
  async function told(message, written) {
    turnedAway = "code" in message;
    waits = WAITS.has(message.code) ? message : null;
    if (waits) {
      admissionSeen = true;
      text(sign, "");
      const { showWaiting } = await admission();
      if (waits === message) showWaiting(message);
      return;
    }
    if (turnedAway) {
      refused(message);
      return;
    }
    /** @type {ScreenState} */
    const screen = { ...message, arrived: performance.now() };
    newest = screen;
    game ??= load(screen.game);
    if (screen.over || SELDOM.some((key) => written.includes(key))) everything(screen.game);
    const [{ words: own, faces }, more] = await Promise.all([game, all, fetchClocks(screen)]);
    // Something newer may have come while the game's words were fetched.
    if (screen !== newest) return;
    speech = voice(
      more ?? own,
      screen.seats.map((seat) => seat.name),
    );
    const { me, seats } = screen;
    set(document.body, "data-theme", screen.theme || null);
    show.take(screen, { ...speech, faces, me, seats, leaders: leaders(screen) });
  }

  /**
   * Draw a state from itself alone; every show ends here.
   *
   * @param {ScreenState} screen
   * @param {Context} ctx
   */
  function drawAll(screen, ctx) {
    const before = drawn;
    held = null;
    // The last picture stays until the podium is here, because it is the podium that tells who won.
    if (kind === "table" && before !== null && !podium && hasWinners(screen)) {
      holdForPodium(before, screen, ctx);
      return;
    }
    drawn = screen;
    leave(screen);
    // First, because writing after measuring makes the browser lay out the page twice.
    announce(screen, ctx);
    stage.draw(screen, ctx);
    // Which rules to open is known only now.
    set(byId("rules"), "disabled", false);
    showAdmission(screen, ctx);
    showNext(before, screen, ctx);
    if (!handed) showRare(screen, ctx);
    document.body.dataset.seq = String(screen.seq);
  }

  /**
   * What has focus and goes is left while nothing is written yet: later, the browser would lay out the page for it.
   *
   * @param {ScreenState} screen
   */
  function leave(screen) {
    const { activeElement: at } = document;
    if (!(at instanceof HTMLElement)) return;
    const { roll, form, over } = screen;
    const goes =
      (roll === null && at.closest("#rolling")) ||
      ((roll || form || over) && at.closest("#waiting")) ||
      (stage.asksAnew?.(screen) && at.closest("#form"));
    if (goes) at.blur();
  }

  /** @param {ScreenState} before @param {ScreenState} screen @param {Context} ctx */
  async function holdForPodium(before, screen, ctx) {
    held = screen;
    live ||= before.over === null;
    await fetchLate("finale");
    podium = true;
    if (held === screen) drawAll(screen, ctx);
  }

  function admission() {
    admitting ??= fetchPart("admission").then((part) => part.makeAdmission());
    return admitting;
  }

  /**
   * Show who waits to be let in, and stop showing those who were.
   *
   * @param {ScreenState} screen
   * @param {Context} ctx
   */
  async function showAdmission(screen, ctx) {
    if (screen.knocks.length === 0 && !admissionSeen) return;
    admissionSeen = true;
    const { showKnocks } = await admission();
    if (screen === drawn) showKnocks(screen.knocks, ctx, act);
  }

  /**
   * After a match: its finale, and the link to the next one. Screens that saw it appear follow it by themselves.
   *
   * @param {ScreenState | null} before
   * @param {ScreenState} screen
   * @param {Context} ctx
   */
  function showNext(before, screen, ctx) {
    if (!hasWinners(screen)) {
      set(document.body, "data-finale", null);
      return;
    }
    if (before !== null && before.next === null && screen.next !== null) {
      location.replace(screen.next);
      return;
    }
    // A page that was just opened has no last picture.
    if (!("finale" in late)) set(document.body, "data-finale", "coming");
    live ||= before !== null && before.over === null;
    showLate("finale", screen, ctx);
  }

  /**
   * Show what is needed only on some evenings; it is fetched when it is.
   *
   * @param {ScreenState} screen
   * @param {Context} ctx
   */
  function showRare(screen, ctx) {
    const { by_hand: byHand, source, tablet, waiting, seats, over } = screen;
    const unplayed = tablet.length > 0 || waiting.some((one) => !seats[one].here);
    const left = kind === "seat" || seats.some((seat) => !seat.here);
    rarely("broken", screen.broken, screen, ctx);
    rarely("venue", screen.played, screen, ctx);
    rarely("bots", left && !over, screen, ctx);
    rarely("manualDice", byHand !== null || WITHOUT_TOWER.has(source), screen, ctx);
    rarely("curtain", owner && unplayed && !over, screen, ctx);
    rarely("joinCard", screen.join, screen, ctx);
    rarely("wakeLock", kind === "table" || screen.form || screen.roll?.may_press, screen, ctx);
  }

  /** @param {LateName} name @param {unknown} wanted @param {ScreenState} screen @param {Context} ctx */
  function rarely(name, wanted, screen, ctx) {
    if (wanted || name in late) showLate(name, screen, ctx);
  }

  /** @param {LateName} name @returns {Promise<(around: Surroundings) => Promise<LatePart>>} */
  async function fetchCalmly(name) {
    if (UNHURRIED.has(name)) await new Promise((done) => setTimeout(done, SOON));
    if (name === "finale" || name === "curtain") return (await fetchPart(name)).default;
    return (await fetchPart("late")).MAKERS[name];
  }

  /** @param {LateName} name */
  function fetchLate(name) {
    late[name] ??= fetchCalmly(name).then((make) => make({ kind, match, act, owner, token, live }));
    return late[name];
  }

  /** @param {LateName} name @param {ScreenState} screen @param {Context} ctx */
  async function showLate(name, screen, ctx) {
    const part = await fetchLate(name);
    if (screen === drawn) part.show(screen, ctx);
    dispatchEvent(new Event("later"));
  }

  /**
   * Every sentence of a game, and of the host.
   *
   * @param {string} key
   */
  function everything(key) {
    all ??= askUntilAnswered(`/api/games/${key}/words/${language()}`, token);
    return all;
  }

  /** @param {string} key */
  async function load(key) {
    const [words, faces] = await Promise.all([
      askUntilAnswered(`/api/games/${key}/words/${language()}?part=play`, token),
      askUntilAnswered(`/api/matches/${match}/faces`, token),
    ]);
    return { words, faces };
  }

  /**
   * Give a command while it is `wanted`; the host's answer, or null once it refused or it is too late.
   *
   * @param {Parameters<Act>[0]} what
   * @param {Parameters<Act>[1]} wanted
   * @returns {ReturnType<Act>}
   */
  async function act(what, wanted) {
    text(alarm, "");
    try {
      return await command(match, token, { ...what, ...asSeat }, () => newest === null || wanted(newest));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      refused(refusal);
      return null;
    }
  }

  /** @param {Host.Reaction["react"]} kind */
  async function react(kind) {
    // One that is lost is not worth a word.
    await ask(`/api/matches/${match}/react`, token, { kind, ...asSeat }).catch(() => null);
  }

  /** Press the tower's button for the roll on the screen, and for no later one. */
  async function press() {
    const id = newest?.roll?.id;
    if (id === undefined) return null;
    return act({ do: "press", answer: { roll: id } }, (screen) => screen.roll?.id === id);
  }

  /**
   * What an answer so far would lead to; nothing where the host is away or has nothing to say.
   *
   * @param {Answer} answer
   * @returns {Promise<Host.Item[]>}
   */
  async function preview(answer) {
    try {
      return await ask(`/api/matches/${match}/preview`, token, { answer, ...asSeat });
    } catch {
      return [];
    }
  }

  /**
   * What the choices of a form filled so far are worth; nothing where the host is away or hints are off.
   *
   * @param {Answer} answer
   * @returns {Promise<Host.Worth[]>}
   */
  async function weigh(answer) {
    if (!newest?.hints) return [];
    try {
      return await ask(`/api/matches/${match}/worth`, token, { answer, ...asSeat });
    } catch {
      return [];
    }
  }

  /**
   * Open the rules at a ruling, or else at the current phase.
   *
   * @param {string | null | undefined} ruling
   */
  async function openHelp(ruling = null) {
    const { openRules } = await fetchPart("help");
    if (newest === null) return;
    const timed = newest.clock !== null;
    const { say } = voice(await everything(newest.game));
    const chapter = say({ key: `chapter.${newest.view.headline.key}` });
    const { closed } = await openRules(newest.game, token, { chapter, ruling });
    if (!timed) return;
    // Nobody's time runs while someone reads the rules.
    act({ do: "help_open" }, () => true);
    closed.then(() => act({ do: "help_close" }, () => true));
  }

  addEventListener("settings", async (event) => {
    if (kind !== "table" || newest === null || !(event instanceof CustomEvent)) return;
    const { offerPace } = await fetchPart("pace");
    offerPace(event.detail, newest.pace, act);
  });
  addEventListener("reaction", async (event) => {
    if (handed || !(event instanceof CustomEvent)) return;
    const { float } = await fetchPart("reactions");
    float(event.detail);
  });
  byId("rules").addEventListener("click", () => openHelp());
  document.addEventListener("click", ({ target }) => {
    const ruling = around(target, "[data-ruling]");
    // Inside the rules, the sheet itself jumps to a ruling.
    if (ruling && !ruling.closest("dialog")) openHelp(ruling.dataset.ruling);
  });
  ready();
  if (token) follow(match, { token, ...asSeat }, told, away);
  else text(alarm, plain.word("no_link"));
  if (!handed) {
    keep("last", location.pathname);
    keepShell();
  }
  return { match, token, act, press, preview, weigh, react };
}

/**
 * Whether a match is over and has a podium; one that was ended early has no winner to put on it.
 *
 * @param {ScreenState} screen
 */
function hasWinners({ over, next }) {
  return over !== null && (over.winners.length > 0 || next !== null);
}
