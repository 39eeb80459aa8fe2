/** HTTP requests to the server's API. What the messages hold is declared in `protocol.d.ts`. */

import { send } from "./transport.js";

/** What users read when the server does not answer. */
export const NO_CONNECTION = "The server cannot be reached right now; try again in a moment.";

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} the parsed JSON, or the text
 */
async function request(method, path, body) {
  const response = await send(method, path, body).catch(() => {
    throw new Error(NO_CONNECTION);
  });
  const answer = response.isJson && response.text ? JSON.parse(response.text) : response.text;
  if (!response.ok) {
    const message = answer?.message ?? `The server answered with an error (${response.status}).`;
    throw Object.assign(new Error(message), { needs: answer?.needs ?? "" });
  }
  return answer;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {unknown} body */
export const post = (path, body) => request("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => request("PUT", path, body);
/** @param {string} path */
export const del = (path) => request("DELETE", path);
