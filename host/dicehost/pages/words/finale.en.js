/** What the end of a match says, in English. A language is one more such file. */

const WORDS = {
  "finale.title.one": "{seats} wins!",
  "finale.title.shared": "{seats} share the win!",
  "finale.title.none": "Nobody wins",
  "finale.podium": "Podium",
  "finale.awards": "Awards",
  "finale.curve": "Score by turn",
  "finale.line": "{seat}: {score}",
  "finale.rank": "{rank}.",
  "finale.place": "Place {rank}",
  "finale.you.1": "First place!",
  "finale.you.shared": "First place, shared!",
  "finale.you.2": "Second place!",
  "finale.you.3": "Third place!",
  "finale.you.other": "Place {rank} of {count}",
  "finale.say.1": "The crown is yours.",
  "finale.say.2": "So close. Ask for a rematch.",
  "finale.say.3": "A place on the podium.",
  "finale.say.other": "The dice owe you one.",
  "finale.points": "{count} {count:point|points}",
  "finale.mine": "Your awards",
  "finale.again": "Play again",
  "finale.end": "End the evening",
  "finale.save": "Save picture",
  "finale.saved": "result",
  "finale.unsaved": "The picture could not be saved. Try again.",
  "finale.table": "Show the table",
  "finale.back": "Back to the podium",
  "finale.skip": "Tap to skip",
};

export default Object.fromEntries(Object.entries(WORDS).map(([key, text]) => [`page.${key}`, text]));
