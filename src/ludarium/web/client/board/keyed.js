/** Whether the last thing that the user did was to press a key: only then the cursor shows. */

let keyed = false;
addEventListener("keydown", () => (keyed = true), true);
addEventListener("pointerdown", () => (keyed = false), true);

export const isKeyed = () => keyed;
