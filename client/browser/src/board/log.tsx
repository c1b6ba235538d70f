// The log, to be read and to be heard.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Game } from "../model/game";
import { _ } from "../words/language";

export function Log({ game }: { game: Game }) {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const before = useRef(0);
  const { log } = game.model;
  useEffect(() => {
    if (ref.current && isAtEnd.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [log]);
  const scrolled = () => {
    const box = ref.current;
    if (!box) return;
    if (box.scrollTop < before.current) isAtEnd.current = false;
    if (box.scrollHeight - box.scrollTop - box.clientHeight < 40) isAtEnd.current = true;
    before.current = box.scrollTop;
  };
  return (
    <div class="log" ref={ref} role="region" aria-label={_("Log")} tabIndex={0} onScroll={scrolled}>
      {log.map((line) => <p key={line.number} class={line.kind}>{line.text}</p>)}
    </div>
  );
}

const SPOKEN_LINES = 12;

/** The last lines of the log, for screen readers alone: read out as they come, whichever part of the page is visible.
 * `isLate`: those from now on, in a dialog that hides the rest of the page from them. */
export function LogAnnouncer({ game, isLate }: { game: Game; isLate?: boolean }) {
  const { log } = game.model;
  const [first] = useState(() => (isLate ? (log.at(-1)?.number ?? -1) + 1 : 0));
  return (
    <div class="spoken" role="log" aria-live="polite" aria-label={_("What happens")}>
      {log.slice(-SPOKEN_LINES).filter((line) => line.number >= first).map((line) => <p key={line.number}>{line.text}</p>)}
    </div>
  );
}
