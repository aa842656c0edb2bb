/** Tips: how a kind of question is answered, told once on each device. In the game's words where it has its own. */

import { byId, el, set, text } from "../lib/dom.js";
import { keep } from "../lib/store.js";
import { catalogue, voice } from "../lib/words.js";
import { toldTips } from "./tips-told.js";

/** Make the place for tips, before the form and the button: it never covers either. */
export async function makeTips() {
  const { word } = voice(await catalogue("tips"));
  const words = el("p");
  const close = el("button", { type: "button", class: "quiet", "data-test": "tip-close" }, word("tip.close"));
  const node = el("aside", { class: "tip", "data-test": "tip" }, words, close);
  /** @type {string | null} */
  let shown = null;

  function tell() {
    if (shown !== null) keep("tips", [...new Set([...toldTips(), shown])]);
    shown = null;
    // Nothing of it stays: a page shows the same, whatever was asked before.
    node.remove();
  }
  close.addEventListener("click", tell);

  return {
    /**
     * Show what is to be said about a kind of question. The one before was answered: it is told.
     *
     * @param {string | null} kind
     * @param {Context} ctx
     */
    show(kind, ctx) {
      if (kind === shown) return;
      tell();
      if (kind === null) return;
      shown = kind;
      const own = `tip.${kind}`;
      const said = ctx.say({ key: own });
      text(words, said === own ? word(own) : said);
      set(node, "data-kind", kind);
      byId("form").before(node);
    },
  };
}
