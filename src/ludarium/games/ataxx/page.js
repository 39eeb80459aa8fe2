/** The page of Ataxx: two sides with their characters, the buttons of its manual, set-up, and a referee. */

import {
  ask,
  askForFile,
  askToJoin,
  button,
  capital,
  fetchUsualLevel,
  h,
  hostGame,
  importGame,
  isHost,
  isMine,
  isMultiplayer,
  get,
  leaveGame,
  newGame,
  occupant,
  openDialog,
  openPlayer,
  optionPicture,
  partFromOthers,
  pick,
  symbol,
  tellsKeys,
} from "../../page_api.js";

/**
 * @typedef {import("../../page_api.js").Table} Table
 * @typedef {import("../../page_api.js").View} View
 */

const HUMAN = "human";
const VACANT = "open";
const SIDES = ["red", "blue"];
const LOOKS = "ludarium-looks"; // the key under which the browser stores the characters of people
const SEEDS = [-(2n ** 63n), 2n ** 63n - 1n]; // the least and the greatest
const PATIENCE = 3; // objections in a row, after which the referee says so

const OBJECTIONS = [
  "Easy there!",
  "Nice try!",
  "Not so fast, please.",
  "I saw that!",
  "Tut, tut.",
  "Oh dear.",
  "Allow me to object.",
  "Let us stay friends.",
  "Fair play, please.",
  "My whistle is at the ready.",
  "That is not in my book.",
  "Hold on a moment.",
];

const HELP = [
  "Click a piece of your own colour, then the empty square it shall go to.",
  "One square away it extends: a new piece appears there, and the old one stays. Two squares away it jumps.",
  "Pieces of the other colour that touch the new one become yours. More pieces win when no player can move.",
  "You pass only when you cannot move.",
];
const HELP_WITH_KEYS = "By keyboard: arrows move the cursor, space chooses.";

/** @param {Table} table @returns {import("../../page_api.js").PageExtension} */
export function extend(table) {
  return new Ataxx(table).extension();
}

class Ataxx {
  #seats = [HUMAN, HUMAN]; // who plays, or will play after set-up
  #me = 0; // the player that "P1" is
  #asked = false; // whether set-up was asked for
  #objections = 0;
  #lastObjection = -1;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { slots, parts } = table;
    this.buttons = this.#makeButtons();
    this.buttons.load.dataset.id = "load";
    this.buttons.quit.dataset.id = "leave";
    slots.game.append(
      h("div", { class: "ataxx-buttons", role: "group", "aria-label": "Ataxx" }, ...Object.values(this.buttons)),
    );
    parts.say.before(symbol("referee", table.kind));
    parts.say.parentElement?.classList.add("refereed");
    // This game has a Start of its own, and sets moves whenever it is set up
    for (const entry of table.menu) if (entry.id === "start" || entry.id === "moves") entry.shown = () => false;
    this.#seats = table.seats.slice(0, 2);
    this.#me = Math.max(0, this.#seats.indexOf(HUMAN));
  }

  /** @returns {import("../../page_api.js").PageExtension} */
  extension() {
    return {
      words: { "-": { help: ["C", "pass, when you cannot move"] } },
      refresh: (view) => this.#refresh(view),
      card: ({ number }) => this.#card(number),
      // The manual has buttons of its own for these
      placed: () => ["load", "leave", ...(this.table.view.begun ? [] : ["word:-"])],
      unit: "piece",
      moved: () => (this.#objections = 0),
      refused: (text) => this.#object(text),
      open: () => this.#mayBlock(),
      advice: () => this.#advice(),
    };
  }

  // The sides

  /** What the card of a side shows: the character that was chosen. @param {number} side */
  #card(side) {
    const { table } = this;
    const player = table.view.players[side];
    const level = table.house.levels.find(({ seat }) => seat === player.who);
    return {
      portrait: level ? level.name.toLowerCase() : looks()[side],
      who: level ? `${level.name}, level ${level.number}` : occupant(table, player),
      title: "Another character",
      run: () => this.#change(side),
    };
  }

  /** @param {View} view */
  #refresh(view) {
    this.#seats = view.players.map(({ who }) => who);
    this.#name();
    if (view.vacant) this.#asked = false;
    else if (!view.begun && !view.setting && !view.ending && !this.#asked && isHost(this.table)) {
      this.#asked = true;
      this.table.request("set moves", { on: true });
    }
  }

  /** Whether remote players play, or may join. */
  get #hosted() {
    return isMultiplayer(this.table) || this.table.view.vacant > 0;
  }

  /** Choose another computer for a side, or another drawing for a person. @param {number} side */
  async #change(side) {
    const { table } = this;
    const { levels } = table.house;
    const now = this.#seats[side];
    const player = table.view.players[side];
    if (player.person && !isMine(table, player)) {
      await openPlayer(table, player);
      return;
    }
    if (now === VACANT || (now !== HUMAN && !isHost(table))) return;
    if (now === HUMAN) {
      const names = ["person", ...levels.map(({ name }) => name.toLowerCase())];
      const rows = names.map((value) => ({
        label: value === "person" ? "A person" : capital(value),
        value,
        symbol: value,
        now: value === looks()[side],
      }));
      const look = await pick({ title: `How does ${SIDES[side]} look?`, rows });
      if (look) remember(side, look);
      table.refresh();
      return;
    }
    const rows = levels.map(({ name, number, seat }) => ({
      label: `${name}, level ${number}`,
      value: seat,
      symbol: name.toLowerCase(),
      now: seat === now,
    }));
    const seat = await pick({ title: `Who plays ${SIDES[side]}?`, rows });
    if (seat) await this.#sit({ [side]: seat });
  }

  /** Change who plays. @param {Record<number, string>} seats */
  async #sit(seats) {
    for (const [side, who] of Object.entries(seats)) await this.table.request("seat", { player: Number(side), who });
    Object.assign(this.#seats, seats);
    this.table.refresh();
  }

  // The buttons of the manual

  #makeButtons() {
    return {
      start: button("Start", () => this.table.request("start")),
      pass: button("Pass", () => this.#pass()),
      host: button("Host", () => hostGame(this.table, this.#me)),
      join: button("Join", () => askToJoin()),
      help: button("Help", () => openDialog({ title: "How to make a move", body: tellsKeys() ? [...HELP, HELP_WITH_KEYS] : HELP })),
      seed: button("Seed AI", () => this.#seed()),
      load: button("Load", () => this.#load()),
      reset: button("Reset", () => this.#reset()),
      set: button("Set blocks", () => this.#toggleBlocks()),
      pattern: button("Patterns", () => this.#choosePattern()),
      auto: button("Auto", () => this.#auto()),
      me: button("P1 = Red", () => this.#swap()),
      quit: button("Quit", () => leaveGame(this.table)),
    };
  }

  /** Update the labels of the buttons. */
  #name() {
    const { view, laying, moveInput } = this.table;
    const { start, pass, set, pattern, auto, me, host, join, seed } = this.buttons;
    label(set, laying ? "Set moves" : "Set blocks");
    label(me, `P1 = ${capital(SIDES[this.#me])}`);
    auto.setAttribute("aria-pressed", String(!this.#seats.includes(HUMAN)));
    const canPass = !!moveInput && view.words.includes("-");
    // The manual's twelve buttons belong to the set-up; a game in progress shows those that do something
    for (const each of [start, host, join, seed, set, auto, me]) each.hidden = view.begun || !isHost(this.table);
    if (this.table.house.is_alone) host.hidden = join.hidden = true;
    pattern.hidden = set.hidden || !laying;
    pass.hidden = view.begun; // the bar has it then
    pass.setAttribute("aria-disabled", String(!canPass));
    start.classList.toggle("primary", !view.begun);
  }

  #pass() {
    const { table } = this;
    if (table.isPast) table.history?.word("-");
    else if (table.moveInput && !table.view.words.includes("-"))
      table.refuse("You cannot pass while there is a move to make.");
    else table.request("play", { at: table.ply, move: "-" });
  }

  async #seed() {
    const { table } = this;
    const check = (/** @type {string} */ text) => {
      if (!/^[+-]?\d{1,40}$/.test(text) || BigInt(text) < SEEDS[0] || BigInt(text) > SEEDS[1])
        return `A seed is a whole number from ${SEEDS[0]} to ${SEEDS[1]}.`;
      // As a text, since JSON numbers lose digits
      return table.socket.ask("seed", { number: String(BigInt(text)) }).then(
        () => "",
        (error) => error.message,
      );
    };
    const hint = "With the same number the computers play the same again.";
    const given = await ask({ title: "Seed AI", label: "A whole number", hint, check });
    if (given) table.say(`The computers draw their chances from ${given}.`);
  }

  async #load() {
    const hint = "A command a line, as in line mode: blocks 3gh, color blue, a7-b6, start.";
    if (!(await partFromOthers(this.table))) return;
    const take = (/** @type {string} */ text) => importGame(text, this.table.kind.id);
    await askForFile("Load a file", "A file of commands, or a record", { hint, take });
  }

  /** An empty board in set-up, with the player a person again. */
  async #reset() {
    const { table } = this;
    if (!(await partFromOthers(table))) return;
    // The new game invites no one: a computer takes the seat of a remote player
    const usual = `level ${await fetchUsualLevel(table.kind)}`;
    const seats = table.seats.slice(0, 2).map((seat) => (seat === VACANT ? usual : seat));
    if (!seats.includes(HUMAN)) seats[this.#me] = HUMAN;
    const { blocks: _, ...options } = table.state.options;
    return newGame(table, options, seats, { begun: false });
  }

  #toggleBlocks() {
    const { table } = this;
    if (!table.laying && !table.view.laying) {
      table.refuse("Blocks are set before the first move; take the moves back, or reset.");
      return;
    }
    table.laying = !table.laying;
    table.moveInput?.clear();
    table.refresh();
    table.say(this.#advice() ?? "");
  }

  /** Lay the blocks of a pattern that has a name. */
  async #choosePattern() {
    const { kind, state, id } = this.table;
    const option = kind.options.find(({ name }) => name === "blocks");
    if (!option) return;
    const sorted = (/** @type {string} */ letters) => [...letters].sort().join("");
    const rows = option.values.map(([value, label]) => ({
      label,
      value: `=${value}`, // an empty answer is none
      picture: optionPicture(kind, option, value),
      now: sorted(value) === sorted(state.options.blocks),
    }));
    const chosen = await pick({ title: "Patterns of blocks", rows, className: "pictured" });
    if (!chosen) return;
    const record = (await get(`games/${id}/record`)).replace(/^blocks:.*$/m, `blocks: ${chosen.slice(1)}`);
    await this.table.request("set up", { record, player: this.#me });
  }

  /** A computer takes over the player's side, or gives it back. */
  async #auto() {
    if (this.#hosted) {
      this.table.refuse("You play against a remote player: a computer cannot take your side.");
      return;
    }
    const other = this.#seats[1 - this.#me];
    const level = other === HUMAN ? `level ${await fetchUsualLevel(this.table.kind)}` : other;
    await this.#sit({ [this.#me]: this.#seats[this.#me] === HUMAN ? level : HUMAN });
    const plays = this.#seats[this.#me] !== HUMAN;
    this.table.say(plays ? `A computer plays ${SIDES[this.#me]} for you.` : `You play ${SIDES[this.#me]} yourself.`);
  }

  /** The player and the opponent swap their colours. */
  async #swap() {
    const { table } = this;
    const player = 1 - this.#me;
    if (this.#hosted) {
      // The server changes the seats of both, and lays the board as it was
      const record = await get(`games/${table.id}/record`);
      if (!(await table.request("set up", { record, player }))) return;
    } else await this.#sit({ 0: this.#seats[1], 1: this.#seats[0] });
    this.#me = player;
    table.refresh();
    table.say(`You are ${SIDES[this.#me]} now.`);
  }

  // Set-up and the referee

  /** The squares that can be blocked, while clicks set blocks. */
  #mayBlock() {
    const { laying, cells, isPast } = this.table;
    if (!laying || isPast) return undefined;
    const names = [...cells]
      .filter(([, x, y, , piece]) => !piece && !(x === 3 && y === 3))
      .map(([name]) => name);
    return new Set(names);
  }

  #advice() {
    const { view, laying, moveInput } = this.table;
    if (view.ending)
      return `${view.ending.winner ? `${capital(view.ending.winner)} wins.` : "Draw."} Reset sets up a new game.`;
    if (laying) return "Set-up: choose squares to block or to free, or a pattern. Start begins the game.";
    if (view.vacant || (!view.begun && !isHost(this.table))) return undefined;
    if (!view.begun && !moveInput?.touched.length)
      return "Set-up: make moves for both sides, or set blocks. Start begins the game.";
    return undefined;
  }

  /** The referee objects, never twice in the same words. @param {string} text why it cannot be done */
  #object(text) {
    const { say } = this.table.parts;
    this.#objections += 1;
    const others = OBJECTIONS.map((_, i) => i).filter((i) => i !== this.#lastObjection);
    this.#lastObjection = others[Math.floor(Math.random() * others.length)];
    const cross =
      this.#objections % PATIENCE === 0 ? " I am a patient referee, but do look at the marked squares." : "";
    this.table.say(`${OBJECTIONS[this.#lastObjection]} ${text}${cross}`, "wrong");
    const referee = say.parentElement;
    referee?.classList.remove("objects");
    // In the next frame, so that the animation starts again
    requestAnimationFrame(() => referee?.classList.add("objects"));
  }
}

/** @param {HTMLButtonElement} it @param {string} text */
function label(it, text) {
  const place = it.querySelector("span");
  if (place) place.textContent = text;
}

/** The characters that people chose, by side. @returns {string[]} */
function looks() {
  const kept = (localStorage.getItem(LOOKS) ?? "").split(" ");
  return SIDES.map((_, side) => (/^[a-z]+$/.test(kept[side] ?? "") ? kept[side] : "person"));
}

/** @param {number} side @param {string} look */
function remember(side, look) {
  const kept = looks();
  kept[side] = look;
  localStorage.setItem(LOOKS, kept.join(" "));
}
