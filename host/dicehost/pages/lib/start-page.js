/**
 * How a page starts: its buttons wait for its script, disabled, and the page says it is busy until then. Over https,
 * the browser also keeps the pages for when the host is away.
 */

/** Let people use the page: whatever a button does is in place now. */
export function ready() {
  for (const node of document.querySelectorAll("button[data-waits]")) node.removeAttribute("disabled");
  document.body.removeAttribute("aria-busy");
}

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
