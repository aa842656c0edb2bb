/** Keeps the pages in this browser, so that they open while the host is away. What they show is never kept. */

/** Have the pages kept, where the browser allows it: on plain http in a home network none does. */
export function keepShell() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const updated = workers.controller !== null;
  // Pages of yesterday do not go on beside a host of today.
  if (updated) workers.addEventListener("controllerchange", () => location.reload(), { once: true });
  const register = () => workers.register("/worker.js").catch(() => {});
  // The table comes first.
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
