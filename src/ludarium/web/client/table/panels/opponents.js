/** The panel about the other players: free seats, offers, and players who are away. */

import { announce } from "../../core/announcer.js";
import { invitation } from "../../core/copy_link.js";
import { confirm, openDialog } from "../../core/dialogs.js";
import { button, capital, fill, h, sentence } from "../../core/dom.js";
import { del } from "../../server/http.js";
import { currentUser, ensureUser, ownName } from "../../core/identity.js";
import { limits } from "../../server/limits.js";
import { play as sound } from "../../core/sound.js";
import { isHost, isMine, isMultiplayer, isPerson, isSpectator, may, own } from "../permissions.js";
import { nameOf, playerTitle } from "../player_names.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../../server/protocol.js").View} View
 * @typedef {import("../../server/protocol.js").Player} Player
 * @typedef {import("../../core/menu.js").Entry} Entry
 */

const VACANT = "open";

const HOST_STARTS = "All players are here: Start begins the game.";
const HOST_SETS_UP = "The host sets the game up.";
const AWAY = "is away. The game can begin when all players are here.";

/** The texts of an offer: made by another player, made by the user, declined. {} are the moves to take back. */
const OFFERS = {
  draw: ["offers a draw", "You have offered a draw.", "The draw was declined."],
  takeback: ["asks to take back {}", "You have asked to take back {}.", "The takeback was declined."],
  rematch: ["asks for another game", "You have asked for another game.", "Another game was declined."],
};
/** @typedef {keyof typeof OFFERS} Offer */
/** @param {View} view @param {Offer} offer @param {number} form 0 of another player, 1 of the user */
const offerText = (view, offer, form) => OFFERS[offer][form].replace("{}", view.takeback);

const NAMES = /** @type {Offer[]} */ (Object.keys(OFFERS));

/** Milliseconds that a player may be away before the game can be claimed. */
const grace = () => 1000 * limits().grace_seconds;

/** The actions that need the agreement of the other players. @param {Table} table @returns {Entry[]} */
export function offerActions(table) {
  const plays = () => isMultiplayer(table) && own(table).length > 0;
  /** @param {Offer} offer */
  const free = (offer) => !own(table).some(({ number }) => table.view.offers[offer]?.includes(number));
  const going = () => plays() && !table.view.ending && !table.view.vacant;
  return [
    {
      id: "draw",
      label: "Offer a draw",
      run: () => table.request("offer", { offer: "draw" }),
      shown: () => going() && may(table, "offer draw"),
      may: () => free("draw"),
    },
    {
      id: "takeback",
      label: "Ask for a takeback",
      run: () => table.request("offer", { offer: "takeback" }),
      shown: going,
      may: () => free("takeback") && table.view.can_undo,
    },
    {
      id: "rematch",
      label: "Rematch",
      run: () => table.request("offer", { offer: "rematch" }),
      shown: () => plays() && table.view.ending !== null && !table.view.next,
      may: () => free("rematch"),
    },
  ];
}

export class OpponentsPanel {
  /** @type {Map<number, number>} since when players are away, as far as the page has seen it */
  #away = new Map();
  /** @type {View["offers"]} */
  #offers = {};
  /** @type {Map<number, string | null>} */
  #seated = new Map();
  #first = true;
  #next = "";
  #timer = 0;
  #made = "";
  #ply = -1; // when offers were last compared
  #withdrawn = false; // whether the user has taken an offer back

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "opponents", "aria-label": "Other players", hidden: true });
    table.slots.offers.append(this.element);
  }

  close() {
    clearTimeout(this.#timer);
  }

  /** Update the panel. @param {View} view */
  refresh(view) {
    // Offers come and go while the game is played: their place is kept
    this.table.parts.page.toggleAttribute("data-offers", isMultiplayer(this.table) && view.begun && !view.vacant);
    if (view.next && !this.#first && !this.#next) {
      // Players and spectators follow to the rematch
      location.hash = `#/game/${view.next}`;
      return;
    }
    this.#announceArrivals(view);
    this.#watchAbsences(view);
    this.#announceOffers(view);
    this.#first = false;
    this.#next = view.next;
    this.#show(view);
  }

  /** Replace the rows only when they change: the focus has to stay. @param {View} view */
  #show(view) {
    const claims = this.#claims(view).map(({ number }) => number);
    const { ending, vacant, offers, next, begun, players } = view;
    const seats = players.map(({ who, title, person, here }) => [who, title, person, begun || here]);
    const user = currentUser()?.id;
    const content = [ending !== null, vacant, offers, next, begun, claims, seats, this.table.ply > 0, user];
    const made = JSON.stringify(content);
    if (made === this.#made) return;
    this.#made = made;
    const rows = [this.#seatRows(view), this.#offerRows(view), this.#claimRows(view), this.#stateRows(view)].flat();
    fill(this.element, ...rows);
    this.element.hidden = !rows.length;
  }

  /** @param {string} text @param {...HTMLElement} buttons */
  #row(text, ...buttons) {
    return h("div", { class: "opponents-row" }, h("p", { text }), ...buttons);
  }

  // Seats

  /** @param {View} view */
  #seatRows(view) {
    const { table } = this;
    if (!view.vacant || view.ending) return [];
    const free = view.players.filter(({ who }) => who === VACANT);
    const mine = own(table);
    const seats = free.map(playerTitle).join(" and ");
    const rows = [];
    if (mine.length || isHost(table)) rows.push(this.#row(`Waiting for a player to take the seat of ${seats}.`));
    else {
      const sit = free.map((player) =>
        button(free.length > 1 ? `Sit down as ${playerTitle(player)}` : "Sit down", () => this.sit(player.number), {
          class: "primary",
        }),
      );
      rows.push(this.#row(`A seat is free: ${seats}.`, ...sit));
    }
    if (isHost(table)) {
      const { alias } = table.state;
      rows.push(...invitation(table.id));
      if (mine.length) rows.push(ownName(() => table.request("sit", { player: mine[0].number })));
      if (alias) rows.push(this.#row(`Other players can also join by name: ${alias}@${location.host}`));
      rows.push(h("div", {}, button("Cancel the game", () => this.#cancel())));
    } else if (mine.length && !table.ply) rows.push(this.#leaveButton(mine[0]));
    return rows;
  }

  /** @param {Player} player */
  #leaveButton(player) {
    return h("div", {}, button("Leave the seat", () => this.table.request("leave", { player: player.number })));
  }

  /** Take a seat: of a player, or any. @param {number} [player] */
  async sit(player) {
    const { table } = this;
    const known = currentUser() !== null;
    if (!(await ensureUser())) return;
    // The socket was opened before the user had a name
    if (!known) await table.socket.renew();
    await table.request("sit", player === undefined ? {} : { player });
  }

  /** Sit down if a seat is free and the user has none. */
  join() {
    if (this.table.view.vacant && !own(this.table).length) this.sit();
  }

  async #cancel() {
    const { table } = this;
    try {
      await del(`games/${table.id}`);
      location.hash = "#/";
    } catch (error) {
      table.refuse(sentence(/** @type {Error} */ (error).message));
    }
  }

  // Offers

  /** Announce new offers of others, and offers of the user that were declined. @param {View} view */
  #announceOffers(view) {
    const mine = new Set(own(this.table).map(({ number }) => number));
    for (const offer of NAMES) {
      const [before, now] = [this.#offers[offer] ?? [], view.offers[offer] ?? []];
      const others = now.filter((number) => !before.includes(number) && !mine.has(number));
      if (others.length && mine.size) announce(`${this.#who(view, others)} ${offerText(view, offer, 0)}.`, true);
      const had = before.some((number) => mine.has(number));
      const went = view.ending || view.next || this.#ply !== this.table.ply;
      if (had && !now.length && !went && !this.#withdrawn) this.table.say(OFFERS[offer][2]);
    }
    this.#withdrawn = false;
    this.#ply = this.table.ply;
    this.#offers = view.offers;
  }

  /** @param {View} view @param {readonly number[]} numbers */
  #who(view, numbers) {
    const names = numbers.map((number) => {
      const player = view.players.find((each) => each.number === number);
      return player ? nameOf(this.table, player) : "another player";
    });
    return [...new Set(names)].join(" and ");
  }

  /** @param {View} view */
  #offerRows(view) {
    const { table } = this;
    const mine = new Set(own(table).map(({ number }) => number));
    if (!mine.size) return [];
    return NAMES.flatMap((offer) => {
      const by = view.offers[offer] ?? [];
      if (!by.length || view.next) return [];
      const decline = () => table.request("decline", { offer });
      if (by.some((number) => mine.has(number))) {
        const back = () => {
          this.#withdrawn = true;
          return decline();
        };
        return [this.#row(offerText(view, offer, 1), button("Take it back", back))];
      }
      const agree = button("Agree", () => table.request("offer", { offer }), { class: "primary" });
      return [this.#row(`${this.#who(view, by)} ${offerText(view, offer, 0)}.`, agree, button("Decline", decline))];
    });
  }

  // Arrivals and absences

  /** Announce players who have taken a seat. @param {View} view */
  #announceArrivals(view) {
    const before = this.#seated;
    this.#seated = new Map(view.players.map(({ number, person }) => [number, person]));
    const come = view.players.filter(
      (player) => player.person && !isMine(this.table, player) && before.get(player.number) !== player.person,
    );
    if (this.#first || !come.length || this.table.ply) return;
    sound("place");
    announce(`${come.map((player) => nameOf(this.table, player)).join(" and ")} has taken a seat.`);
  }

  /** @param {View} view */
  #watchAbsences(view) {
    let soonest = Infinity;
    for (const player of view.players) {
      const { number, here } = player;
      if (here || !player.person) {
        if (this.#away.delete(number)) announce(`${nameOf(this.table, player)} is back.`);
      } else {
        if (!this.#away.has(number)) {
          // A player who was away before the page opened may have been for long
          this.#away.set(number, this.#first ? -Infinity : performance.now());
          if (!this.#first) announce(`${nameOf(this.table, player)} is away.`);
        }
        soonest = Math.min(soonest, (this.#away.get(number) ?? 0) + grace() - performance.now());
      }
    }
    clearTimeout(this.#timer);
    if (soonest > 0 && soonest < Infinity) this.#timer = setTimeout(() => this.#show(this.table.view), soonest + 100);
  }

  /** The players who have been away for longer than the server's grace. @param {View} view */
  #claims(view) {
    if (view.ending || view.vacant || !own(this.table).length) return [];
    const now = performance.now();
    return view.players.filter(
      (player) => !isMine(this.table, player) && now - (this.#away.get(player.number) ?? Infinity) >= grace(),
    );
  }

  /** @param {View} view */
  #claimRows(view) {
    return this.#claims(view).map((player) => {
      const name = nameOf(this.table, player);
      const claim = async () => {
        if (await confirm("Claim the game?", `${name} has left, and may not come back.`, "Claim the game"))
          await this.table.request("claim", { player: player.number });
      };
      return this.#row(`${name} has been away for a while.`, button("Claim the game", claim));
    });
  }

  /** What a game waits for that has not begun. @param {View} view */
  #setUpRows(view) {
    const { table } = this;
    if (!isHost(table)) return [this.#row(HOST_SETS_UP)];
    const away = view.players.filter((player) => player.person && !player.here);
    if (!away.length) return [this.#row(HOST_STARTS)];
    return away.map((player) => {
      const free = () => table.request("seat", { player: player.number, who: VACANT });
      return this.#row(`${nameOf(table, player)} ${AWAY}`, button("Free the seat", free));
    });
  }

  /** @param {View} view */
  #stateRows(view) {
    const { table } = this;
    const rows = [];
    if (isSpectator(table) && !view.vacant && !view.ending) rows.push(this.#row("You are watching."));
    else if (!view.begun && isMultiplayer(table) && !view.vacant && !view.ending) rows.push(...this.#setUpRows(view));
    if (view.next)
      rows.push(h("p", {}, h("a", { class: "button", href: `#/game/${view.next}`, text: "To the next game" })));
    return rows;
  }
}

/**
 * Say who plays for a player, with a link to the user's ratings and games.
 * @param {Table} table
 * @param {Player} player
 */
export async function openPlayer(table, player) {
  if (!player.person || !isPerson(player)) return;
  const text = `${capital(playerTitle(player))} is played by ${player.title}${player.here ? "" : ", who is away"}.`;
  const page = h("a", { href: `#/person/${player.person}`, text: "Games and ratings" });
  await openDialog({ title: nameOf(table, player), body: [text, h("p", {}, page)] });
}
