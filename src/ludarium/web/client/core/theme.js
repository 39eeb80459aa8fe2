/** The theme that the page wears, known before anything is painted: no module, so that the browser waits for it.
 * `data-theme` is what is preferred; `data-dress` is what that means, where the system is asked.
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
    // What preferences.js has remembered
    root.dataset.theme = JSON.parse(localStorage.getItem("ludarium") ?? "{}")["page-theme"] ?? "auto";
  } catch {
    // A browser that remembers nothing asks the system
  }
  for (const system of [contrast, dark]) system.addEventListener("change", dress);
  new MutationObserver(dress).observe(root, { attributeFilter: ["data-theme"] });
  dress();
}
