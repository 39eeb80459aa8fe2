/** Carries messages to the server. A static site has another module in the place of this one, with the same exports. */

const API = "api/"; // relative to the page, which may be anywhere on its host
const JSON_HEADERS = { "content-type": "application/json" };

/** What a request is answered with. @typedef {{ok: boolean, status: number, isJson: boolean, text: string}} Reply */
/**
 * The part of a WebSocket that is used.
 * @typedef {{readyState: number, onopen: (() => void) | null, onmessage: ((event: {data: string}) => void) | null,
 *   onclose: ((event: {code: number}) => void) | null, send: (text: string) => void, close: () => void}} Socket
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Reply>} rejected if the server does not answer
 */
export async function send(method, path, body) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_HEADERS };
  const response = await fetch(API + path, init);
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return { ok: response.ok, status: response.status, isJson, text: await response.text() };
}

/**
 * Open the socket of a game.
 * @param {string} game
 * @param {number} after the version that is known, -1 for none
 * @returns {Socket}
 */
export function openSocket(game, after) {
  const query = after < 0 ? "" : `?after=${after}`;
  const url = new URL(`${API}games/${encodeURIComponent(game)}/socket${query}`, document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  return /** @type {Socket} */ (/** @type {unknown} */ (new WebSocket(url)));
}
