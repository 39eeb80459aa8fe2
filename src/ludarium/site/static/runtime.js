/**
 * Starts Python in a Worker, from the files in `python/` beside this one.
 *
 * Static hosts often do not compress, so the large files come compressed by gzip and are unpacked here.
 */

/** What the exporter writes about the files. @typedef {{info: object, sizes: Record<string, number>}} Contents */
/** Bytes that have come, and bytes in all. @typedef {(done: number, of: number) => void} OnProgress */

const FOLDER = new URL("python/", import.meta.url).href;
const PLACES = { "ludarium.zip": "/house", "python_stdlib.zip": "/library" }; // of archives in Python's file system
const NO_FILES = Uint8Array.from([80, 75, 5, 6, ...new Array(18).fill(0)]); // a zip archive
const WORKER = "ludarium.site.home.worker";
const WASM = "pyodide.asm.wasm";
/** @type {Record<string, string>} */
const TYPES = { "pyodide.asm.mjs": "text/javascript", [WASM]: "application/wasm" };

/**
 * @param {OnProgress} [onProgress]
 * @param {boolean} [keeps] whether Python is kept as it is after its start, for later visits
 * @returns {Promise<any>} Pyodide, with the module of the Workers imported as `worker`
 */
export async function startPython(onProgress = () => {}, keeps = false) {
  const kept = await keptMemory();
  if (!kept) return start(onProgress, keeps ? { _makeSnapshot: true } : {});
  try {
    return await start(onProgress, { _loadSnapshot: kept.arrayBuffer() });
  } catch (error) {
    console.warn("what was kept of Python is not used", error);
    await caches.delete(KEPT);
    return start(onProgress, {});
  }
}

/** @param {OnProgress} onProgress @param {{_makeSnapshot?: boolean, _loadSnapshot?: Promise<ArrayBuffer>}} memory */
async function start(onProgress, memory) {
  const { info, sizes } = await contents();
  const of = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let done = 0;
  /** @param {number} bytes */
  const count = (bytes) => onProgress((done += bytes), of);

  /** @type {Record<string, Promise<Response>>} */
  const files = Object.fromEntries(Object.keys(sizes).map((name) => [name, unpacked(name, count)]));
  const { loadPyodide } = await import(`${FOLDER}pyodide.mjs`);
  const createPyodideModule = await imported(await files["pyodide.asm.mjs"]);
  const lockFileContents = { info, packages: {} }; // no package of others is ever loaded
  const fsInit = async (/** @type {any} */ system) => {
    for (const [name, folder] of Object.entries(PLACES)) {
      write(system, folder, new Uint8Array(await (await files[name]).arrayBuffer()));
    }
  };
  const PYTHONPATH = Object.values(PLACES).join(":");
  const options = { indexURL: FOLDER, packageBaseUrl: FOLDER, lockFileContents, createPyodideModule, fsInit };
  const inside = { [WASM]: files[WASM], "python_stdlib.zip": Promise.resolve(new Response(NO_FILES)) };
  const pyodide = await answering(inside, () => loadPyodide({ ...options, ...memory, env: { PYTHONPATH } }));
  pyodide.runPython(`import ${WORKER} as worker`);
  if (memory._makeSnapshot) {
    pyodide.runPython("worker.load_games()");
    void keepMemory(pyodide);
  }
  pyodide.runPython("worker.prepare()");
  return pyodide;
}

/** @returns {Promise<Contents>} */
async function contents() {
  return (await fetched("contents.json")).json();
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(FOLDER + name).catch(() => null);
  if (!response?.ok) throw new Error(`The file ${name} of this site cannot be loaded; try again in a moment.`);
  return response;
}

/**
 * A file as it was before it was compressed.
 * @param {string} name
 * @param {(bytes: number) => void} count
 */
async function unpacked(name, count) {
  const { body } = await fetched(`${name}.gz`);
  if (!body) throw new Error(`The file ${name} of this site is empty.`);
  const reader = body.getReader();
  const first = (await reader.read()).value ?? new Uint8Array();
  count(first.length);
  const bytes = new ReadableStream({
    start: (stream) => stream.enqueue(first),
    async pull(stream) {
      const { value, done } = await reader.read();
      if (done) return stream.close();
      count(value.length);
      stream.enqueue(value);
    },
  });
  // Some hosts send such files as compressed contents, which the browser has unpacked already
  const isPacked = first[0] === 0x1f && first[1] === 0x8b;
  const stream = isPacked ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
  return new Response(stream, { headers: { "content-type": TYPES[name] ?? "application/zip" } });
}

/** The default export of a script that is not at an address. @param {Response} script */
async function imported(script) {
  const address = URL.createObjectURL(await script.blob());
  try {
    return (await import(address)).default;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Pyodide fetches some files itself, and has no option for bytes that are here already.
 * @template T
 * @param {Record<string, Promise<Response>>} files by their names in the folder
 * @param {() => Promise<T>} work
 */
async function answering(files, work) {
  const original = globalThis.fetch;
  globalThis.fetch = (resource, options) =>
    files[String(resource).replace(FOLDER, "")] ?? original(resource, options);
  try {
    return await work();
  } finally {
    globalThis.fetch = original;
  }
}

/**
 * The files of a zip archive that does not compress, as the exporter writes them.
 * @param {Uint8Array} archive
 * @returns {Generator<[string, Uint8Array]>}
 */
function* unzipped(archive) {
  const numbers = new DataView(archive.buffer, archive.byteOffset);
  const text = new TextDecoder();
  for (let at = 0; numbers.getUint32(at, true) === 0x04034b50; ) {
    const [size, name, extra] = [numbers.getUint32(at + 18, true), numbers.getUint16(at + 26, true), numbers.getUint16(at + 28, true)];
    const begin = at + 30 + name + extra;
    yield [text.decode(archive.subarray(at + 30, at + 30 + name)), archive.subarray(begin, begin + size)];
    at = begin + size;
  }
}

/** Write the files of an archive. @param {any} system the files of Python @param {string} place @param {Uint8Array} archive */
function write(system, place, archive) {
  const folders = new Set();
  for (const [path, data] of unzipped(archive)) {
    const folder = `${place}/${path.slice(0, Math.max(path.lastIndexOf("/"), 0))}`;
    if (!folders.has(folder)) system.mkdirTree(folder);
    folders.add(folder);
    system.writeFile(`${place}/${path}`, data, { canOwn: true });
  }
}

// Python takes seconds to start and to import the house. Its memory after that is kept, and later visits begin with it.

/** Of this version alone, and of this browser: the memory has places of its functions in it. */
const KEPT = `ludarium memory ${FOLDER} ${navigator.userAgent}`;
const ALL_KEPT = `ludarium memory ${new URL("../../", FOLDER).href}`;

async function keptMemory() {
  try {
    return await (await globalThis.caches?.open(KEPT))?.match(FOLDER);
  } catch {
    return undefined; // the browser keeps nothing for this address
  }
}

/** @param {any} pyodide */
async function keepMemory(pyodide) {
  try {
    const memory = pyodide.makeMemorySnapshot();
    await (await caches.open(KEPT)).put(FOLDER, new Response(memory));
    const old = (await caches.keys()).filter((name) => name.startsWith(ALL_KEPT) && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
  } catch (error) {
    console.warn("Python is not kept for later visits", error); // the disk is full, or storage is forbidden
  }
}
