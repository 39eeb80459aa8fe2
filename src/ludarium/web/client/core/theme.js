/**
 * The theme, set before anything is painted: a classic script, because the browser waits for it.
 * `data-theme` is the preference; `data-dress` is the theme that results, where `auto` follows the system.
 */

{
  const root = document.documentElement;
  const contrast = matchMedia("(prefers-contrast: more)");
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const dress = () => {
    const { theme = "auto" } = root.dataset;
    root.dataset.dress = theme !== "auto" ? theme : contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
  };

  try {
    // As preferences.js has stored it
    root.dataset.theme = JSON.parse(localStorage.getItem("ludarium") ?? "{}")["page-theme"] ?? "auto";
  } catch {
    // Without storage, `auto` holds
  }
  for (const system of [contrast, dark]) system.addEventListener("change", dress);
  new MutationObserver(dress).observe(root, { attributeFilter: ["data-theme"] });
  dress();
}
