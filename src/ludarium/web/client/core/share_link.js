/** A link that carries a whole game: its record, compressed into the address behind the #. */

import { copyLink } from "./copy_link.js";
import { openDialog } from "./dialogs.js";
import { sentence } from "./dom.js";
import { fetchRecord } from "./record_seats.js";
import { currentVisit } from "./visit.js";
import { limits } from "../server/limits.js";

const BROKEN = "This link is broken: no game can be read from it.";
const TOO_LONG = 30_000; // characters, above which many programs cut a link

/** @param {Uint8Array | string} data @param {GenericTransformStream} way @returns {Promise<Uint8Array>} */
async function through(data, way) {
  const parts = [];
  let size = 0;
  const reader = /** @type {ReadableStream<Uint8Array>} */ (
    new Blob([/** @type {BlobPart} */ (data)]).stream().pipeThrough(way)
  ).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limits().request_bytes) throw new Error(BROKEN);
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** Compress a text for an address. @param {string} text */
export async function compress(text) {
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text that was compressed. @param {string} data */
export async function decompress(data) {
  try {
    const letters = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(
      await through(bytes, new DecompressionStream("deflate-raw")),
    );
  } catch {
    throw new Error(BROKEN);
  }
}

/** The link of a game. @param {string} id @param {string[]} seats */
async function link(id, seats) {
  return `${location.origin}${location.pathname}#/share/${await compress(await fetchRecord(id, seats))}`;
}

/** Show the link of a game, and copy it. @param {string} id @param {string[]} seats */
export async function shareDialog(id, seats) {
  const visit = currentVisit();
  const title = "Share a link";
  let url = "";
  try {
    url = await link(id, seats);
  } catch (error) {
    await openDialog({ title, body: sentence(/** @type {Error} */ (error).message), visit });
    return;
  }
  const text = "This link holds the whole game with all its moves; who opens it gets a copy and can go on with it.";
  const long = url.length > TOO_LONG ? "This link is very long; a file may arrive more safely." : null;
  await openDialog({ title, body: [text, long, copyLink(url)], visit });
}
