/** What the simulated tower's page says, in English and German. */

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    "title": "Simulated dice tower",
    "press": "Press the tower's button",
    "drop": "Drop a die into the tower",
    "lamps": "The tower's 128 lamps",
    "tray": "The tray, where the dice come to rest",
    "sound": "Sound",
    "workshop": "Workshop",
    "workshop.why": "What can go wrong with a real tower, on demand.",
    "close": "Close",
    "rate": "Damaged lines",
    "stuck": "Noise source stuck",
    "plug.out": "Unplug the tower",
    "plug.in": "Plug the tower in",
    "hold": "Hold the button down",
    "gone": "The tower's program does not answer.",
    "dark": "Unplugged: lamps dark, memory gone.",
    "scene.idle": "Ready",
    "scene.turn": "Whose turn? See the lamps",
    "scene.armed": "Press the button!",
    "scene.tumble": "Rolling …",
    "scene.show": "There they lie",
    "scene.plain": "There they lie",
    "scene.choose": "How many dice? Press",
    "scene.win": "We have a winner!",
    "scene.wait": "One moment",
    "scene.time": "Time is running",
    "scene.test": "Testing the lamps",
    "scene.lost": "Looking for the host",
    "scene.fault": "The noise source failed",
    "count.health": "Noise",
    "count.rolls": "Rolls",
    "count.bad": "Lines it could not read",
    "count.harmed": "Lines damaged on purpose",
    "count.starts": "Starts",
  },
  de: {
    "title": "Simulierter Würfelturm",
    "press": "Den Knopf des Turms drücken",
    "drop": "Einen Würfel in den Turm werfen",
    "lamps": "Die 128 Lampen des Turms",
    "tray": "Die Schale, in der die Würfel liegen bleiben",
    "sound": "Ton",
    "workshop": "Werkstatt",
    "workshop.why": "Was bei einem echten Turm schiefgehen kann, auf Wunsch.",
    "close": "Schließen",
    "rate": "Beschädigte Zeilen",
    "stuck": "Rauschquelle hängt",
    "plug.out": "Stecker ziehen",
    "plug.in": "Stecker einstecken",
    "hold": "Knopf gedrückt halten",
    "gone": "Das Programm des Turms antwortet nicht.",
    "dark": "Ausgesteckt: Lampen dunkel, Speicher leer.",
    "scene.idle": "Bereit",
    "scene.turn": "Wer ist dran? Die Lampen zeigen es",
    "scene.armed": "Drück den Knopf!",
    "scene.tumble": "Es rollt …",
    "scene.show": "Da liegen sie",
    "scene.plain": "Da liegen sie",
    "scene.choose": "Wie viele Würfel? Drücken",
    "scene.win": "Wir haben einen Sieger!",
    "scene.wait": "Einen Augenblick",
    "scene.time": "Die Zeit läuft",
    "scene.test": "Lampentest",
    "scene.lost": "Sucht den Host",
    "scene.fault": "Die Rauschquelle ist ausgefallen",
    "count.health": "Rauschen",
    "count.rolls": "Würfe",
    "count.bad": "Unlesbare Zeilen",
    "count.harmed": "Absichtlich beschädigte Zeilen",
    "count.starts": "Starts",
  },
};
const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";

/**
 * A sentence by its key; the key itself where there is none.
 *
 * @param {string} key
 */
export function word(key) {
  return WORDS[language][key] ?? key;
}

/** Put the words into the HTML that asks for them: as text, or as the name of a sign. */
export function sayPage() {
  document.documentElement.lang = language;
  document.title = word("title");
  for (const node of document.querySelectorAll("[data-word]")) {
    if (node instanceof HTMLElement) node.textContent = word(node.dataset.word ?? "");
  }
  for (const node of document.querySelectorAll("[data-label]")) {
    if (node instanceof HTMLElement) node.setAttribute("aria-label", word(node.dataset.label ?? ""));
  }
}
