/** Dialogs: questions, texts, lists. Escape closes a dialog, and the focus returns to where it was. */

import { fill, h, sentence, showProblem } from "./dom.js";
import { noteChange } from "./double_click.js";
import { walk } from "./menu.js";
import { symbol } from "./symbols.js";
import { currentVisit } from "./visit.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {{label: string, value: string, primary?: boolean}} Choice
 * @typedef {string | {note: string} | void} Checked
 * @typedef {object} DialogOptions
 * @property {string} title
 * @property {Child | Child[]} [body]
 * @property {Choice[]} [buttons]
 * @property {string} [className]
 * @property {number} [visit] the page for which it is: it does not open on another one
 * @property {(value: string, dialog: HTMLDialogElement) => Checked | Promise<Checked>} [check]
 *   a sentence that says what is wrong keeps the dialog open, and so does a note about what was done
 */

let count = 0;

/**
 * Open a dialog, and wait for a choice.
 * @param {DialogOptions} options
 * @returns {Promise<string | null>} the value of the button, or null if the dialog was closed
 */
export function openDialog({ title, body = [], buttons = [], className = "", visit, check }) {
  if (visit !== undefined && visit !== currentVisit()) return Promise.resolve(null);
  const id = `dialog-${++count}`;
  const before = document.activeElement;
  const problem = h("p", { class: "problem", role: "alert" });
  const note = h("p", { class: "note", role: "status" });
  const content = [body].flat().map((part) => (typeof part === "string" ? h("p", { text: part }) : part));
  const choices = buttons.length ? buttons : [{ label: "Close", value: "", primary: true }];
  const dialog = h("dialog", { class: className, "aria-labelledby": id });
  const form = h("form", { method: "dialog", novalidate: true });
  fill(
    form,
    h("h2", { id, text: title }),
    h("div", { class: "dialog-body" }, ...content),
    problem,
    note,
    h("div", { class: "buttons" }, ...choices.map((choice) => choiceButton(choice))),
  );
  dialog.append(form);
  document.body.append(dialog);
  let busy = false;
  return new Promise((answer) => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (busy) return;
      busy = true;
      problem.textContent = ""; // of the answer before, as long as this one is checked
      const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? choices[0].value;
      const found = (pressed && check && (await check(pressed, dialog))) || "";
      busy = false;
      if (found) {
        showProblem(problem, typeof found === "string" ? sentence(found) : "");
        showProblem(note, typeof found === "string" ? "" : found.note);
      } else {
        noteChange(); // here, as the event of closing may come after the second click
        dialog.close(pressed);
      }
    });
    dialog.addEventListener("cancel", () => (dialog.returnValue = ""));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
      answer(dialog.returnValue || null);
    });
    // The keys of the page do nothing while a dialog is open
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.showModal();
    noteChange();
    const first = dialog.querySelector('[autofocus], input[type="text"], .primary');
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  });
}

/** @param {Choice} choice */
function choiceButton({ label, value, primary }) {
  return h("button", { type: "submit", value, class: primary ? "primary" : null, text: label });
}

/**
 * What is wrong with a text of too many characters: a field that cuts it off would change it unseen.
 * @param {string} text @param {number} most
 */
export function tooLong(text, most) {
  const count = [...text.trim()].length;
  return count > most ? `${most} characters at most; this has ${count}.` : "";
}

/**
 * Ask for a line of text.
 * @param {{title: string, label: string, value?: string, button?: string, hint?: string, most?: number,
 *   example?: string | Promise<string>, check?: (text: string) => string | void | Promise<string | void>}} question
 * @returns {Promise<string | null>}
 */
export async function ask({ title, label, value = "", button = "OK", hint, most = 200, example, check }) {
  const field = h("input", { type: "text", value, autocomplete: "off", spellcheck: "false" });
  // The window opens before the example is known: what is typed meanwhile is for the field
  void Promise.resolve(example).then((text) => {
    if (text) field.placeholder = `such as ${text}`;
  });
  field.setAttribute("autofocus", "");
  const body = h(
    "label",
    { class: "asked" },
    h("span", { text: label }),
    field,
    hint ? h("small", { text: hint }) : null,
  );
  const buttons = [
    { label: button, value: "ok", primary: true },
    { label: "Cancel", value: "" },
  ];
  const examine = () => tooLong(field.value, most) || check?.(field.value.trim());
  const answer = await openDialog({ title, body, buttons, check: examine });
  return answer ? field.value.trim() : null;
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} yes the label of the button that confirms
 */
export async function confirm(title, text, yes) {
  const buttons = [
    { label: yes, value: "yes", primary: true },
    { label: "Cancel", value: "" },
  ];
  return (await openDialog({ title, body: text, buttons })) === "yes";
}

/**
 * A list of labels and values.
 * @param {import("../server/protocol.js").Panel[]} panels
 */
export function factList(panels) {
  return h(
    "dl",
    { class: "facts" },
    ...panels.flatMap(([label, value]) => [h("dt", { text: label }), h("dd", { text: value })]),
  );
}

/**
 * @typedef {{label: string, value: string, symbol?: string, picture?: Element | null, now?: boolean}} PickRow
 */

/**
 * Choose one of a few rows.
 * @param {{title: string, rows: PickRow[], className?: string}} list
 * @returns {Promise<string | null>}
 */
export function pick({ title, rows, className = "" }) {
  const body = h("div", { class: `rows ${className}` });
  for (const row of rows) {
    const properties = {
      type: "submit",
      value: row.value,
      "aria-current": row.now ? "true" : null,
      autofocus: row.now,
    };
    const drawing = row.picture ?? (row.symbol ? symbol(row.symbol) : null);
    body.append(h("button", properties, drawing, h("span", { text: row.label })));
  }
  body.addEventListener("keydown", (event) => walk(/** @type {HTMLElement[]} */ ([...body.children]), event));
  return openDialog({ title, body, buttons: [{ label: "Cancel", value: "" }] });
}
