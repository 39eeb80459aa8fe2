/**
 * Starts Python in a Worker, from the files in `python/` beside this one.
 *
 * Static hosts often do not compress, so the large files come compressed by gzip and are unpacked here.
 */

/** What the exporter writes about the files. @typedef {{info: object, sizes: Record<string, number>}} Contents */
/** Bytes that have come, and bytes in all. @typedef {(done: number, of: number) => void} OnProgress */

const FOLDER = new URL("python/", import.meta.url).href;
const PLACES = { "ludarium.zip": "/house", "python_stdlib.zip": "/library" }; // of archives in Python's file system
const WRITTEN = new Date(1e12); // when all files of Python were written; compiled modules belong to sources of this time
const COMPILED = "__pycache__";
const NO_FILES = Uint8Array.from([80, 75, 5, 6, ...new Array(18).fill(0)]); // a zip archive
const PAUSE = 2000; // milliseconds after the start before compiled modules are kept, so that nobody waits for it
const WASM = "pyodide.asm.wasm";
/** @type {Record<string, string>} */
const TYPES = { "pyodide.asm.mjs": "text/javascript", [WASM]: "application/wasm" };

/** What has to be loaded before the first move, in bytes; for those who want to know before they begin. */
export async function bytesToLoad() {
  const { sizes } = await contents();
  return Object.values(sizes).reduce((sum, size) => sum + size, 0);
}

/**
 * @param {OnProgress} [onProgress]
 * @returns {Promise<any>} Pyodide, in which `import ludarium` works
 */
export async function startPython(onProgress = () => {}) {
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
      const archive = new Uint8Array(await (await files[name]).arrayBuffer());
      for (const [path, data] of unzipped(archive)) write(system, `${folder}/${path}`, data);
    }
    await writeCompiled(system);
  };
  const PYTHONPATH = Object.values(PLACES).join(":");
  const options = { indexURL: FOLDER, packageBaseUrl: FOLDER, lockFileContents, createPyodideModule, fsInit };
  const inside = { [WASM]: files[WASM], "python_stdlib.zip": Promise.resolve(new Response(NO_FILES)) };
  const pyodide = await answering(inside, () => loadPyodide({ ...options, env: { PYTHONPATH } }));
  pyodide.runPython("import sys; sys.dont_write_bytecode = False");
  setTimeout(() => keepCompiled(pyodide), PAUSE);
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

/** @param {any} system the files of Python @param {string} path @param {Uint8Array} data */
function write(system, path, data) {
  system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  system.writeFile(path, data);
  system.utime(path, +WRITTEN, +WRITTEN);
}

// Compiling takes more than half of the time in which Python starts, so what it has compiled is kept for the next time

/** Of this version alone. */
const KEPT = `ludarium compiled ${FOLDER}`;
const ALL_KEPT = `ludarium compiled ${new URL("../../", FOLDER).href}`;

// Modules of the start were imported before Python could be told to write what it compiles. The result of the last line
// compiles one more module, and says whether there was one.
const COMPILE = `
def _compile():
    import os, sys

    for name, module in list(sys.modules.items()):
        file = getattr(module, "__cached__", None)
        if file and hasattr(module.__loader__, "get_code") and not os.path.exists(file):
            module.__loader__.get_code(name)
            return os.path.exists(file)
    return False

_compile
`;

/** @param {any} system */
async function writeCompiled(system) {
  try {
    const kept = await (await globalThis.caches?.open(KEPT))?.match(FOLDER);
    if (!kept) return;
    for (const [path, data] of await kept.formData()) {
      if (data instanceof Blob) write(system, path, new Uint8Array(await data.arrayBuffer()));
    }
  } catch (error) {
    console.warn("what was compiled before is not used", error);
  }
}

/**
 * Keep all modules that were imported until now, compiled. Where a browser keeps nothing for this address, nothing
 * happens. Other work of this Worker goes on between two modules.
 * @param {any} pyodide
 */
export async function keepCompiled(pyodide) {
  if (!globalThis.caches) return;
  const compile = pyodide.runPython(COMPILE);
  while (compile()) await new Promise((resolve) => setTimeout(resolve));
  compile.destroy();
  const form = new FormData();
  for (const place of Object.values(PLACES)) {
    for (const path of compiledIn(pyodide.FS, place)) form.append(path, new Blob([pyodide.FS.readFile(path)]));
  }
  try {
    const cache = await caches.open(KEPT);
    await cache.put(FOLDER, new Response(form));
    const old = (await caches.keys()).filter((name) => name.startsWith(ALL_KEPT) && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
  } catch (error) {
    console.warn("what was compiled is not kept", error); // the disk is full, or storage is forbidden
  }
}

/**
 * @param {any} system
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* compiledIn(system, folder) {
  for (const name of system.readdir(folder)) {
    const path = `${folder}/${name}`;
    if (name === "." || name === ".." || !system.isDir(system.stat(path).mode)) continue;
    if (name !== COMPILED) yield* compiledIn(system, path);
    else for (const file of system.readdir(path)) if (file.endsWith(".pyc")) yield `${path}/${file}`;
  }
}
