/** The cells of a board, by name and by place. Those of a large board are made only when they are asked for. */

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../server/protocol.js").CellLook} CellLook
 * @typedef {import("../server/protocol.js").Grid} Grid
 * @typedef {ListedCells | GridCells} Cells
 */

// The two parts of a name that is made of its column and row, as the server finds them
const PARTS = /^[^0-9A-Za-z]*([A-Za-z]+|[0-9]+)[^0-9A-Za-z]*([A-Za-z]+|[0-9]+)[^0-9A-Za-z]*$/;

/**
 * The cells of a state, or of a position of the past.
 * @param {{cells: Cell[], grid?: Grid | null}} message
 * @returns {Cells}
 */
export function cellsOf({ cells, grid }) {
  return grid ? new GridCells(grid) : new ListedCells(cells);
}

/** Cells that the server has listed. */
export class ListedCells {
  /** @type {Map<string, Cell>} */
  #named = new Map();
  /** @type {Map<string, Cell>} */
  #placed = new Map();

  /** @param {Iterable<Cell>} cells */
  constructor(cells) {
    this.put(cells);
  }

  get count() {
    return this.#named.size;
  }

  /** @param {Iterable<Cell>} cells */
  put(cells) {
    for (const cell of cells) {
      this.#named.set(cell[0], cell);
      this.#placed.set(`${cell[1]} ${cell[2]}`, cell);
    }
  }

  /** @param {string} name */
  get(name) {
    return this.#named.get(name);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.#placed.get(`${x} ${y}`);
  }

  /**
   * What a cell looks like; undefined where there is none.
   * @param {number} x @param {number} y
   * @returns {CellLook | undefined}
   */
  look(x, y) {
    const cell = this.at(x, y);
    return cell && [cell[3], cell[4]];
  }

  /** Cells that change apart from these. */
  copy() {
    return new ListedCells(this);
  }

  [Symbol.iterator]() {
    return this.#named.values();
  }
}

/** Cells that the server has described in short: each is the number of its look. */
export class GridCells {
  /** @type {Grid} */
  #grid;
  #numbers;
  /** @type {(CellLook | null)[]} */
  #looks;
  /** @type {Map<string, number>} numbers of looks */
  #known;
  /** @type {[columns: Map<string, number>, rows: Map<string, number>]} where the lines with a name are */
  #lines;

  /** @param {Grid} grid @param {Int32Array} [numbers] of the looks, if they are known, row after row */
  constructor(grid, numbers = spread(grid)) {
    this.#grid = grid;
    this.#numbers = numbers;
    this.#looks = [...grid.looks];
    this.#known = new Map(grid.looks.map((look, number) => [JSON.stringify(look), number]));
    this.#lines = [numbered(grid.columns), numbered(grid.rows)];
  }

  get count() {
    const empty = this.#known.get("null");
    return empty === undefined ? this.#numbers.length : this.#numbers.filter((number) => number !== empty).length;
  }

  /** @param {Iterable<Cell>} cells */
  put(cells) {
    for (const [, x, y, ground, piece] of cells) this.#numbers[this.#place(x, y)] = this.#number([ground, piece]);
  }

  /** @param {string} name */
  get(name) {
    const [, first, second] = PARTS.exec(name) ?? [];
    const rowFirst = this.#grid.name.indexOf("{row}") < this.#grid.name.indexOf("{column}");
    const x = this.#lines[0].get(rowFirst ? second : first);
    const y = this.#lines[1].get(rowFirst ? first : second);
    const cell = x === undefined || y === undefined ? undefined : this.at(x, y);
    return cell?.[0] === name ? cell : undefined;
  }

  /** @param {number} x @param {number} y @returns {Cell | undefined} */
  at(x, y) {
    const look = this.look(x, y);
    if (!look) return undefined;
    const { name, columns, rows } = this.#grid;
    return [name.replace("{column}", columns[x]).replace("{row}", rows[y]), x, y, ...look];
  }

  /** What a cell looks like; undefined where there is none. @param {number} x @param {number} y */
  look(x, y) {
    const { columns, rows } = this.#grid;
    const isOn = x >= 0 && y >= 0 && x < columns.length && y < rows.length;
    return (isOn && this.#looks[this.#numbers[this.#place(x, y)]]) || undefined;
  }

  /** Cells that change apart from these. */
  copy() {
    return new GridCells({ ...this.#grid, looks: this.#looks }, this.#numbers.slice());
  }

  *[Symbol.iterator]() {
    for (let y = 0; y < this.#grid.rows.length; y++)
      for (let x = 0; x < this.#grid.columns.length; x++) {
        const cell = this.at(x, y);
        if (cell) yield cell;
      }
  }

  /** @param {number} x @param {number} y */
  #place(x, y) {
    return y * this.#grid.columns.length + x;
  }

  /** @param {CellLook} look */
  #number(look) {
    const key = JSON.stringify(look);
    const number = this.#known.get(key) ?? this.#looks.push(look) - 1;
    this.#known.set(key, number);
    return number;
  }
}

/** @param {string[]} names */
function numbered(names) {
  return new Map(names.map((name, number) => [name, number]));
}

/** The numbers of the looks, row after row. @param {Grid} grid */
function spread({ columns, rows, runs }) {
  const numbers = new Int32Array(columns.length * rows.length);
  runs.forEach((run, y) => {
    let place = y * columns.length;
    let last = 0;
    for (const number of run) {
      const end = place + (number < 0 ? -number : 1);
      if (number >= 0) last = number;
      numbers.fill(last, place, end);
      place = end;
    }
  });
  return numbers;
}
