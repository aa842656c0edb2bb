/** Keeps the pages in this browser, so that they open while the host is away. What they show is never kept. */

/** Keep the pages where the browser allows it; over plain http in a home network none does. */
export function keepShell() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const updated = workers.controller !== null;
  // After an update, old pages do not stay open beside the new host.
  if (updated) workers.addEventListener("controllerchange", () => location.reload(), { once: true });
  const register = () => workers.register("/worker.js").catch(() => {});
  // The table comes first.
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
