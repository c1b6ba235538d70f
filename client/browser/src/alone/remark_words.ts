// The remark of a line's file on a step, in words of this page's language: for steps that this page has not seen. The
// server writes the reason or the kind of the first event, and the English name of its card.

import { _, cardName, fillTemplate, row } from "../words/language";
import { type Names, phaseWords } from "../words/phrases";
import type { StepRemark } from "./line_storage";

/** Kinds of sentences that a reason may belong to. */
const KINDS = ["arrive ", "move ", "flip ", ""] as const;
/** The values that a remark has. */
const KNOWN_FIELDS = new Set(["who", "does", "card", "hidden", "at"]);
/** Kinds of events whose sentences say more than a remark does: they are called as the act. */
const ACTS: Readonly<Record<string, string>> = { attack: "attack", position: "change_position" };
const MAX_REASON_WORDS = 3;

function templateOf(reason: string): string | undefined {
  const spellings = [reason, reason.replaceAll(" ", "_")];
  return KINDS.flatMap((kind) => spellings.map((one) => row("HAPPENINGS", kind + one)))
    .concat(row("VERBS", ACTS[reason] ?? ""))
    .find((found) => found && [...found.matchAll(/\{(\w+)/g)].every(([, field]) => KNOWN_FIELDS.has(field ?? "")));
}

/** The words of a step; one in which nothing worth a line happened was a pass, or one of several choices. */
export function remarkWords({ seat, text, isPass }: StepRemark, names: Names): string {
  const [kind = ""] = text.split(" ");
  if (!text || row("HAPPENINGS", kind) === "") return isPass ? _("Pass") : _("A choice");
  const who = names[seat] ?? "";
  const words = text.split(" ");
  const entered = words[0] === "phase" && words[1] ? row("HAPPENINGS", "phase") : undefined;
  if (entered) return fillTemplate(_(entered), { who, phase: phaseWords(words[1] ?? "") });
  for (let end = Math.min(MAX_REASON_WORDS, words.length - 1); end > 0; end--) {
    const template = templateOf(words.slice(0, end).join(" "));
    const card = cardName(words.slice(end).join(" "));
    if (template) return fillTemplate(_(template), { who, card, hidden: card, at: "", does: (verb: string) => verb });
  }
  return text;
}
