// Loads the glossary when it is asked for: by a pointer on a text, by its key, or from the menu.

import { loadPart } from "../connection/parts";
import type { Game } from "../model/game";

/** Parts of the page whose texts use terms. */
const EXPLAINED_SELECTOR = ".prompt, .log, .preview, .chain, dialog";

const load = () => import("./glossary");
let loading: ReturnType<typeof load> | undefined;

/** Explains the terms of what is shown from now on. */
export function explainTerms(game: Game): void {
  const explain = async (isList: boolean) =>
    (await (loading ??= loadPart(load))).watchTerms(game, EXPLAINED_SELECTOR, isList);
  addEventListener("keydown", ({ key }) => key === "F9" && void explain(true));
  addEventListener("pointerover", ({ target }) => !loading && (target as Element).closest(EXPLAINED_SELECTOR) && void explain(false));
}
