// The lessons in this page's language, and how far a learner is in one; as in `shared/facedown_shared/tables/lessons.py`
// and `client/facedown_client/model/lesson_progress.py`.

import { loadPart } from "../connection/parts";
import { saveSetting, setting } from "../connection/stored_state";
import type { View } from "../generated/wire";
import { pileOf } from "../model/view";
import { fileAddress, language } from "../words/language";

type Goal = readonly [kind: string, seat: number, zone: string, position: string, code: number, number: number];

/** A step: its text, what must hold for it to be done (nothing: the learner goes on), and the cards it is about. */
type LessonStep = readonly [text: string, goals: readonly Goal[], marks: readonly number[]];

/** `file`: the text that a solo table opens. */
export interface Lesson {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly steps: readonly LessonStep[];
}

const loaded = new Map<string, Promise<readonly Lesson[]>>();

export function loadLessons(): Promise<readonly Lesson[]> {
  const found = loaded.get(language) ?? loadPart(async () => {
    const answer = await fetch(fileAddress(`${language}-lessons.json`));
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.json()) as readonly Lesson[];
  });
  loaded.set(language, found);
  return found;
}

/** Marks a table whose solo duel is a lesson. */
export function markLesson(code: string, name: string): void {
  saveSetting(`lesson ${code}`, JSON.stringify({ name, reached: [] }));
}

/** How far a learner is in the lesson of a table, stored in this browser. */
export class LessonProgress {
  readonly name: string;
  /** For each step that is done, the step of the table's line at which it was. */
  private readonly reached: number[];
  /** Step of the table's line at the last update. */
  private seen = 0;

  constructor(private readonly code: string) {
    const { name = "", reached = [] } = JSON.parse(setting(`lesson ${code}`) ?? "{}") as { name?: string; reached?: number[] };
    this.name = name;
    this.reached = reached;
  }

  get index(): number {
    return this.reached.length;
  }

  /** Follows the View at a step of the table's line: steps that are undone are open again. */
  update({ steps }: Lesson, view: View, lineStep: number): void {
    const before = this.reached.join();
    const isUndone = lineStep < this.seen;
    this.seen = lineStep;
    while (isUndone && this.reached.length && this.isOpenAgain(steps, lineStep)) this.reached.pop();
    while (!isUndone) { // after an undo the View may still be the one before it: goals wait for the next message
      const [, goals = []] = steps[this.index] ?? [];
      if (!goals.length || !goals.every((goal) => holds(goal, view))) break;
      this.reached.push(lineStep);
    }
    if (this.reached.join() !== before) this.save();
  }

  /** Whether the step done last is open again at a step of the line. An act shows before its own step is counted. */
  private isOpenAgain(steps: readonly LessonStep[], lineStep: number): boolean {
    const done = this.reached.at(-1) ?? 0;
    return done > lineStep || (done === lineStep && !!steps[this.index - 1]?.[1].length);
  }

  /** Leaves a step that was to be read. */
  goOn(lineStep: number): void {
    this.reached.push(lineStep);
    this.save();
  }

  private save(): void {
    saveSetting(`lesson ${this.code}`, JSON.stringify({ name: this.name, reached: this.reached }));
  }
}

function holds([kind, seat, zone, position, code, number]: Goal, view: View): boolean {
  switch (kind) {
    case "turn": return view.turn === number;
    case "chain": return view.chain.length === number;
    case "life": return (view.tallies[`${seat}:life`] ?? 0) <= number;
    case "phase": return view.phase === zone;
    case "attack": return view.attack !== null;
  }
  const zones = zone === "monster" ? ["monster", "extra_monster"] : [zone];
  const handles = zones.flatMap((one) => [seat, -1].flatMap((side) => pileOf(view, side, one).handles));
  return handles.some((handle) => {
    const seen = view.cards[handle];
    if (!seen || seen.code !== code || seen.controller !== seat) return false;
    const now = !seen.face_up ? "set" : seen.defense_position ? "defense" : "attack";
    return !position || position === now;
  });
}
