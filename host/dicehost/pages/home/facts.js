/** The stream of public facts, read with its own key. It comes back by itself when the host does. */

const AGAIN = 2000;

/**
 * @param {string} key
 * @param {{table: (facts: Host.TableFacts) => void, refused: () => void}} hear
 */
export async function facts(key, hear) {
  for (;;) {
    const answer = await fetch("/api/events", { headers: { Authorization: `Bearer ${key}` } }).catch(() => null);
    if (answer?.status === 403) return hear.refused();
    if (answer?.ok && answer.body) await read(answer.body, hear).catch(() => {});
    await new Promise((wake) => setTimeout(wake, AGAIN));
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {{table: (facts: Host.TableFacts) => void}} hear
 */
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
      if (event === "event: table") hear.table(JSON.parse(data));
    }
  }
}
