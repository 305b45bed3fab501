// The page's way to the table: calls of the HTTP API and the stream of numbered events.

const GET_MS = 15000;

/** One call; resolves to the answer, rejects with an Error whose message is the server's sentence. */
export async function call(method, path, body) {
  const options = { method, headers: {} };
  if (method === "GET") options.signal = AbortSignal.timeout(GET_MS); // a lost answer must not hold the page up
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const reply = await fetch(path, options);
  const data = await reply.json();
  if (!reply.ok) throw new Error(data.error || `${reply.status}`);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);

/**
 * Follows /api/events after that number. `onEvent(type, data, number)` for each; `onLink("on" | "off" | "wait")` when
 * the connection changes.
 */
export function follow(after, onEvent, onLink) {
  const types = ["acta", "answer", "screen", "panel", "question", "sound", "mat", "hands", "power", "speed", "fault", "note", "reset"];
  onLink("wait");
  const source = new EventSource(`/api/events?after=${after}`); // the browser reconnects by itself with Last-Event-ID
  source.onopen = () => onLink("on");
  source.onerror = () => onLink("off");
  for (const type of types) source.addEventListener(type, (event) => onEvent(type, JSON.parse(event.data), Number(event.lastEventId)));
  return source;
}
