/** What the site keeps in this browser: texts by table and key, in IndexedDB. */

const NAME = "ludarium";
const TABLES = ["games", "scores", "preferences", "daily", "solvers"];
const VERSION = 1;

/** @typedef {{key: string, version: number, text: string}} Row */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Database {
  /** @param {IDBDatabase} opened */
  constructor(opened) {
    this.opened = opened;
  }

  /** @returns {Promise<Database | null>} null where the browser keeps nothing for this address */
  static async open() {
    try {
      const request = indexedDB.open(NAME + new URL("..", import.meta.url).pathname, VERSION);
      request.onupgradeneeded = () => TABLES.forEach((name) => request.result.createObjectStore(name, { keyPath: "key" }));
      return new Database(await done(request));
    } catch {
      return null;
    }
  }

  /** @param {string} table @param {string} key @returns {Promise<string | undefined>} */
  async get(table, key) {
    return (await done(this.#rows(table, "readonly").get(key)))?.text;
  }

  /** @param {string} table @returns {Promise<[string, number, string][]>} */
  async rows(table) {
    const rows = /** @type {Row[]} */ (await done(this.#rows(table, "readonly").getAll()));
    return rows.map(({ key, version, text }) => [key, version, text]);
  }

  /** @param {string} table @param {string} key @param {string} text */
  async put(table, key, text) {
    await done(this.#rows(table, "readwrite").put({ key, version: 0, text }));
  }

  /**
   * Put a text in the place of one with a version, unless another tab was quicker.
   * @param {string} table @param {string} key @param {number} version @param {string} text @param {number} newVersion
   * @returns {Promise<boolean>}
   */
  async replace(table, key, version, text, newVersion) {
    const rows = this.#rows(table, "readwrite");
    // Both in one transaction: no other tab writes between them
    const before = /** @type {Row | undefined} */ (await done(rows.get(key)));
    if ((before?.version ?? 0) !== version) return false;
    await done(rows.put({ key, version: newVersion, text }));
    return true;
  }

  /** @param {string} table @param {string} key @returns {Promise<boolean>} */
  async delete(table, key) {
    const rows = this.#rows(table, "readwrite");
    const count = await done(rows.count(key));
    if (count) await done(rows.delete(key));
    return count > 0;
  }

  /** @param {string} table @param {IDBTransactionMode} mode */
  #rows(table, mode) {
    return this.opened.transaction(table, mode).objectStore(table);
  }
}
