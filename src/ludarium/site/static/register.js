/** Keeps the site for visits without a network; where a browser cannot, the site needs its network. */

// When the house is open: loading all files beside it would take its time
addEventListener("house-open", () => {
  navigator.serviceWorker?.register("service_worker.js").catch(() => {});
});
