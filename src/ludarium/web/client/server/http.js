/** HTTP requests to the server's API. What the messages hold is declared in `protocol.d.ts`. */

const API = "/api/";
const JSON_HEADERS = { "content-type": "application/json" };

/** What users read when the server does not answer. */
export const NO_CONNECTION = "The server cannot be reached right now; try again in a moment.";

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} the parsed JSON, or the text
 */
async function request(method, path, body) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_HEADERS };
  const response = await fetch(API + path, init).catch(() => {
    throw new Error(NO_CONNECTION);
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const answer = isJson && text ? JSON.parse(text) : text;
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

/** The address of something that the browser fetches by itself, such as a file to save. @param {string} path */
export const apiUrl = (path) => API + path;
