/** The house: Python in a Worker answers the page's messages. Another Worker thinks. */

import { Database } from "./database.js";
import { startPython } from "./runtime.js";

const tabs = new BroadcastChannel(`ludarium ${new URL("..", import.meta.url).pathname}`);
const MIND = 1500; // milliseconds after which the mind is loaded, if it was not asked before
/** @type {any[]} */
const waiting = []; // messages that came before Python
/** @type {any} */
let home = null;

/** The Worker that thinks; it is started when the house is ready. */
const mind = {
  /** @type {Worker | null} */
  worker: null,
  start() {
    const fresh = (this.worker = new Worker(new URL("mind.js", import.meta.url), { type: "module" }));
    fresh.onmessage = ({ data }) => {
      if (this.worker === fresh) home.thinkers.answered(data);
    };
    fresh.onerror = () => {
      if (this.worker !== fresh) return;
      this.worker = null;
      home.thinkers.died();
    };
    return fresh;
  },
  /** @param {string} task */
  ask(task) {
    (this.worker ?? this.start()).postMessage({ do: "think", task });
  },
  stop() {
    this.worker?.postMessage({ do: "stop" });
  },
  restart() {
    this.worker?.terminate();
    this.start();
  },
};

/** @param {unknown} message */
const say = (message) => postMessage(message);

onmessage = ({ data }) => {
  if (home) handle(data);
  else waiting.push(data);
};

/** @param {any} data */
function handle(data) {
  if (data.do === "pulse") say({ say: "pulse" });
  else if (data.do === "request") void answer(data);
  else if (data.do === "open") home.open(data.socket, data.game, data.after < 0 ? undefined : data.after);
  else if (data.do === "send") home.receive(data.socket, data.text);
  else if (data.do === "close") home.close(data.socket);
}

/** @param {{id: number, method: string, path: string, body: string}} request */
async function answer({ id, method, path, body }) {
  const reply = await home.request(method, path, body);
  const [status, type, text] = reply.toJs();
  reply.destroy();
  say({ say: "reply", id, status, isJson: type.includes("json"), text });
}

try {
  const [python, database] = await Promise.all([
    startPython((done, of) => say({ say: "progress", done, of })),
    Database.open(),
  ]);
  const post = (/** @type {number} */ socket, /** @type {string} */ what, /** @type {string} */ text) =>
    say({ say: "socket", socket, what, text });
  const announce = (/** @type {string} */ game, /** @type {number} */ version) => tabs.postMessage({ game, version });
  home = python.globals.get("worker").start_home(database, mind, post, announce);
  tabs.onmessage = ({ data }) => home.heard(data.game, data.version);
  say({ say: "ready" });
  for (const message of waiting.splice(0)) handle(message);
  // The page has its first board now; the mind loads while the user looks at it
  setTimeout(() => mind.worker ?? mind.start(), MIND);
} catch (error) {
  say({ say: "failed", message: `The house could not be opened: ${error}` });
}
