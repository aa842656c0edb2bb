/** Fields to choose in as what they are about: buttons, people, portraits, cards, goals, chips, thumbs. */

import { makeActions } from "./actions.js";
import { makeChips } from "./chips.js";
import { makeDiceToTake } from "./dice-to-take.js";
import { makeFan } from "./fan.js";
import { makeGoals } from "./goals.js";
import { makePortraits } from "./portraits.js";
import { makeThumbs } from "./thumbs.js";

/** @type {Record<string, (field: any, form: FormAround) => FieldPart>} */
export const MAKERS = {
  actions: makeActions,
  chips_to_push: makeChips,
  dice_to_take: makeDiceToTake,
  fan: makeFan,
  goals: makeGoals,
  people: makeActions,
  portraits: makePortraits,
  thumbs: makeThumbs,
};

/** @type {Record<string, (row: any, form: FormAround) => Element>} */
export const CLOSED = {};
