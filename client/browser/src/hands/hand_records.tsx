// What a player by hand looks up: how Life changed, the steps of the duel, notes.

import { useState } from "preact/hooks";

import { Dialog } from "../board/dialog";
import { Notes } from "../board/notes";
import type { Game } from "../model/game";
import type { View } from "../generated/wire";
import { _ } from "../words/language";

/** Each change of a player's Life with the total after it, the latest first. */
export function LifeHistory({ game, view }: { game: Game; view: View }) {
  const { hands, model } = game;
  const seat = hands?.history ?? -1;
  if (!hands || seat < 0) return null;
  const close = () => {
    hands.history = -1;
    game.draw();
  };
  let total = view.tallies[`${seat}:life`] ?? 0;
  const rows = [];
  for (const line of model.log.filter((one) => one.kind === "life" && one.seat === seat).reverse()) {
    rows.push({ ...line, total });
    total -= line.amount;
  }
  return (
    <Dialog game={game} isBrief title={_("Life of {name}: {life}", { name: model.names[seat] ?? "", life: view.tallies[`${seat}:life`] ?? 0 })} close={close}>
      <ol class="records" tabIndex={0} aria-label={_("History")}>
        {rows.map((row) => <li key={row.number}><b>{row.total}</b> {_("Turn {number}", { number: row.turn })}: {row.text}</li>)}
        <li><b>{total}</b></li>
      </ol>
    </Dialog>
  );
}

/** Buttons for the steps of the duel and for notes. */
export function RecordButtons({ game }: { game: Game }) {
  const [open, setOpen] = useState<"" | "steps" | "notes">("");
  const close = () => setOpen("");
  return (
    <div class="buttons">
      <button class="button" aria-haspopup="dialog" disabled={!game.model.table?.steps} onClick={() => setOpen("steps")}>{_("Steps")}…</button>
      <button class="button" aria-haspopup="dialog" onClick={() => setOpen("notes")}>{_("Notes")}…</button>
      {open === "steps" ? <Steps game={game} close={close} /> : null}
      {open === "notes" ? <Notes game={game} close={close} /> : null}
    </div>
  );
}

/** The steps, the latest first: the duel goes to one of them once the other player agrees. */
function Steps({ game, close }: { game: Game; close: () => void }) {
  const { table, stepTexts, names, seat } = game.model;
  if (!table) return null;
  const isFree = !table.proposal; // what is proposed has its own answer
  return (
    <Dialog game={game} title={_("Steps")} close={close}>
      <p class="faint">{table.alone ? "" : _("{name} agrees first.", { name: names[1 - seat] ?? "" })}</p>
      <div class="answers steps-list">
        {Array.from({ length: table.steps + 1 }, (_each, step) => step).reverse().map((step) => (
          <button key={step} class="button" data-step={step} disabled={!isFree || step === table.step}
            {...(step === table.step ? { "aria-current": "step" as const } : {})} onClick={() => {
              close();
              game.send({ m: "rewind", step });
            }}><b>{step}</b> {step ? stepTexts[step] ?? "" : _("The beginning")}</button>
        ))}
      </div>
    </Dialog>
  );
}
