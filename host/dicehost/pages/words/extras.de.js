/** Was Bots, der Code zum Mitspielen, eine kaputte Partie und die Bildschirmsperre sagen, auf Deutsch. */

export default {
  "broken.reopen": "Wieder öffnen",
  "broken.lost": "Der Spielserver hat nicht geantwortet. Versuch es noch einmal.",

  "awake.how": "Dieser Browser kann den Bildschirm nicht anlassen. Wähle in den Einstellungen des Geräts unter Anzeige die längste Zeit für Bildschirm-Timeout (Android) oder Automatische Sperre (iPad).",
  "awake.close": "OK",


  "bot.mine": "Ein Bot spielt für dich.",
  "bot.stop": "Selbst spielen",
  "bot.hand": "Einen Bot für mich spielen lassen",
  "bot.gone": "{seat} ist schon eine Weile weg.",
  "bot.go_on": "Einen Bot weiterspielen lassen",
  "join.scan": "Zum Mitspielen scannen",
  "join.tap": "Kamera hierher halten, dann deinen Namen antippen.",
  "join.missing": "Es fehlen noch: {seats}",
  "join.later": "Ausblenden",
  "join.codes": "Codes der einzelnen Plätze",
  "join.unreachable": "Unter {host} erreichen Telefone diese Seite nicht. Öffne die Adresse, die der Host ausgegeben hat.",
};
