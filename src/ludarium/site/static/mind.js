/** The mind: Python in a Worker of its own, which searches for moves while the house goes on. */

import { startPython } from "./runtime.js";

/** @type {any[]} */
const waiting = []; // messages that came before Python
/** @type {any} */
let mind = null;

onmessage = ({ data }) => {
  if (mind) handle(data);
  else waiting.push(data);
};

/** @param {{do: string, task: string}} data */
function handle(data) {
  if (data.do === "stop") mind.stop();
  // Promising: where the browser can, Python pauses in the middle of a search and hears that it shall stop
  else if ("Suspending" in WebAssembly) void mind.run.callPromising(data.task);
  else mind.run(data.task);
}

const nap = () => new Promise((resolve) => setTimeout(resolve));
try {
  const python = await startPython(undefined, true);
  const send = (/** @type {string} */ text) => postMessage(text);
  mind = python.globals.get("worker").start_mind(send, nap);
  for (const message of waiting.splice(0)) handle(message);
} catch (error) {
  // Outside of this promise, so that the house hears of it
  setTimeout(() => {
    throw error;
  });
}
