// A dialog of the page of decks.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { _ } from "../words/language";

export function Sheet({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close(); // while it is open, nothing outside of it takes the focus
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={ref} class="deck-sheet" aria-label={title} onCancel={(event) => {
      event.preventDefault();
      close();
    }} onClose={(event) => event.currentTarget.isConnected && close()}>
      <header><h2>{title}</h2><button class="button quiet" aria-label={_("Close")} onClick={close}>✕</button></header>
      {children}
    </dialog>
  );
}
