// A deck as text: copied, or saved as a file, in the forms that other programs read.

import { useRef, useState } from "preact/hooks";

import { _ } from "../words/language";
import { type Names, toList, toYdk, toYdke } from "./deck_changes";
import type { StoredDeck } from "./deck_storage";
import { Sheet } from "./sheet";

type Form = "ydk" | "ydke" | "list";

export function saveText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, " ").trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

export function ExportForm({ deck, nameOf, close }: { deck: StoredDeck; nameOf: Names; close: () => void }) {
  const [form, setForm] = useState<Form>("ydk");
  const [isCopied, setCopied] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = form === "ydk" ? toYdk(deck) : form === "ydke" ? toYdke(deck) : toList(deck, nameOf);
  const copy = async () => {
    area.current?.select();
    try {
      await navigator.clipboard.writeText(text); // only in a secure context
      setCopied(true);
    } catch {
      setCopied(document.execCommand("copy"));
    }
  };
  const forms: readonly (readonly [Form, string])[] = [["ydk", ".ydk"], ["ydke", "ydke://"], ["list", _("List of names")]];
  return (
    <Sheet title={_("Export")} close={close}>
      <div class="buttons" role="group" aria-label={_("Form")}>
        {forms.map(([one, title]) => (
          <button key={one} class="button quiet" aria-pressed={form === one} onClick={() => {
            setForm(one);
            setCopied(false);
          }}>{title}</button>
        ))}
      </div>
      <textarea ref={area} aria-label={_("The deck as text")} rows={8} readOnly value={text} spellcheck={false} />
      <div class="buttons">
        <button class="button main" onClick={() => void copy()}>{_("Copy")}</button>
        <button class="button" onClick={() => saveText(`${deck.name || "deck"}${form === "ydk" ? ".ydk" : ".txt"}`, text)}>{_("Save as a file")}</button>
        <span role="status">{isCopied ? _("Copied") : ""}</span>
      </div>
    </Sheet>
  );
}
