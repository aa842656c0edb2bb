/** Fields as what they are about, and the kinds of fields that few games ask for. */

import { makeOffer } from "../offer.js";
import { makePlace } from "../place.js";
import { showWorths } from "../worths.js";
import { makeActions } from "./actions.js";
import { makeChips } from "./chips.js";
import { makeDiceOnTable } from "./dice-on-table.js";
import { makeDiceToTake } from "./dice-to-take.js";
import { makeFan } from "./fan.js";
import { makeGoals } from "./goals.js";
import { makeOneOfDice } from "./one-of-dice.js";
import { makePortraits } from "./portraits.js";
import { makeClosed, makeSpaces } from "./spaces.js";
import { makeStacks } from "./stacks.js";
import { makeThumbs } from "./thumbs.js";

/** @type {Record<string, (field: any, form: FormAround) => FieldPart>} */
export const MAKERS = {
  actions: makeActions,
  chips_to_push: makeChips,
  dice_on_table: (field, form) => (field.type === "pick_one" ? makeOneOfDice : makeDiceOnTable)(field, form),
  dice_to_take: makeDiceToTake,
  fan: makeFan,
  goals: makeGoals,
  offer: makeOffer,
  people: makeActions,
  place: makePlace,
  portraits: makePortraits,
  spaces_to_tap: makeSpaces,
  stacks: makeStacks,
  thumbs: makeThumbs,
};

/** @type {Record<string, (row: any, form: FormAround) => Element>} */
export const CLOSED = { spaces_to_tap: makeClosed };

/** What choices are worth is drawn on any of them. */
export const WORTHS = showWorths;
