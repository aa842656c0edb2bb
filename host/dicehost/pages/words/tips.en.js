/** How each kind of question is answered, in English. A game may have words of its own under the same keys. */

export default {
  "tip.pick_one": "Tap one, then tap the button at the bottom.",
  "tip.pick_some": "Tap what you want. Tap it again to put it back.",
  "tip.number": "Move the slider, or tap − and +.",
  "tip.place": "Tap a card, then tap where it goes. Tap it there to move it.",
  "tip.offer": "Choose whom to ask, what you give and what you take.",
  "tip.cards_to_take": "Tap a card to take it. Tap it again to leave it.",
  "tip.actions": "Tap what you want to do, then tap the button at the bottom.",
  "tip.people": "Tap somebody, then tap the button at the bottom.",
  "tip.chips_to_push": "Tap the pile for one more chip, and the ring for one less. Or push with your finger.",
  "tip.dice_on_table": "Tap dice where they lie. Tap one again to put it back.",
  "tip.dice_to_take": "Tap the last die you want to take, or draw your finger across.",
  "tip.fan": "Swipe along your cards and tap one to lift it. Flick it up to play it at once.",
  "tip.goals": "Tap a goal to choose it. The bar shows how far it is filled.",
  "tip.portraits": "Each picture shows its chance. Tap one, then tap the button at the bottom.",
  "tip.spaces_to_tap": "Tap the number on your sheet. Numbers that glow can be checked.",
  "tip.stacks": "Tap a card, then the die it goes on. The figure below a die is what it is worth.",
  "tip.thumbs": "Tap the side you bet on. Nobody else sees it yet.",
  "tip.press": "It is your roll. Press this button, or the one on the tower.",
  "tip.close": "Got it",
};
