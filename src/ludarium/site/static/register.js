/** Keeps the site for visits without a network; where a browser cannot, the site needs its network. */

addEventListener("load", () => {
  navigator.serviceWorker?.register("service_worker.js").catch(() => {});
});
