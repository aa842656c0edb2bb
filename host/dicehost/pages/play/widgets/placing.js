/** Fields to place things in: spaces of a sheet, dice where they lie, cards behind dice, offers. */

import { makeOffer } from "../offer.js";
import { makePlace } from "../place.js";
import { makeDiceOnTable } from "./dice-on-table.js";
import { makeOneOfDice } from "./one-of-dice.js";
import { makeClosed, makeSpaces } from "./spaces.js";
import { makeStacks } from "./stacks.js";

/** @type {Record<string, (field: any, form: FormAround) => FieldPart>} */
export const MAKERS = {
  dice_on_table: (field, form) => (field.type === "pick_one" ? makeOneOfDice : makeDiceOnTable)(field, form),
  offer: makeOffer,
  place: makePlace,
  spaces_to_tap: makeSpaces,
  stacks: makeStacks,
};

/** @type {Record<string, (row: any, form: FormAround) => Element>} */
export const CLOSED = { spaces_to_tap: makeClosed };
