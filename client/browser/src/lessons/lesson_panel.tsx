// Below the board of a lesson: the open step, the button that leads on, and marks on the cards that it is about.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import type { Game } from "../model/game";
import { _, language } from "../words/language";
import { type Lesson, LessonProgress, loadLessons } from "./lessons";
import style from "./lessons.lazy.css";

const MARK_STYLE = "{ outline: 3px dashed #7fcbff; outline-offset: -3px; border-radius: 6px; }";

const marks = new CSSStyleSheet();

function adoptStyle(): void {
  if (document.adoptedStyleSheets.includes(marks)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet, marks];
}

export function LessonPanel({ game }: { game: Game }) {
  const [progress] = useState(() => new LessonProgress(game.code));
  const [lessons, setLessons] = useState<readonly Lesson[]>([]);
  const { view, table } = game.model;
  useEffect(() => {
    if (!progress.name) return;
    adoptStyle();
    void loadLessons().then(setLessons);
  }, [progress, language]);
  const lesson = lessons.find((one) => one.name === progress.name);
  if (lesson && view && table) progress.update(lesson, view, table.step);
  const [text, goals, codes] = lesson?.steps[progress.index] ?? ["", [], []];
  const cards = Object.entries(view?.cards ?? {}).filter(([, seen]) => codes.includes(seen.code)).map(([handle]) => `[data-handle="${handle}"]`);
  useLayoutEffect(() => marks.replaceSync(cards.length ? `${cards.join()} ${MARK_STYLE}` : ""), [cards.join()]);
  if (!lesson || !table) return null;
  const after = lessons[lessons.indexOf(lesson) + 1];
  const isOver = progress.index >= lesson.steps.length;
  const step = Math.min(progress.index + 1, lesson.steps.length);
  return (
    <section class="lesson" aria-label={_("Lesson")}>
      <p aria-live="polite">
        <b>{_("Lesson: {title} ({step} of {steps})", { title: lesson.title, step, steps: lesson.steps.length })}</b>{" "}
        {isOver ? _("The lesson is complete.") : text}
      </p>
      {isOver || goals.length ? null : (
        <button class="button main" onClick={() => {
          progress.goOn(table.step);
          game.draw();
        }}>{_("Go on")}</button>
      )}
      {isOver ? <a class="button main" href={after ? `/new#lesson=${after.name}` : "/new#lessons"}>{after ? _("Next lesson") : _("Lessons")}</a> : null}
    </section>
  );
}
