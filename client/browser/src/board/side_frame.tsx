// The side panel's tabs. Where a screen has no room for it, it opens over what is played, until the next prompt.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import { _ } from "../words/language";

/** Screens on which the side panel has room beside what is played. */
const ROOMY_SCREEN = "(orientation: portrait) and (min-height: 760px), (orientation: landscape) and (min-height: 521px)";

function useMedia(query: string): boolean {
  const [media] = useState(() => matchMedia(query));
  const [isMatching, setMatching] = useState(media.matches);
  useEffect(() => {
    const change = () => setMatching(media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, [media]);
  return isMatching;
}

export interface SidePart {
  readonly name: "card" | "log" | "chat" | "more";
  readonly title: string;
  readonly content: ComponentChildren;
}

interface SideFrameProps {
  readonly parts: readonly SidePart[];
  /** Whether there is a board beside it. */
  readonly isBoard: boolean;
  /** The open prompt, which must not be covered. */
  readonly ask?: number | undefined;
  readonly children?: ComponentChildren;
}

export function SideFrame({ parts, isBoard, ask, children }: SideFrameProps) {
  const [chosen, setChosen] = useState("");
  const isRoomy = useMedia(ROOMY_SCREEN);
  useEffect(() => {
    if (!isRoomy && isBoard && ask !== undefined) setChosen("");
  }, [ask]);
  const first = isBoard ? isRoomy ? "log" : "" : "chat";
  const tab = parts.some(({ name }) => name === chosen) ? chosen : first;
  return (
    <aside class={isBoard ? "side" : "side small"} data-tab={tab} aria-label={_("Side panel")}>
      <button class="side-toggle" aria-expanded={tab !== ""} aria-label={_("Side panel")}
        onClick={() => setChosen(tab ? "" : "log")}>☰</button>
      <div class="tabs" role="group" aria-label={_("Side panel")}>
        {parts.map(({ name, title }) => (
          <button key={name} class={`tab-${name}`} aria-pressed={tab === name}
            onClick={() => setChosen(tab === name && !isRoomy ? "" : name)}>{title}</button>
        ))}
        <button class="side-close" aria-label={_("Close")} onClick={() => setChosen("")}>✕</button>
      </div>
      {parts.map(({ name, content }) => (
        <div key={name} class={`part ${name}-part`} {...(name === "card" ? { tabIndex: 0 } : {})}>{content}</div>
      ))}
      {children}
    </aside>
  );
}
