/** What the curtain, dice by hand and the screen lock say, in English. A language is one more such file. */

const WORDS = {
  "broken.reopen": "Open it again",
  "broken.lost": "The host did not answer. Try again.",

  "awake.how": "This browser cannot keep the screen on. To do it yourself, open the device's settings and choose the longest time under Display, Screen timeout (Android) or Auto-Lock (iPad).",
  "awake.close": "OK",

  "hand.offer": "No tower? Use your own dice.",
  "hand.ask": "Roll by hand",
  "hand.asked": "{who} would like to roll by hand and type in the dice. The host then draws and shuffles the cards. The history keeps showing which rolls did not come from the tower.",
  "hand.mine": "You asked to roll by hand.",
  "hand.missing": "Waiting for {who} to agree.",
  "hand.nobody": "Someone else must agree: open the table or another seat.",
  "hand.table": "the table",
  "hand.table.first": "The table",
  "hand.agree": "Agree",
  "hand.agree.table": "Agree for everyone without a phone",
  "hand.refuse": "Wait for the tower",
  "hand.title": "Roll these dice by hand, then tap what they show",
  "hand.die": "Die {number}: {face}",
  "hand.die.blank": "Die {number}: not set",
  "hand.face": "Face {face}",
  "hand.send": "Enter these dice",
  "hand.left": "{left} {left:die|dice} to go",
  "source.hand": "Last roll: typed in by hand, not rolled by the tower.",
  "source.system": "Last draw: by the host, not by the tower.",

  "tablet.offer": "No phone for {seats}?",
  "tablet.here": "Play on this tablet",
  "curtain.hand": "Hand the tablet to {seat}",
  "curtain.why": "{seat} chooses in secret. Everyone else, please look away.",
  "curtain.peek.why": "Only {seat} may see what is hidden here.",
  "curtain.hold": "Hold to look",
  "curtain.holding": "Keep holding …",
  "curtain.let_go": "Let go to cover",
  "curtain.two": "Can't hold it? Tap here, then tap again",
  "curtain.two.sure": "Is only {seat} looking? Tap again",
  "curtain.other": "Someone else first?",
  "curtain.table": "See the table",
  "curtain.cover": "Cover",
  "curtain.only": "For {seat}'s eyes only",
  "curtain.open": "{seat} chooses",
  "curtain.back": "{seat} has to choose: take the tablet",
  "curtain.peek": "Look at your own side:",
};

export default Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [`page.${key}`, words]));
