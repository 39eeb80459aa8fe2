/** The account dialog: the user's name, log-in, sessions, and tokens for programs. */

import { openDialog } from "../../core/dialogs.js";
import { button, fill, h, sentence } from "../../core/dom.js";
import { del, get, post, put } from "../../server/http.js";
import { currentUser, fetchUser, rename, setUser, userEvents } from "../../core/identity.js";
import { limits } from "../../server/limits.js";
import { symbol } from "../../core/symbols.js";
import { dateAndTime } from "../../core/time_format.js";

/**
 * @typedef {import("../../server/protocol.js").SessionTold} SessionTold
 * @typedef {import("../../server/protocol.js").TokenTold} TokenTold
 * @typedef {SessionTold | (TokenTold & {here?: false})} Known
 * @typedef {{label: string, name: string, type?: string, value?: string, complete?: string}} Field
 */

/** The button in the page's header that shows the user's name. */
export function accountButton() {
  const opener = /** @type {HTMLButtonElement} */ (document.getElementById("me"));
  const show = () => {
    const name = currentUser()?.name;
    fill(opener, symbol("person"), h("span", { text: name ?? "Log in" }));
    opener.classList.toggle("known", !!name);
    opener.setAttribute("aria-label", name ? `${name}: your name and account` : "Log in, or choose a name");
  };
  opener.disabled = false;
  opener.addEventListener("click", openAccount);
  userEvents.addEventListener("changed", show);
  show();
}

async function openAccount() {
  const body = h("div", { class: "account" });
  const show = () => {
    const person = currentUser();
    const sections = person && !person.guest ? accountSections() : loginSections(person !== null);
    fill(body, ...(person ? nameSection(person) : []), ...sections);
  };
  userEvents.addEventListener("changed", show);
  show();
  await openDialog({ title: "You", body });
  userEvents.removeEventListener("changed", show);
}

/**
 * A section of fields with a button and its messages.
 * @param {string} title
 * @param {string} label of the button
 * @param {Field[]} fields
 * @param {(values: Record<string, string>) => Promise<unknown>} send
 * @param {string} [note]
 */
export function part(title, label, fields, send, note) {
  const problem = h("p", { class: "problem", role: "alert" });
  const done = h("p", { role: "status" });
  const inputs = fields.map(({ name, type = "text", value = "", complete = "off" }) =>
    h("input", { name, type, value, autocomplete: complete }),
  );
  const run = async () => {
    // Messages of the sections beside this one are old now
    for (const old of section.parentElement?.querySelectorAll(".problem, [role=status]") ?? []) fill(old);
    try {
      const message = await send(Object.fromEntries(inputs.map(({ name, value }) => [name, value])));
      if (typeof message === "string") done.textContent = message;
    } catch (error) {
      problem.textContent = sentence(/** @type {Error} */ (error).message);
    }
  };
  for (const input of inputs)
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      // Enter would close the dialog
      event.preventDefault();
      run();
    });
  const rows = fields.map((field, i) => h("label", { class: "asked" }, h("span", { text: field.label }), inputs[i]));
  const section = h(
    "section",
    { "aria-label": title },
    h("h3", { text: title }),
    note ? h("small", { text: note }) : null,
    ...rows,
    h("div", {}, button(label, run)),
    problem,
    done,
  );
  return section;
}

/** @param {import("../../core/identity.js").Me} person */
function nameSection({ id, name }) {
  const page = h("a", { href: `#/person/${id}`, text: "Your games and ratings" });
  /** @param {Record<string, string>} given */
  const send = async (given) => {
    const wrong = await rename(given.name.trim());
    if (wrong) throw new Error(wrong);
    return "Changed.";
  };
  const field = { label: "Your name", name: "name", value: name, complete: "nickname" };
  return [part("Name", "Change the name", [field], send), h("p", {}, page)];
}

/** Log in, or make an account. @param {boolean} guest whether the user has a name already */
function loginSections(guest) {
  const fields = (/** @type {string} */ complete) => [
    { label: "Name", name: "name", value: "", complete: "username" },
    { label: "Password", name: "password", type: "password", complete },
  ];
  /** @param {string} path */
  const send = (path) => async (/** @type {Record<string, string>} */ { name, password }) =>
    setUser(await post(path, { name: name.trim(), password }));
  const note = guest
    ? "You keep your games and ratings, and can log in on other devices too."
    : `To log in on other devices too. A name has at most ${limits().user_name} letters, a password at least 8.`;
  return [
    part("Log in", "Log in", fields("current-password"), send("sessions")),
    part("Make an account", "Make an account", fields("new-password"), send("accounts"), note),
  ];
}

function accountSections() {
  /** @type {Field[]} */
  const fields = [
    { label: "Old", name: "old", type: "password", complete: "current-password" },
    { label: "New", name: "new", type: "password", complete: "new-password" },
  ];
  /** @param {Record<string, string>} given */
  const change = async (given) => {
    await put("me/password", given);
    return "Changed; you are logged out on all other devices.";
  };
  const problem = h("p", { class: "problem", role: "alert" });
  const leave = button("Log out", () =>
    del("sessions/here").then(fetchUser, (error) => (problem.textContent = sentence(error.message))),
  );
  return [
    h("div", {}, leave, problem),
    folded("Password", () => [part("Another password", "Change the password", fields, change)]),
    folded("Where you are logged in", () => [sessions()]),
    folded("Tokens for your programs", () => [tokens()]),
  ];
}

/** A section that opens on demand. @param {string} title @param {() => Node[]} make */
function folded(title, make) {
  const place = h("div", { class: "account" });
  const fold = h("details", {}, h("summary", { text: title }), place);
  fold.addEventListener("toggle", () => fill(place, ...(fold.open ? make() : [])));
  return fold;
}

/** Sessions or tokens, each with a button that ends it. @param {"sessions" | "tokens"} path */
function listed(path) {
  const place = h("div", { class: "account" });
  const show = async () => {
    try {
      /** @type {Known[]} */
      const rows = await get(path);
      fill(place, rows.length ? h("ul", { class: "rows" }, ...rows.map(row)) : h("p", { text: "There are none." }));
    } catch (error) {
      fill(place, h("p", { class: "problem", text: sentence(/** @type {Error} */ (error).message) }));
    }
  };
  /** @param {Known} each */
  const row = (each) => {
    const label = path === "sessions" ? "Log out" : "End";
    const end = button(label, () => del(`${path}/${each.id}`).then(show, show));
    end.setAttribute("aria-label", `${label}: ${each.label}`);
    const text = `${each.label || "unknown"}, since ${dateAndTime(each.since)}`;
    return h("li", {}, h("span", { class: "wide", text }), each.here ? h("small", { text: "here" }) : end);
  };
  show();
  return place;
}

/** All sessions, and a button that ends all but this one. */
function sessions() {
  const place = h("div", { class: "account" }, listed("sessions"));
  const problem = h("p", { class: "problem", role: "alert" });
  const done = h("p", { role: "status" });
  const end = button("Log out everywhere else", async () => {
    fill(problem);
    fill(done);
    try {
      await del("sessions");
      fill(place, listed("sessions"));
      done.textContent = "You are logged out everywhere else.";
    } catch (error) {
      problem.textContent = sentence(/** @type {Error} */ (error).message);
    }
  });
  return h("div", { class: "account" }, place, h("div", {}, end), problem, done);
}

function tokens() {
  const place = h("div", { class: "account" }, listed("tokens"));
  /** @param {Record<string, string>} given */
  const send = async ({ label }) => {
    const made = await post("tokens", { label: label.trim() });
    place.replaceChildren(
      h("p", { text: "This is the token. Copy it now: it is not shown again." }),
      h("code", { class: "token", text: made.token }),
      listed("tokens"),
    );
  };
  const field = { label: "What for", name: "label", value: "", complete: "off" };
  return h("div", { class: "account" }, place, part("Another token", "Make a token", [field], send));
}
