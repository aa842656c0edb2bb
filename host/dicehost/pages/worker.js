/**
 * Opens the pages while the host is away. Keeps files that are the same for everybody, and nothing else:
 * no answer of the host, no view, no token.
 *
 * The host puts two lines before this text: VERSION, made of what the files say, and SHELL, their paths.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = `dicetower-${VERSION}`;
// A host that is switched off does not even refuse.
const LONGEST_WAIT = 8000;
/** @type {[RegExp, string][]} */
const PAGES = [
  [/^\/$/, "/static/lobby.html"],
  [/^\/start$/, "/static/start.html"],
  [/^\/table\/[^/]+$/, "/static/table.html"],
  [/^\/seat\/[^/]+$/, "/static/seat.html"],
  [/^\/sit\/[^/]+$/, "/static/sit.html"],
  [/^\/alone\/[^/]+$/, "/static/alone.html"],
];
/**
 * Pages opened from what is kept. Their parts come from there too: versions never mix.
 *
 * @type {Set<string>}
 */
const opened = new Set();

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOld()));
worker.addEventListener("fetch", (event) => {
  const path = event.request.method === "GET" ? shellPath(new URL(event.request.url)) : null;
  if (path) event.respondWith(answer(event, path));
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: "no-cache" })));
  await worker.skipWaiting();
}

async function dropOld() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * Under which path a request's answer is kept, if it may be.
 *
 * @param {URL} address
 */
function shellPath({ origin, pathname }) {
  if (origin !== location.origin) return null;
  if (SHELL.includes(pathname)) return pathname;
  return PAGES.find(([shape]) => shape.test(pathname))?.[1] ?? null;
}

/**
 * The host first, always; what is kept only when the host does not answer.
 *
 * @param {FetchEvent} event
 * @param {string} path
 */
async function answer({ request, clientId, resultingClientId }, path) {
  const known = () => caches.match(path, { cacheName: KEPT });
  if (opened.has(clientId)) return (await known()) ?? fetch(request);
  try {
    return await soon(fetch(request));
  } catch (error) {
    const response = await known();
    if (!response) throw error;
    if (resultingClientId) opened.add(resultingClientId);
    return response;
  }
}

/**
 * An answer, unless it takes too long.
 *
 * @param {Promise<Response>} response
 * @returns {Promise<Response>}
 */
function soon(response) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("no answer")), LONGEST_WAIT));
  return Promise.race([response, /** @type {Promise<never>} */ (late)]);
}
