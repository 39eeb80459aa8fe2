/** The form for a new game, made from the options and the players of its kind. */

import { openDialog } from "../core/dialogs.js";
import { capital, fill, h, sentence, showProblem } from "../core/dom.js";
import { post } from "../server/http.js";
import { ensureUser } from "../core/identity.js";
import { playerTitle } from "../core/player_title.js";
import { logo, symbol } from "../core/symbols.js";
import { currentVisit } from "../core/visit.js";
import { MultiplayerOptions } from "./multiplayer_options.js";
import { valuePicker, valueRadios } from "./option_pictures.js";
import { FIRST, fetchUsualLevel } from "./quick_game.js";

/**
 * @typedef {import("../server/protocol.js").House} House
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").OptionTold} OptionTold
 */

const SHOWN = 10; // players whose seats are chosen one by one; the seat after them counts for all others
const HUMAN = "human";
const VACANT = "open";
const PEOPLE = { me: "Me", friend: "A friend on this device" };
const REMOTE = [VACANT, "A player elsewhere"];
const FEW = 5; // choices that are shown side by side
const LARGE = 1_000_000; // limits above it are not shown

/** The fields of the form, and the request that they make. */
export class NewGameForm {
  /** @type {Map<string, () => string>} */
  #values = new Map();
  /** @type {HTMLSelectElement[]} */
  #chairs = [];

  /**
   * The form with these options and seats; the defaults for what is not given.
   * @param {House} house
   * @param {KindTold} kind
   * @param {Record<string, string>} options
   * @param {string[]} seats
   * @param {string} [level] of the usual opponent
   */
  constructor(house, kind, options, seats, level = FIRST) {
    this.house = house;
    this.kind = kind;
    this.level = level;
    this.problem = h("p", { class: "problem", role: "alert" });
    const rows = kind.options.map((option) => this.#row(option, options[option.name] ?? option.default));
    const chairs = h("ul", { class: "chairs" });
    for (let number = 0; number <= SHOWN; number++) chairs.append(this.#chair(number, seats));
    const who = h("fieldset", { class: "who" }, h("legend", { text: "Who plays" }), chairs);
    this.multiplayer = new MultiplayerOptions();
    const drawn = new Set(kind.options.filter(({ sort }) => sort === "seed").map(({ name }) => name));
    const usual = rows.filter((_, place) => !drawn.has(kind.options[place].name));
    const rare = rows.filter((row) => !usual.includes(row));
    this.element = h(
      "div",
      { class: "form" },
      who,
      this.multiplayer.element,
      usual.length ? h("fieldset", { class: "who" }, h("legend", { text: "The game" }), ...usual) : null,
      rare.length ? h("details", {}, h("summary", { text: "Rarely needed" }), ...rare) : null,
      this.problem,
    );
    this.element.addEventListener("input", () => this.#setChairs());
    this.#setChairs();
  }

  /** @param {OptionTold} option @param {string} value */
  #row(option, value) {
    const note = h("small", { text: `${capital(option.help)}${this.#takes(option)}.` });
    const name = h("span", { text: option.title });
    if (option.choices.length && option.choices.length <= FEW) return this.#radios(option, value, note);
    if (option.sort === "text" && option.values.length) return this.#picker(option, value, note);
    if (option.sort === "span") return this.#span(option, value, note);
    const field = option.sort === "choice" ? select(option, value) : input(option, value);
    this.#values.set(option.name, () => field.value.trim());
    return h("label", { class: "asked" }, name, field, note);
  }

  /** What an option accepts, where its field does not show it. @param {OptionTold} option */
  #takes({ sort, takes, high }) {
    return sort === "text" || (sort === "whole" && (high ?? 0) <= LARGE) ? `: ${takes}` : "";
  }

  /** @param {OptionTold} option @param {string} value @param {Node} note */
  #radios(option, value, note) {
    const { element, fields } = valueRadios(this.kind, option, value);
    this.#values.set(option.name, () => fields.find(({ checked }) => checked)?.value ?? option.default);
    return h("fieldset", { class: "asked" }, h("legend", { text: option.title }), element, note);
  }

  /** @param {OptionTold} option @param {string} value @param {Node} note */
  #picker(option, value, note) {
    const { element, field } = valuePicker(this.kind, option, value);
    this.#values.set(option.name, () => field.value.trim());
    return h("fieldset", { class: "asked" }, h("legend", { text: option.title }), element, note);
  }

  /** @param {OptionTold} option @param {string} value @param {Node} note */
  #span(option, value, note) {
    const [least, most] = value.split("-").map((part, i) => {
      const label = `${option.title}: ${i ? "the most" : "the fewest"}`;
      return h("input", { type: "number", min: option.low, max: option.high, value: part, "aria-label": label });
    });
    this.#values.set(option.name, () => `${least.value}-${most.value}`);
    const both = h("div", { class: "both" }, least, h("span", { text: "to" }), most);
    return h("fieldset", { class: "asked" }, h("legend", { text: option.title }), both, note);
  }

  /** @param {number} number @param {string[]} seats */
  #chair(number, seats) {
    const usual = number ? `level ${this.level}` : HUMAN;
    const given = seats[number] ?? usual;
    const people = seats.slice(0, number).includes(HUMAN) || (!seats.length && number > 0);
    const who = given === HUMAN ? (people ? "friend" : "me") : given;
    const levels = this.house.levels.map((level) => [level.seat, `${level.name}, level ${level.number}`]);
    const remote = this.house.is_alone ? [] : [REMOTE];
    const choices = [...Object.entries(PEOPLE), ...remote, ...levels];
    if (!choices.some(([value]) => value === who)) choices.push([who, who]);
    const field = h(
      "select",
      {},
      ...choices.map(([value, text]) => h("option", { value, text, selected: value === who })),
    );
    this.#chairs.push(field);
    return h("li", {}, h("label", {}, h("span", { class: "portrait" }), h("span", { class: "label" }), field));
  }

  /** How many play. */
  #players() {
    const option = this.kind.options.find(({ name }) => name === "players");
    return option ? Number(this.#values.get("players")?.()) || 0 : this.kind.players;
  }

  /** Show a seat for each player, and one for all after those shown. */
  #setChairs() {
    const players = this.#players();
    const place = this.element.querySelector(".who");
    if (place instanceof HTMLElement) place.hidden = players < 2;
    for (const [number, field] of this.#chairs.entries()) {
      const row = /** @type {HTMLElement} */ (field.closest("li"));
      const name = number === SHOWN ? "everybody else" : (this.kind.names[number] ?? String(number + 1));
      const level = this.house.levels.find(({ seat }) => seat === field.value);
      row.hidden = number >= players;
      fill(/** @type {Element} */ (row.querySelector(".label")), capital(playerTitle({ name })));
      fill(/** @type {Element} */ (row.querySelector(".portrait")), symbol(level?.name.toLowerCase() ?? "person"));
    }
    this.multiplayer.element.hidden = !this.#chosen().includes(VACANT);
  }

  /** The chosen seats. */
  #chosen() {
    const players = this.#players();
    return this.#chairs.slice(0, players < 2 ? 0 : players).map(({ value }) => (value in PEOPLE ? HUMAN : value));
  }

  /** Begin the game. @returns {Promise<string>} its id, or nothing when something is wrong, and a sentence says what */
  async begin() {
    const drawn = new Set(this.kind.options.filter(({ sort }) => sort === "seed").map(({ name }) => name));
    const filled = [...this.#values]
      .map(([name, value]) => [name, value()])
      .filter(([name, value]) => value || !drawn.has(name));
    const seats = this.#chosen();
    const invites = seats.includes(VACANT);
    this.problem.textContent = "";
    try {
      const wanted = {
        kind: this.kind.id,
        options: Object.fromEntries(filled),
        seats,
        // A remote player joins a game that has begun
        begun: invites || !this.kind.can_lay,
        ...this.multiplayer.read(),
      };
      if (invites && !(await ensureUser())) throw new Error("To play with others you need a name.");
      return (await post("games", wanted)).id;
    } catch (error) {
      showProblem(this.problem, sentence(/** @type {Error} */ (error).message));
      return "";
    }
  }
}

/** @param {OptionTold} option @param {string} value */
function select(option, value) {
  const rows = option.values.map(([each, text]) =>
    h("option", { value: each, text, selected: each === value }),
  );
  return h("select", {}, ...rows);
}

/** @param {OptionTold} option @param {string} value */
function input(option, value) {
  if (option.sort === "seed") return h("input", { type: "text", inputmode: "numeric", placeholder: "drawn anew" });
  const whole = option.sort === "whole";
  return h("input", {
    type: whole ? "number" : "text",
    min: option.low,
    max: option.high,
    value,
    autocomplete: "off",
    spellcheck: "false",
  });
}

/** The page with the form. @param {(page: HTMLElement) => void} show @param {House} house @param {KindTold} kind */
export async function showNewGame(show, house, kind) {
  const form = new NewGameForm(house, kind, {}, [], await fetchUsualLevel(kind));
  const begin = h("button", { type: "submit", class: "primary", text: "Begin" });
  const element = h(
    "form",
    { novalidate: true },
    form.element,
    h("div", { class: "buttons" }, begin, h("a", { class: "button", href: "#/", text: "Back" })),
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    begin.disabled = true;
    const id = await form.begin();
    begin.disabled = false;
    if (id) location.hash = `#/game/${id}`;
  });
  const head = h(
    "div",
    { class: "form-head" },
    logo(kind),
    h("div", {}, h("h1", { text: `A game of ${kind.title}` }), h("p", { text: kind.about })),
  );
  const links = [
    kind.has_introduction ? h("a", { href: `#/learn/${kind.id}`, text: "Learn it step by step" }) : null,
    h("a", { href: `#/rules/${kind.id}`, text: "The rules" }),
    kind.players > 1 ? h("a", { href: `#/best/${kind.id}`, text: "Best players" }) : null,
    kind.has_scores ? h("a", { href: `#/scores/${kind.id}`, text: "High scores" }) : null,
  ];
  show(h("div", { class: "page narrow" }, head, h("p", { class: "links" }, ...links), element));
  return { title: `New game of ${kind.title}`, focus: begin };
}

/**
 * The form in a dialog.
 * @param {House} house
 * @param {KindTold} kind
 * @param {Record<string, string>} options
 * @param {string[]} seats
 * @returns {Promise<string | null>} the id of the game that was begun
 */
export async function askForGame(house, kind, options, seats) {
  const visit = currentVisit();
  const form = new NewGameForm(house, kind, options, seats, await fetchUsualLevel(kind));
  let id = "";
  const check = async () => {
    id = await form.begin();
    return id ? "" : (form.problem.textContent ?? "");
  };
  const buttons = [
    { label: "Begin", value: "begin", primary: true },
    { label: "Cancel", value: "" },
  ];
  const answer = await openDialog({
    title: `${kind.title}: a new game`,
    body: form.element,
    buttons,
    className: "wide",
    visit,
    check,
  });
  return answer ? id : null;
}
