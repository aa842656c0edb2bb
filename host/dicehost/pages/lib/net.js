/** Talking with the host: questions, commands that are repeated until answered, and one screen's socket. */

import { deviceId, randomId } from "./store.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
const PATIENCE = 8000;

/** The host said no: a stable code, and a sentence in the words of the game. */
export class Refusal extends Error {
  /** @param {{code?: string, message?: string, say?: any}} refusal */
  constructor({ code = "", message = "", say = null }) {
    super(message);
    this.code = code;
    this.say = say;
  }
}

/**
 * Whether an error means that the host did not answer at all.
 *
 * @param {unknown} error
 */
export function isLost(error) {
  return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}

/**
 * Ask the host; `body` makes it a POST. Gives JSON, or text where the host answers in text.
 *
 * @param {string} path
 * @param {string | null} token
 * @param {unknown} body
 * @param {number} patience
 * @returns {Promise<any>}
 */
export async function ask(path, token = null, body = undefined, patience = PATIENCE) {
  /** @type {Record<string, string>} */
  const headers = { Device: deviceId() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout?.(patience),
  });
  const json = (response.headers.get("content-type") ?? "").includes("json");
  const answer = json ? await response.json() : await response.text();
  if (response.ok) return answer;
  if (json && "code" in answer) throw new Refusal(answer);
  // A host that is going down or coming up has not answered yet.
  if (response.status > 499) throw new TypeError(`the host said ${response.status}`);
  throw new Refusal({ code: String(response.status), message: response.statusText });
}

/**
 * Ask until the host answers or nobody wants to know any more (then null). Refusals are answers.
 *
 * @param {string} path
 * @param {string | null} token
 * @param {unknown} [body]
 * @param {() => boolean} wanted
 * @returns {Promise<any>}
 */
export async function askUntilAnswered(path, token, body, wanted = () => true) {
  for (let wait = FIRST_WAIT; wanted(); wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await ask(path, token, body);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      await new Promise((done) => setTimeout(done, jitter(wait)));
    }
  }
  return null;
}

/**
 * Give a command. Its id is made once, so that repeating it is doing it once.
 *
 * @param {string} match
 * @param {string | null} token
 * @param {object} act
 * @param {() => boolean} wanted
 */
export function command(match, token, act, wanted) {
  return askUntilAnswered(`/api/matches/${match}/commands`, token, { id: randomId(), ...act }, wanted);
}

/**
 * Phones that lost the host together should not all come back in the same instant.
 *
 * @param {number} wait
 */
function jitter(wait) {
  return wait * (0.75 + Math.random() / 4);
}

// After this long without a message the host is asked whether it is there, and given this long to answer.
const SILENCE = 10000;
const ANSWER = 5000;

/**
 * Follow one screen for as long as the page lives.
 *
 * `greeting` says who this is; `told` gets every state; `away` gets true when the connection is lost
 * and false when it is back.
 *
 * @param {string} match
 * @param {object} greeting
 * @param {(message: any, written: string) => void} told
 * @param {(lost: boolean) => void} away
 */
export function follow(match, greeting, told, away) {
  const address = new URL(`/api/matches/${match}/screen`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let sentAway = false;
  let pulse = 0;
  let seq = 0;

  function open() {
    if (sentAway) return;
    clearTimeout(timer);
    clearTimeout(pulse);
    const mine = new WebSocket(address);
    socket?.close();
    socket = mine;
    mine.onopen = () => mine.send(JSON.stringify({ ...greeting, device: deviceId() }));
    mine.onmessage = ({ data }) => {
      // A socket that was given up may still deliver something; the new one has it newer.
      if (mine === socket) heard(JSON.parse(data), data);
    };
    mine.onclose = () => {
      // A socket that was replaced on purpose is not missed.
      if (mine === socket && !sentAway) lost();
    };
  }

  /** @param {any} message @param {string} written */
  function heard(message, written) {
    clearTimeout(pulse);
    pulse = setTimeout(ring, SILENCE);
    if (!("code" in message)) {
      wait = FIRST_WAIT;
      away(false);
    }
    if ("alive" in message) return;
    if ("react" in message) {
      dispatchEvent(new CustomEvent("reaction", { detail: message }));
      return;
    }
    if ("notice" in message) return void import("../room/notice.js").then((part) => part.showNotice(message.notice));
    seq = message.seq ?? seq;
    // After a no, a person has to ask again: asking by itself would be a nuisance.
    sentAway = message.code === "seat.turned_away";
    if (sentAway) clearTimeout(pulse);
    told(message, written);
  }

  /** The network may be gone without notice: a socket is trusted only as long as it answers. */
  function ring() {
    if (socket?.readyState === WebSocket.OPEN) socket.send(String(seq));
    pulse = setTimeout(() => {
      away(true);
      open();
    }, ANSWER);
  }

  function lost() {
    clearTimeout(pulse);
    away(true);
    timer = setTimeout(open, jitter(wait));
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  // A phone that slept may hold a socket that only looks alive: ask again rather than trust it.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") open();
  });
  document.addEventListener("resume", open);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  addEventListener("online", open);
  addEventListener("offline", () => away(true));
  open();
}

// Addresses on the host's own machine lead nowhere from another one.
const OWN = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * An address, unless only the host's own machine can open it and this is another one.
 *
 * @param {string | null} address
 */
export function reachable(address) {
  const away = address && OWN.test(new URL(address).hostname) && !OWN.test(location.hostname);
  return away ? null : address;
}
