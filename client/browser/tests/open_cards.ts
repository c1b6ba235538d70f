// Run by tests/browser/board/test_open_cards.py: takes courses of events from standard input, prints the cards that lie
// open after each event.

import { readFileSync } from "node:fs";

import type { VisibleEvent } from "../src/generated/wire";
import { type OpenCard, openCards } from "../src/model/open_cards";

const courses = JSON.parse(readFileSync(0, "utf8")) as VisibleEvent[][];
console.log(JSON.stringify(courses.map((course) => {
  let open: readonly OpenCard[] = [];
  return course.map((event) => {
    open = openCards(open, [event]);
    return open.map(({ card, code, seat }) => [card, code, seat]);
  });
})));
