// The list of lessons: each opens a solo table of its own.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { newLineId } from "../alone/line_storage";
import { Opening } from "../alone/opening";
import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { TableRefusal } from "../room/form_parts";
import { Languages } from "../room/room";
import { _, type Language, ngettext } from "../words/language";
import { type Lesson, loadLessons, markLesson } from "./lessons";

const NO_DECK = { text: "", title: "" };

/** `begun`: the name of the lesson to begin at once; "" for none. */
export function LessonList({ game, choose, begun }: { game: Game; choose: (wanted: Language) => void; begun: string }) {
  const [, draw] = useState(0);
  const [lessons, setLessons] = useState<readonly Lesson[]>([]);
  const [opening, setOpening] = useState<Opening | null>(null);
  useLayoutEffect(() => game.addListener(() => {
    opening?.handleChange();
    draw((count) => count + 1);
  }), [game, opening]);
  const { welcome, refusal } = game.model;
  const isBusy = !!opening && !refusal;
  const begin = (lesson: Lesson) => setOpening(new Opening(game, {
    settings: { opponent: "nobody", listed: false, pace: "off" }, file: lesson.file, decks: [NO_DECK, NO_DECK],
    handleOpened: (code) => {
      saveSetting(`line ${code}`, newLineId());
      markLesson(code, lesson.name);
    },
  }, setting("name") || _("Player {number}", { number: 1 })));
  const reload = async () => {
    const found = await loadLessons();
    setLessons(found);
    const first = found.find((one) => one.name === begun);
    if (first && !opening) begin(first);
    else if (!game.isOn) game.connect(_("Guest"), null); // to learn what can be played here
  };
  useEffect(() => void reload(), [game]);
  return (
    <div class="outside">
      <section class="door">
        <h2>{_("Lessons")}</h2>
        <p class="faint">{_("Each takes a few minutes. You play both sides, and can take every step back.")}</p>
        {welcome && !welcome.solo ? <p class="warn" role="alert">{_("This server has no tables for solo play.")}</p> : null}
        <TableRefusal game={game} />
        {isBusy ? <p class="faint" role="status">{_("Wait, please")}…</p> : null}
        <div class="answers">
          {lessons.map((lesson, at) => (
            <button key={lesson.name} class="button" data-lesson={lesson.name} disabled={isBusy || !!(welcome && !welcome.solo)} onClick={() => begin(lesson)}>
              {at + 1}. {lesson.title} <small class="faint">{ngettext("{count} step", "{count} steps", lesson.steps.length)}</small>
            </button>
          ))}
        </div>
      </section>
      <Languages choose={(wanted) => {
        choose(wanted);
        setTimeout(() => void loadLessons().then(setLessons), 500);
      }} />
    </div>
  );
}
