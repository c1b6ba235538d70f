// Notes of one's own about a table.

import { useState } from "preact/hooks";

import { Dialog } from "./dialog";
import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { _ } from "../words/language";

const MAX_NOTE_LETTERS = 2_000;

/** Notes of one's own about this table. They stay in this browser; those of the last table are dropped. */
export function Notes({ game, close }: { game: Game; close: () => void }) {
  const code = game.model.table?.code ?? "";
  const [of = "", ...lines] = (setting("notes") ?? "").split("\n");
  const [text, setText] = useState(of === code ? lines.join("\n") : "");
  return (
    <Dialog game={game} isBrief title={_("Notes")} close={close}>
      <p class="faint">{_("Only you see them: they stay in this browser. The chat is for both.")}</p>
      <textarea aria-label={_("Notes")} rows={4} maxLength={MAX_NOTE_LETTERS} value={text} onInput={(event) => {
        setText(event.currentTarget.value);
        saveSetting("notes", `${code}\n${event.currentTarget.value}`);
      }} />
      <div class="buttons"><button class="button main" onClick={close}>{_("OK")}</button></div>
    </Dialog>
  );
}
