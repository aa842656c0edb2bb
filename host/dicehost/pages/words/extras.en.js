/** What bots, the code to join, a match that broke and the screen lock say, in English. */

export default {
  "broken.reopen": "Open it again",
  "broken.lost": "The host did not answer. Try again.",

  "awake.how": "This browser cannot keep the screen on. In the device's settings, choose the longest time under Display: Screen timeout (Android) or Auto-Lock (iPad).",
  "awake.close": "OK",


  "bot.mine": "A bot is playing for you.",
  "bot.stop": "Play myself",
  "bot.hand": "Let a bot play for me",
  "bot.gone": "{seat} has been away for a while.",
  "bot.go_on": "Let a bot go on",
  "join.scan": "Scan to join",
  "join.tap": "Point your camera here, then tap your name.",
  "join.missing": "Still missing: {seats}",
  "join.later": "Hide",
  "join.codes": "Codes of each seat",
  "join.unreachable": "Phones cannot reach this page as {host}. Open the address that the host printed.",
};
