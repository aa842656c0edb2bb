/** A stream of server-sent events, read with its own key. It comes back by itself when the host does. */

/** @typedef {Record<string, (told: any) => void>} Hear what is done with each kind of event */

const AGAIN = 2000;

/**
 * Listen for ever; ends only if the key opens nothing. `lost` is told whether the host is away.
 *
 * @param {string} path
 * @param {string} key
 * @param {Hear} hear
 * @param {() => void} refused
 * @param {(away: boolean) => void} lost
 */
export async function listen(path, key, hear, refused, lost = () => {}) {
  for (;;) {
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${key}` } }).catch(() => null);
    if (answer?.status === 403) return refused();
    lost(!answer?.ok);
    if (answer?.ok && answer.body) await read(answer.body, hear).catch(() => {});
    lost(true);
    await new Promise((wake) => setTimeout(wake, AGAIN));
  }
}

/** @param {ReadableStream<Uint8Array>} body @param {Hear} hear */
async function read(body, hear) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const [event, data] = part.split("\ndata: ");
      hear[event.replace("event: ", "")]?.(JSON.parse(data));
    }
  }
}
