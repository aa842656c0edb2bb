/** How each kind of question is answered, in German. A game may have words of its own under the same keys. */

export default {
  "tip.pick_one": "Tippe eins an, dann den Knopf ganz unten.",
  "tip.pick_some": "Tippe an, was du willst. Noch einmal tippen legt es zurück.",
  "tip.number": "Schieb den Regler oder tippe − und +.",
  "tip.place": "Tippe eine Karte an, dann ihren Platz. Dort kannst du sie wieder antippen und verschieben.",
  "tip.offer": "Wähle, wen du fragst, was du gibst und was du nimmst.",
  "tip.cards_to_take": "Tippe eine Karte an, um sie zu nehmen. Noch einmal tippen lässt sie liegen.",
  "tip.actions": "Tippe an, was du tun willst, dann den Knopf ganz unten.",
  "tip.people": "Tippe jemanden an, dann den Knopf ganz unten.",
  "tip.chips_to_push": "Tippe auf den Stapel für einen Chip mehr, in den Ring für einen weniger. Oder schieb mit dem Finger.",
  "tip.dice_on_table": "Tippe Würfel dort an, wo sie liegen. Noch einmal tippen legt einen zurück.",
  "tip.dice_to_take": "Tippe den letzten Würfel an, den du nimmst, oder zieh den Finger darüber.",
  "tip.fan": "Wische durch deine Karten und tippe eine an, um sie anzuheben. Nach oben schnippen spielt sie sofort.",
  "tip.goals": "Tippe ein Ziel an. Der Balken zeigt, wie voll es ist.",
  "tip.portraits": "Auf jedem Bild steht seine Chance. Tippe eins an, dann den Knopf ganz unten.",
  "tip.spaces_to_tap": "Tippe die Zahl auf deinem Blatt an. Was leuchtet, kannst du ankreuzen.",
  "tip.stacks": "Tippe eine Karte an, dann ihren Würfel. Die Zahl unter einem Würfel ist sein Wert.",
  "tip.thumbs": "Tippe an, worauf du setzt. Die anderen sehen es noch nicht.",
  "tip.press": "Du bist mit Würfeln dran. Drück diesen Knopf oder den am Turm.",
  "tip.close": "Alles klar",
};
