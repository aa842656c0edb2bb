/** The buttons of the HTML wait for their page's script: until it has started they are disabled, and the page says it is busy. */

/** Let people use the page: whatever a button does is in place now. */
export function ready() {
  for (const node of document.querySelectorAll("button[data-waits]")) node.removeAttribute("disabled");
  document.body.removeAttribute("aria-busy");
}
