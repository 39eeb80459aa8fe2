/**
 * Carries messages to the house in a Worker, where the page of a server carries them to the server.
 *
 * Python takes seconds to load. Until it is there, messages wait, and what is always the same comes from files.
 */

/** @typedef {import("../../web/client/server/transport.js").Reply} Reply */
/** @typedef {import("../../web/client/server/transport.js").Socket} Socket */

const TOLD = new URL("../told/", import.meta.url).href; // answers that the export has written
const PULSE = 2000; // milliseconds between two questions whether the Worker still answers
const STUCK = 10_000; // milliseconds without an answer, after which rules count as caught in a loop
const LOOPS = "The rules of this game did not come to an end, so the game was stopped; all others go on.";
const NOTHING = { ok: true, status: 200, isJson: true, text: "" };
/** Answers that one person at one browser does not need Python for. @type {Record<string, Reply>} */
const KNOWN = { me: NOTHING, news: { ...NOTHING, text: "[]" } };

/** @type {Set<string>} games whose rules were caught in a loop */
const stopped = new Set();
/** @type {Map<number, {resolve: (reply: Reply) => void, game: string}>} requests not answered yet */
const pending = new Map();
/** @type {Map<number, LocalSocket>} */
const sockets = new Map();
let number = 0;
let waitingSince = 0; // when the first message was sent to which the Worker has said nothing; 0 if there is none
let lastPulse = 0;
let lastGame = ""; // that the last message was about
let isReady = false;
let worker = start();

function start() {
  const fresh = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
  fresh.onmessage = ({ data }) => receive(data);
  fresh.onerror = () => fail("Python could not be started in this browser; reload the page, or try another browser.");
  isReady = false;
  waitingSince = 0;
  return fresh;
}

setInterval(() => {
  const now = performance.now();
  // After a sleep of the whole machine, nothing had the time to answer
  const slept = now - lastPulse > 3 * PULSE;
  lastPulse = now;
  if (slept && waitingSince) waitingSince = now;
  if (!isReady || !(pending.size || sockets.size)) return;
  if (waitingSince && now - waitingSince > STUCK) return restart();
  waitingSince ||= now;
  worker.postMessage({ do: "pulse" });
}, PULSE);

/** End a Worker that does not answer, and let another one take its place. What was stored is still there. */
function restart() {
  worker.terminate();
  if (lastGame) stopped.add(lastGame);
  for (const { resolve } of pending.values()) resolve(wrong(LOOPS));
  pending.clear();
  const old = [...sockets.values()];
  sockets.clear();
  worker = start();
  for (const socket of old) socket.lose();
}

/** @param {string} message @returns {Reply} */
const wrong = (message) => ({ ok: false, status: 400, isJson: true, text: JSON.stringify({ message }) });

/** @param {string} message */
function fail(message) {
  show(message);
  for (const { resolve } of pending.values()) resolve(wrong(message));
  pending.clear();
}

/** Tell how far the house is, as long as nothing else is shown. @param {string} text */
function show(text) {
  const place = document.querySelector(".opening");
  if (place) place.textContent = text;
}

/** @param {any} data */
function receive(data) {
  waitingSince = 0;
  if (data.say === "progress") {
    const [done, of] = [data.done, data.of].map((bytes) => (bytes / 1e6).toFixed(1));
    show(data.done < data.of ? `Opening the house: ${done} of ${of} MB ...` : "Opening the house ...");
  } else if (data.say === "ready") {
    isReady = true;
    dispatchEvent(new Event("house-open"));
    if (pending.size || sockets.size) waitingSince = performance.now();
  }
  else if (data.say === "failed") fail(data.message);
  else if (data.say === "reply") {
    const { status, isJson, text } = data;
    pending.get(data.id)?.resolve({ ok: status < 400, status, isJson, text });
    pending.delete(data.id);
  } else if (data.say === "socket") sockets.get(data.socket)?.hear(data.what, data.text);
}

/** @param {{do: string, game?: string, [name: string]: unknown}} message */
function tell(message) {
  waitingSince ||= performance.now();
  lastGame = message.game ?? "";
  worker.postMessage(message);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Reply>}
 */
export async function send(method, path, body) {
  if (method === "GET") {
    if (path in KNOWN) return KNOWN[path];
    if (path.startsWith("lobby")) return { ...NOTHING, text: "[]" };
    const told = await fetchTold(path);
    if (told) return told;
  }
  const game = /^games\/([0-9a-f]+)/.exec(path)?.[1] ?? "";
  if (stopped.has(game)) return wrong(LOOPS);
  const id = ++number;
  return new Promise((resolve) => {
    pending.set(id, { resolve, game });
    tell({ do: "request", id, game, method, path, body: body === undefined ? "" : JSON.stringify(body) });
  });
}

/** An answer that the export has written. @param {string} path */
async function fetchTold(path) {
  if (path !== "house" && !/^kinds\/[^/]+\/(help|poster)$/.test(path)) return null;
  const response = await fetch(`${TOLD}${path.replaceAll("/", "-")}.json`).catch(() => null);
  return response?.ok ? { ...NOTHING, text: await response.text() } : null;
}

/** @implements {Socket} */
class LocalSocket {
  /** @type {Socket["onopen"]} */
  onopen = null;
  /** @type {Socket["onmessage"]} */
  onmessage = null;
  /** @type {Socket["onclose"]} */
  onclose = null;
  /** @type {number} */
  readyState = WebSocket.CONNECTING;

  /** @param {string} game @param {number} after */
  constructor(game, after) {
    this.id = ++number;
    this.game = game;
    sockets.set(this.id, this);
    if (stopped.has(game)) queueMicrotask(() => this.#refuse());
    else tell({ do: "open", socket: this.id, game, after });
  }

  /** @param {string} text */
  send(text) {
    tell({ do: "send", socket: this.id, game: this.game, text });
  }

  close() {
    if (this.readyState >= WebSocket.CLOSING) return;
    tell({ do: "close", socket: this.id });
    this.lose(1000);
  }

  /** @param {string} what @param {string} text */
  hear(what, text) {
    if (what === "open") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if (what === "message") this.onmessage?.({ data: text });
    else this.lose(Number(text));
  }

  /** @param {number} [code] */
  lose(code = 1006) {
    sockets.delete(this.id);
    this.readyState = WebSocket.CLOSED;
    queueMicrotask(() => this.onclose?.({ code }));
  }

  /** The game was stopped. The close code is that of a user who may open no more, with a sentence. */
  #refuse() {
    this.hear("open", "");
    this.hear("message", JSON.stringify({ say: "error", message: LOOPS }));
    this.lose(4429);
  }
}

/**
 * @param {string} game
 * @param {number} after the version that is known, -1 for none
 * @returns {Socket}
 */
export const openSocket = (game, after) => new LocalSocket(game, after);
