/** Was der Vorhang, das Würfeln von Hand und die Bildschirmsperre sagen, auf Deutsch. */

const WORDS = {
  "broken.reopen": "Wieder öffnen",
  "broken.lost": "Der Spielserver hat nicht geantwortet. Versuch es noch einmal.",

  "awake.how": "Dieser Browser kann den Bildschirm nicht anlassen. So geht es von Hand: Wähle in den Einstellungen des Geräts unter Anzeige die längste Zeit für Bildschirm-Timeout (Android) oder Automatische Sperre (iPad).",
  "awake.close": "OK",

  "hand.offer": "Kein Turm da? Nehmt eure eigenen Würfel.",
  "hand.ask": "Von Hand würfeln",
  "hand.asked": "{who} möchte von Hand würfeln und die Würfel eintippen. Karten zieht und mischt dann der Spielserver. In der Chronik bleibt sichtbar, welche Würfe nicht vom Turm kamen.",
  "hand.mine": "Du möchtest von Hand würfeln.",
  "hand.missing": "Warten auf die Zustimmung von {who}.",
  "hand.nobody": "Es muss noch jemand zustimmen: Öffnet den Tisch oder einen weiteren Platz.",
  "hand.table": "dem Tisch",
  "hand.table.first": "Der Tisch",
  "hand.agree": "Einverstanden",
  "hand.agree.table": "Für alle ohne Telefon zustimmen",
  "hand.refuse": "Auf den Turm warten",
  "hand.title": "Würfelt von Hand und tippt an, was die Würfel zeigen",
  "hand.die": "Würfel {number}: {face}",
  "hand.die.blank": "Würfel {number}: noch offen",
  "hand.face": "Seite {face}",
  "hand.send": "Diese Würfel eintragen",
  "hand.left": "Noch {left} {left:Würfel|Würfel}",
  "source.hand": "Letzter Wurf: von Hand eingetippt, nicht vom Turm.",
  "source.system": "Zuletzt gezogen: vom Spielserver, nicht vom Turm.",

  "tablet.offer": "Kein Telefon für {seats}?",
  "tablet.here": "An diesem Tablet spielen",
  "curtain.hand": "Gebt das Tablet {seat}",
  "curtain.why": "{seat} wählt geheim. Alle anderen schauen bitte weg.",
  "curtain.peek.why": "Was hier verdeckt liegt, darf nur {seat} sehen.",
  "curtain.hold": "Zum Ansehen gedrückt halten",
  "curtain.holding": "Weiter gedrückt halten …",
  "curtain.let_go": "Zum Verdecken loslassen",
  "curtain.two": "Halten geht nicht? Hier tippen, dann noch einmal",
  "curtain.two.sure": "Schaut nur {seat}? Noch einmal tippen",
  "curtain.other": "Jemand anders zuerst?",
  "curtain.table": "Zum Tisch",
  "curtain.cover": "Verdecken",
  "curtain.only": "Nur für {seat}",
  "curtain.open": "{seat} wählt",
  "curtain.back": "{seat} muss wählen: nimm das Tablet",
  "curtain.peek": "Deine eigene Seite ansehen:",
};

export default Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [`page.${key}`, words]));
