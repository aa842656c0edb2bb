/** The firmware of a tower: its version, and putting this host's on it. */

import { byId, set, text, worded } from "../lib/dom.js";

/**
 * Draw it; `look` looks at the tower at once.
 *
 * @param {import("./tower.js").Hands} hands
 * @param {() => Promise<void>} look
 */
export function makeFirmware({ word, say, send, tell }, look) {
  let busy = false;
  const button = byId("update", HTMLButtonElement);
  button.addEventListener("click", () =>
    tell(async () => {
      busy = true;
      await send("/update", {});
      await look();
    }),
  );

  /** @param {Host.TowerCare["update"]} update */
  function tellUpdate(update) {
    if (update?.state === "running") {
      const part = update.of ? Math.round((100 * update.done) / update.of) : 0;
      return update.done && update.done === update.of
        ? word("care.update.tried")
        : word("care.update.copied", { part, file: update.file });
    }
    if (update?.state === "done") return word("care.update.done");
    return update?.why ? `${word("care.update.failed")} ${say(update.why)}` : "";
  }

  return {
    /** @param {Host.TowerListed} tower @param {Host.TowerCare} care */
    show({ source, fw, old, state }, { facts, update }) {
      busy = update?.state === "running";
      set(byId("firmware"), "hidden", !fw);
      const ours = facts?.comes_with ?? "";
      const simulated = source === "simulated";
      const key = simulated ? "care.firmware.simulated" : old ? "care.firmware.old" : "care.firmware.is";
      text(byId("firmware-is"), fw ? word(key, { fw, ours }) : "");
      const said = byId("firmware-say");
      text(said, tellUpdate(update));
      set(said, "data-tone", update?.state === "failed" ? "bad" : update?.state === "done" ? "good" : null);
      const bar = byId("progress", HTMLProgressElement);
      set(bar, "hidden", !busy);
      if (busy && update?.of && update.done < update.of) bar.value = update.done / update.of;
      else bar.removeAttribute("value");
      set(button, "hidden", simulated || busy || state !== "ready");
      worded(button, word(old ? "care.update" : "care.update.again"));
    },
    busy: () => busy,
  };
}
