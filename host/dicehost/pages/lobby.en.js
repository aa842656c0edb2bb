/** What the lobby and the sheets say themselves, in English; a language is one more such file. */

const WORDS = {
  title: "Dice tower",
  close: "Close",

  "tower.none": "No tower is plugged in.",
  "tower.page": "Look at it",
  "tower.firmware": "firmware {version}",
  "tower.health.ok": "noise healthy",
  "tower.health.trip": "noise failed its test",
  "tower.health.warm": "testing its noise",

  "join.title": "Scan to join",
  "join.how": "Each player scans a code with the phone. The link below it does the same.",
  "join.local": "This page was opened as {host}, which phones cannot reach. Open the address that the service prints, and the codes will work.",
  "join.here": "Open the table here",
  "join.table": "The table",
  "join.table.how": "for a tablet in the middle",
  "join.open": "Open on this device",
  "join.rekey": "New code",
  "join.rekey.sure": "Old code stops. Sure?",
  "join.qr": "Code for {name}",

  "lobby.new": "New match",
  "lobby.game": "Which game?",
  "lobby.names": "Who plays?",
  "lobby.options": "Options",
  "lobby.start": "Start",
  "lobby.add": "Add a player",
  "lobby.remove": "Remove player {number}",
  "lobby.name": "Name of player {number}",
  "lobby.player": "Player {number}",
  "lobby.seats": "{low}–{high} players",
  "lobby.minutes": "{low}–{high} minutes",
  "lobby.matches": "Matches",
  "lobby.matches.none": "No match yet. Start one, and it is kept here.",
  "lobby.resume": "Go on",
  "lobby.look": "Look",
  "lobby.codes": "Codes",
  "lobby.over": "over",
  "lobby.towers": "Towers",
  "lobby.no_key": "Welcome to the table",
  "lobby.no_key.play": "To play: scan your seat's code on the tablet, or open the link somebody sent you.",
  "lobby.no_key.own": "To start a match: open the owner's link. It is printed where the service was started, and ends in #key=…",
  "lobby.lost": "The host does not answer. Is the service running?",
};

export default Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [`page.${key}`, words]));
