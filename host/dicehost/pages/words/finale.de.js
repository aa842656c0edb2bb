/** Was das Ende einer Partie sagt, auf Deutsch. */

const WORDS = {
  "finale.title.one": "{seats} gewinnt!",
  "finale.title.shared": "{seats} teilen sich den Sieg!",
  "finale.title.none": "Niemand gewinnt",
  "finale.podium": "Siegertreppchen",
  "finale.awards": "Auszeichnungen",
  "finale.curve": "Punkte im Verlauf",
  "finale.line": "{seat}: {score}",
  "finale.rank": "{rank}.",
  "finale.place": "Platz {rank}",
  "finale.you.1": "Erster Platz!",
  "finale.you.shared": "Erster Platz, geteilt!",
  "finale.you.2": "Zweiter Platz!",
  "finale.you.3": "Dritter Platz!",
  "finale.you.other": "Platz {rank} von {count}",
  "finale.say.1": "Die Krone gehört dir.",
  "finale.say.2": "Ganz knapp. Verlang eine Revanche.",
  "finale.say.3": "Ein Platz auf dem Treppchen.",
  "finale.say.other": "Die Würfel schulden dir etwas.",
  "finale.points": "{count} {count:Punkt|Punkte}",
  "finale.mine": "Deine Auszeichnungen",
  "finale.again": "Noch einmal spielen",
  "finale.end": "Abend beenden",
  "finale.save": "Bild speichern",
  "finale.saved": "ergebnis",
  "finale.unsaved": "Das Bild konnte nicht gespeichert werden. Versuch es noch einmal.",
  "finale.table": "Tisch zeigen",
  "finale.back": "Zurück zum Treppchen",
  "finale.skip": "Tippen überspringt",
};

export default Object.fromEntries(Object.entries(WORDS).map(([key, text]) => [`page.${key}`, text]));
