// The lines and puzzles stored in this browser: to be opened, named, saved as files and deleted; and files from
// anywhere.

import { useEffect, useState } from "preact/hooks";

import { _, language, ngettext, row } from "../words/language";
import {
  MAX_FILE_LETTERS, MAX_NAME_LETTERS, type StoredLine, deleteLine, downloadLine, lineFacts, listLines, newLineId, saveLine,
} from "./line_storage";

/** The name of a line, or when it was saved. */
export function lineTitle(line: StoredLine): string {
  return line.name || _("Combo of {day}", { day: dayText(line.saved) });
}

function dayText(saved: number): string {
  return new Date(saved).toLocaleString(language.replace("_", "-"), { dateStyle: "medium", timeStyle: "short" });
}

/** `play` opens a line; null while none can be opened. */
export function LineShelf({ play }: { play: ((line: StoredLine) => void) | null }) {
  const [rows, setRows] = useState<readonly StoredLine[]>([]);
  const [trouble, setTrouble] = useState("");
  const reload = () => void listLines().then(setRows, () => setTrouble(_("This browser stores nothing: save lines as files.")));
  useEffect(reload, []);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = file.size > 4 * MAX_FILE_LETTERS ? "" : await file.text();
    if (!text.trim() || text.length > MAX_FILE_LETTERS) {
      return setTrouble(_("{name} is empty, or too large for a line or a scenario.", { name: file.name }));
    }
    setTrouble("");
    const name = file.name.replace(/\.(duel|json)$/, "").slice(0, MAX_NAME_LETTERS);
    const line: StoredLine = { id: newLineId(), name, text, saved: Date.now() };
    await saveLine(line);
    reload();
    play?.(line);
  };
  return (
    <section class="shelf lines" aria-label={_("Lines and puzzles")}>
      <h2>{_("Lines and puzzles")}</h2>
      {trouble ? <p class="warn" role="alert">{trouble}</p> : null}
      {rows.length ? null : <p class="faint">{_("None yet. What you play is stored here, in this browser.")}</p>}
      <ul>
        {rows.map((line) => <LineRow key={line.id} line={line} play={play} reload={reload} />)}
      </ul>
      <div class="buttons">
        <label class="button file">{_("Open a file…")}
          <input type="file" accept=".duel,.json" onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }} />
        </label>
      </div>
    </section>
  );
}

function LineRow({ line, play, reload }: { line: StoredLine; play: ((line: StoredLine) => void) | null; reload: () => void }) {
  const [name, setName] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const { format, mode, steps, isPuzzle } = lineFacts(line.text);
  const about = isPuzzle ? [_("Puzzle")]
    : [_(row("FORMATS", format) ?? format), _(row("WAYS", mode) ?? mode), ngettext("{count} step", "{count} steps", steps), dayText(line.saved)];
  const rename = () => {
    void saveLine({ ...line, name: (name ?? "").trim().slice(0, MAX_NAME_LETTERS) }).then(reload);
    setName(null);
  };
  return (
    <li data-line={line.id}>
      {name === null ? <b dir="auto">{lineTitle(line)}</b> : (
        <form onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}>
          <input aria-label={_("Name")} value={name} maxLength={MAX_NAME_LETTERS} onInput={(event) => setName(event.currentTarget.value)} />
          <div class="buttons"><button class="button">{_("Save")}</button></div>
        </form>
      )}
      <span class="faint">{about.join(" · ")}</span>
      <div class="buttons">
        <button class="button main" disabled={!play} onClick={() => play?.(line)}>{_("Open")}</button>
        <button class="button" onClick={() => setName(name === null ? line.name : null)}>{_("Rename")}</button>
        <button class="button" onClick={() => downloadLine(line, lineTitle(line))}>{_("Save as a file")}</button>
        {isSure ? (
          <>
            <button class="button" onClick={() => void deleteLine(line.id).then(reload)}>{_("Delete permanently")}</button>
            <button class="button quiet" onClick={() => setSure(false)}>{_("Keep it")}</button>
          </>
        ) : <button class="button quiet" onClick={() => setSure(true)}>{_("Delete")}</button>}
      </div>
    </li>
  );
}
