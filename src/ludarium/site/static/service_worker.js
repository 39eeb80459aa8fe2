/**
 * Keeps all files of one version of the site, and answers from them, with a network or without.
 *
 * A new version is kept beside the old one, and takes over when every tab of the old one is closed, so no game in
 * progress ever meets files of another version. The exporter writes FILES: the hash of each file by its path.
 */

/** @type {any} */
const worker = self;
/** @type {Record<string, string>} */
const FILES = {};
const VERSION = "";

const OWN = `ludarium ${worker.registration.scope} `; // several sites may share a host
const CACHE = OWN + VERSION;
const HASH = "x-sha256";
const PAGE = "index.html";

/** @param {string} path */
const addressOf = (path) => new URL(path, worker.registration.scope).href;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const address = new URL(event.request.url);
  address.hash = address.search = "";
  const wanted = address.href === worker.registration.scope ? addressOf(PAGE) : address.href;
  const path = wanted.replace(worker.registration.scope, "");
  if (event.request.method === "GET" && path in FILES) event.respondWith(answer(wanted, event.request));
});

/** @param {string} address @param {Request} request */
async function answer(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const known = await keptBefore();
  for (const [path, hash] of Object.entries(FILES)) {
    await cache.put(addressOf(path), (await known.get(hash)?.()) ?? (await checked(path, hash)));
  }
}

/** Files of other versions by their hashes: most of an update is here already. */
async function keptBefore() {
  /** @type {Map<string, () => Promise<Response | undefined>>} */
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(OWN)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const hash = (await cache.match(request))?.headers.get(HASH);
      if (hash) found.set(hash, () => cache.match(request));
    }
  }
  return found;
}

/** A file from the network. One of another version is refused, and the site goes on as it is. */
async function checked(/** @type {string} */ path, /** @type {string} */ hash) {
  const response = await fetch(addressOf(path), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const data = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) throw new Error(`${path} is of another version`);
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  return new Response(data, { headers: { "content-type": type, [HASH]: hash } });
}

/** The tabs of a first visit are served from now on too, so that an update finds no tab that it could break. */
async function begin() {
  await worker.clients.claim();
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
