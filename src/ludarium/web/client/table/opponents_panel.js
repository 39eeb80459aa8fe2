/** Those one plays with: who is waited for, who has gone, what they offer, and what one can ask of them. */

import { confirm, openDialog } from "../core/dialogs.js";
import { button, capital, fill, h, sentence } from "../core/dom.js";
import { introduce, me } from "../core/identity.js";
import { nameOf, playerTitle } from "./player_names.js";
import { hosts, isMine, isPerson, looksOn, own, playsOthers } from "./permissions.js";
import { play as sound } from "../core/sound.js";
import { speak } from "../core/announcer.js";
import { del } from "../core/socket.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("../core/socket.js").View} View
 * @typedef {import("../core/socket.js").Player} Player
 * @typedef {import("../core/dom.js").Entry} Entry
 */

const GRACE = 60_000; // milliseconds that somebody who has gone has to come back
const VACANT = "open";
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const ALONE = "This address works on this machine alone; ludarium serve --host 0.0.0.0 opens the house to others.";

/** What can be offered: what others do who offer it, what one has done oneself, and what is said if they decline. */
const OFFERS = {
  draw: ["offers a draw", "You have offered a draw.", "The draw was declined."],
  takeback: ["asks to take the last move back", "You have asked to take your move back.", "The takeback was declined."],
  rematch: ["asks for another game", "You have asked for another game.", "Another game was declined."],
};
/** @typedef {keyof typeof OFFERS} Offer */
const NAMES = /** @type {Offer[]} */ (Object.keys(OFFERS));

/** The address of a game, for others. @param {string} id */
export const linkTo = (id) => `${location.origin}${location.pathname}#/game/${id}`;

/** A link with a button that copies it. @param {string} url */
export function copied(url) {
  const select = () => field.select();
  const field = h("input", { type: "text", readonly: true, value: url, class: "link", on: { focus: select } });
  const told = h("span", { role: "status" });
  const copy = button("Copy", async () => {
    field.select();
    const done = await (navigator.clipboard?.writeText(url) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    told.textContent = done ? "Copied." : "Press Ctrl-C to copy it.";
  });
  const label = h("label", { class: "asked" }, h("span", { text: "Link" }), field);
  return h("div", { class: "copied" }, label, copy, told);
}

/** What can be asked of others, for the menu and the bar. @param {Table} table @returns {Entry[]} */
export function dealings(table) {
  const plays = () => playsOthers(table) && own(table).length > 0;
  /** @param {Offer} offer */
  const free = (offer) => !own(table).some(({ number }) => table.view.offers[offer]?.includes(number));
  const going = () => plays() && !table.view.ending && !table.view.vacant;
  return [
    {
      id: "draw",
      label: "Offer a draw",
      run: () => table.ask("offer", { offer: "draw" }),
      shown: going,
      may: () => free("draw"),
    },
    {
      id: "takeback",
      label: "Ask for a takeback",
      run: () => table.ask("offer", { offer: "takeback" }),
      shown: going,
      may: () => free("takeback") && table.view.can_undo,
    },
    {
      id: "rematch",
      label: "Rematch",
      run: () => table.ask("offer", { offer: "rematch" }),
      shown: () => plays() && table.view.ending !== null && !table.view.next,
      may: () => free("rematch"),
    },
  ];
}

export class Company {
  /** @type {Map<number, number>} since when players are away, as far as one has seen it */
  #away = new Map();
  /** @type {View["offers"]} */
  #offers = {};
  /** @type {Map<number, string | null>} */
  #seated = new Map();
  #first = true;
  #next = "";
  #timer = 0;
  #made = "";
  #ply = -1; // moves that had been made when offers were looked at last
  #dropped = false; // whether one has taken an offer of one's own back

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "company", "aria-label": "Those you play with", hidden: true });
    table.slots.top.append(this.element);
  }

  close() {
    clearTimeout(this.#timer);
  }

  /** The game has gone on. @param {View} view */
  refresh(view) {
    if (view.next && !this.#first && !this.#next) {
      // Everybody goes on to the next game, those too who look on
      location.hash = `#/game/${view.next}`;
      return;
    }
    this.#greet(view);
    this.#watch(view);
    this.#hear(view);
    this.#first = false;
    this.#next = view.next;
    this.#show(view);
  }

  /** What changes seldom is made anew only then: the focus has to stay. @param {View} view */
  #show(view) {
    const claims = this.#claims(view).map(({ number }) => number);
    const { ending, vacant, offers, next, begun, players } = view;
    const seats = players.map(({ who, title, person }) => [who, title, person]);
    const told = [ending !== null, vacant, offers, next, begun, claims, seats, this.table.ply > 0, me()?.id];
    const made = JSON.stringify(told);
    if (made === this.#made) return;
    this.#made = made;
    const rows = [...this.#waiting(view), ...this.#questions(view), ...this.#gone(view), ...this.#looking(view)];
    fill(this.element, ...rows);
    this.element.hidden = !rows.length;
  }

  /** @param {string} text @param {...HTMLElement} buttons */
  #row(text, ...buttons) {
    return h("div", { class: "company-row" }, h("p", { text }), ...buttons);
  }

  // Seats

  /** @param {View} view */
  #waiting(view) {
    const { table } = this;
    if (!view.vacant || view.ending) return [];
    const free = view.players.filter(({ who }) => who === VACANT);
    const mine = own(table);
    const seats = free.map(playerTitle).join(" and ");
    const rows = [];
    if (mine.length || hosts(table)) rows.push(this.#row(`Waiting for somebody to play ${seats}.`));
    else {
      const sit = free.map((player) =>
        button(free.length > 1 ? `Sit down as ${playerTitle(player)}` : "Sit down", () => this.sit(player.number), {
          class: "primary",
        }),
      );
      rows.push(this.#row(`A seat is free: ${seats}.`, ...sit));
    }
    if (hosts(table)) {
      const { alias } = table.state;
      rows.push(copied(linkTo(table.id)));
      if (LOOPBACK.includes(location.hostname)) rows.push(h("small", { text: ALONE }));
      if (alias) rows.push(this.#row(`Or they join it by its name: ${alias}@${location.host}`));
      rows.push(h("div", {}, button("Cancel the game", () => this.#cancel())));
    } else if (mine.length && !table.ply) rows.push(this.#leaving(mine[0]));
    return rows;
  }

  /** @param {Player} player */
  #leaving(player) {
    return h("div", {}, button("Leave the seat", () => this.table.ask("leave", { player: player.number })));
  }

  /** Take a seat: of a player, or any. @param {number} [player] */
  async sit(player) {
    const { table } = this;
    const known = me() !== null;
    if (!(await introduce())) return;
    // A socket belongs to whoever had opened it
    if (!known) await table.wire.renew();
    await table.ask("sit", player === undefined ? {} : { player });
  }

  /** Sit down at once, where one has come for that. */
  join() {
    if (this.table.view.vacant && !own(this.table).length) this.sit();
  }

  async #cancel() {
    const { table } = this;
    try {
      await del(`games/${table.id}`);
      table.leave();
    } catch (error) {
      table.refuse(sentence(/** @type {Error} */ (error).message));
    }
  }

  // Offers

  /** Say what others want, and what came of what one wanted oneself. @param {View} view */
  #hear(view) {
    const mine = new Set(own(this.table).map(({ number }) => number));
    for (const offer of NAMES) {
      const [before, now] = [this.#offers[offer] ?? [], view.offers[offer] ?? []];
      const others = now.filter((number) => !before.includes(number) && !mine.has(number));
      if (others.length && mine.size) speak(`${this.#who(view, others)} ${OFFERS[offer][0]}.`, true);
      const had = before.some((number) => mine.has(number));
      const went = view.ending || view.next || this.#ply !== this.table.ply;
      if (had && !now.length && !went && !this.#dropped) this.table.say(OFFERS[offer][2]);
    }
    this.#dropped = false;
    this.#ply = this.table.ply;
    this.#offers = view.offers;
  }

  /** @param {View} view @param {readonly number[]} numbers */
  #who(view, numbers) {
    const names = numbers.map((number) => {
      const player = view.players.find((each) => each.number === number);
      return player ? nameOf(this.table, player) : "somebody";
    });
    return [...new Set(names)].join(" and ");
  }

  /** @param {View} view */
  #questions(view) {
    const { table } = this;
    const mine = new Set(own(table).map(({ number }) => number));
    if (!mine.size) return [];
    return NAMES.flatMap((offer) => {
      const by = view.offers[offer] ?? [];
      if (!by.length || view.next) return [];
      const decline = () => table.ask("decline", { offer });
      if (by.some((number) => mine.has(number))) {
        const back = () => {
          this.#dropped = true;
          return decline();
        };
        return [this.#row(OFFERS[offer][1], button("Take it back", back))];
      }
      const agree = button("Agree", () => table.ask("offer", { offer }), { class: "primary" });
      return [this.#row(`${this.#who(view, by)} ${OFFERS[offer][0]}.`, agree, button("Decline", decline))];
    });
  }

  // Coming and going

  /** Tell those who wait that somebody has come. @param {View} view */
  #greet(view) {
    const before = this.#seated;
    this.#seated = new Map(view.players.map(({ number, person }) => [number, person]));
    const come = view.players.filter(
      (player) => player.person && !isMine(this.table, player) && before.get(player.number) !== player.person,
    );
    if (this.#first || !come.length || this.table.ply) return;
    sound("place");
    speak(`${come.map((player) => nameOf(this.table, player)).join(" and ")} has taken a seat.`);
  }

  /** @param {View} view */
  #watch(view) {
    let soonest = Infinity;
    for (const player of view.players) {
      const { number, here } = player;
      if (here || !player.person) {
        if (this.#away.delete(number)) speak(`${nameOf(this.table, player)} is back.`);
      } else {
        if (!this.#away.has(number)) {
          // Who had gone before one came may have gone long ago
          this.#away.set(number, this.#first ? -Infinity : performance.now());
          if (!this.#first) speak(`${nameOf(this.table, player)} is away.`);
        }
        soonest = Math.min(soonest, (this.#away.get(number) ?? 0) + GRACE - performance.now());
      }
    }
    clearTimeout(this.#timer);
    if (soonest > 0 && soonest < Infinity) this.#timer = setTimeout(() => this.#show(this.table.view), soonest + 100);
  }

  /** Those who have been away for too long. @param {View} view */
  #claims(view) {
    if (view.ending || view.vacant || !own(this.table).length) return [];
    const now = performance.now();
    return view.players.filter(
      (player) => !isMine(this.table, player) && now - (this.#away.get(player.number) ?? Infinity) >= GRACE,
    );
  }

  /** @param {View} view */
  #gone(view) {
    return this.#claims(view).map((player) => {
      const name = nameOf(this.table, player);
      const claim = async () => {
        if (await confirm("Claim the game?", `${name} has gone, and may not come back.`, "Claim the game"))
          await this.table.ask("claim", { player: player.number });
      };
      return this.#row(`${name} has been away for a while.`, button("Claim the game", claim));
    });
  }

  /** @param {View} view */
  #looking(view) {
    const { table } = this;
    const rows = [];
    if (looksOn(table) && !view.vacant && !view.ending) rows.push(this.#row("You look on."));
    else if (!view.begun && playsOthers(table) && !view.vacant && !view.ending)
      rows.push(this.#row(hosts(table) ? "Everybody is here: Start begins the game." : "The host sets the game up."));
    if (view.next)
      rows.push(h("p", {}, h("a", { class: "button", href: `#/game/${view.next}`, text: "To the next game" })));
    return rows;
  }
}

/**
 * Who somebody at the table is: their ratings and games are a page of their own.
 * @param {Table} table
 * @param {Player} player
 */
export async function openPlayer(table, player) {
  if (!player.person || !isPerson(player)) return;
  const text = `${capital(playerTitle(player))} is played by ${player.title}${player.here ? "" : ", who is away"}.`;
  const page = h("a", { href: `#/person/${player.person}`, text: "Games and ratings" });
  await openDialog({ title: nameOf(table, player), body: [text, h("p", {}, page)] });
}
