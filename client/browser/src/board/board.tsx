// The board: every zone a button or a place, every card a button with its picture; arrows are drawn above them.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { Back, Face } from "./card_face";
import { cardDescription } from "./card_text";
import type { Game } from "../model/game";
import { _, gettextNoop, ngettext } from "../words/language";
import { ShownPlay } from "./plays";
import type { Option, Pile, VisibleCard, View } from "../generated/wire";
import { cardWords, pileTitle, placeWords, printedWord } from "../words/phrases";
import { EMPTY_PILE, type Zone, factsOf, keyOf, pileOf, zonesOf } from "../model/view";

/** The newest Chain Links that are shown, and the targets of each: a file may hold thousands. */
export const MAX_LINKS_SHOWN = 60, MAX_TARGETS_SHOWN = 12;

/** Column and row of each zone, as the player of seat 0 sees the near side and the far one. */
type GridCell = readonly [column: number, row: number];
const NEAR_SIDE_CELLS: Readonly<Record<string, (slot: number) => GridCell>> = {
  monster: (slot) => [2 + slot, 4], spell_trap: (slot) => [2 + slot, 5], field: () => [1, 4],
  pendulum: (slot) => [slot ? 7 : 1, 3], extra_deck: () => [1, 5], deck: () => [7, 5], graveyard: () => [7, 4],
  banished: () => [7, 3],
};
/** The same for Flesh and Blood; a slot that an effect adds is in the last row. */
const FAB_CELLS: Readonly<Record<string, (slot: number) => GridCell>> = {
  head: (slot) => [1 + 3 * slot, 4 + slot], chest: (slot) => [1 + 3 * slot, 5], arms: (slot) => [2 + 2 * slot, 5],
  legs: (slot) => [3 + slot, 5], weapon: (slot) => [slot < 2 ? 2 + 2 * slot : 2 + slot, slot < 2 ? 4 : 5], hero: () => [3, 4],
  arsenal: (slot) => [5, 4 + slot], pitch: () => [6, 4], graveyard: () => [7, 4], banished: () => [6, 5], deck: () => [7, 5],
};
/** Zones of both players in which cards lie side by side: first column, and columns. */
const STRIPS: Readonly<Record<string, GridCell>> = { permanent: [1, 3], combat_chain: [4, 3], stack: [7, 1] };
const DRAWN_TABLES = new Set(["master", "master1", "master3", "classic", "genesys", "fab"]);

function spot(seat: number, zone: string, slot: number, bottom: number, table: string): GridCell {
  if (seat < 0) return [(slot === 0) === (bottom === 0) ? 3 : 5, 3];
  const near = (table === "fab" ? FAB_CELLS : NEAR_SIDE_CELLS)[zone]?.(slot) ?? [1, 1];
  const [column, row] = table === "master3" && zone === "banished" ? [6, 3] as const : near;
  return seat === bottom ? [column, row] : [8 - column, 6 - row];
}

export function cardLabel(view: View, handle: number, where = ""): string {
  const seen = view.cards[handle];
  const facts = factsOf(view, handle);
  const parts = [cardWords(handle, view)];
  if (seen?.face_up && (seen.attack !== null || seen.defense !== null)) {
    parts.push(_("ATK {number}", { number: seen.attack ?? "–" }));
    if (seen.defense !== null) parts.push(_("DEF {number}", { number: seen.defense }));
  } else if (facts) {
    parts.push(...facts.kinds.slice(0, 1).map(printedWord));
  }
  if (seen?.defense_position) parts.push(_("Defense Position"));
  if (seen && facts && !seen.face_up && where !== "hand") parts.push(_("face-down"));
  for (const [name, count] of Object.entries(seen?.counters ?? {})) parts.push(`${count} ${name}`);
  return parts.join(", ");
}

interface CardProps {
  readonly game: Game;
  readonly view: View;
  readonly handle: number;
  readonly where: string;
  /** Its zone in words, for readers who do not see where it is. */
  readonly place?: string;
}

/** Whether an option takes back a card that was picked in an answer before. */
function isTakenBack(option: Option | undefined): boolean {
  return option?.words.id === "take_it_back";
}

/** One card: a click opens its menu or picks it, pointing at it shows it. */
export function Card({ game, view, handle, where, place }: CardProps) {
  const seen = view.cards[handle];
  const facts = factsOf(view, handle);
  const options = game.choices.byCard.get(handle) ?? [];
  const isPicked = options.some((at) => game.picked.includes(at) || isTakenBack(game.model.prompt?.options[at]))
    || game.hands?.chosenCards.includes(handle) === true;
  const isOn = options.length > 0;
  const isAttacking = view.attack?.includes(handle);
  const link = view.chain.findIndex((one) => one.card === handle) + 1;
  const classes = ["card", isOn && "open", isPicked && "picked", seen?.defense_position && "turned",
    isAttacking && "fighting", seen && !seen.face_up && facts && where !== "hand" && "set"].filter(Boolean);
  const label = [cardLabel(view, handle, where), place].filter(Boolean).join(", ");
  return (
    <button class={classes.join(" ")} data-handle={handle} aria-description={cardDescription(facts, seen)}
      {...(isPicked ? { "aria-pressed": "true" as const } : {})}
      {...(options.length > 1 ? { "aria-haspopup": "menu" as const, "aria-expanded": game.menu === handle } : {})}
      onClick={() => game.pressCard(handle)} onMouseEnter={() => game.previewCard(handle)} onFocus={() => game.previewCard(handle)}>
      <span class="spoken">{isOn ? _("{card}: can be used", { card: label }) : label}</span>
      <Picture seen={seen} view={view} handle={handle} />
      {link ? <span class="link-number" aria-hidden="true">{link}</span> : null}
      <Counters seen={seen} />
    </button>
  );
}

function Picture({ seen, view, handle }: { seen: VisibleCard | undefined; view: View; handle: number }) {
  const facts = factsOf(view, handle);
  if (seen && (seen.face_up || facts)) return <Face facts={facts} seen={seen} />;
  return <Back />;
}

function Counters({ seen }: { seen: VisibleCard | undefined }) {
  const count = Object.values(seen?.counters ?? {}).reduce((sum, one) => sum + one, 0);
  const beneath = seen?.materials.length ?? 0;
  if (!count && !beneath) return null;
  return <span class="counters" aria-hidden="true">{count ? `●${count} ` : ""}{beneath ? `▤${beneath}` : ""}</span>;
}

export function Board({ game, view }: { game: Game; view: View }) {
  const names = game.model.names;
  const bottom = game.model.bottom;
  return (
    <section class="board" aria-label={_("Board")}>
      <h2 class="spoken board-title" tabIndex={-1}>{_("Board")}</h2>
      {DRAWN_TABLES.has(view.table) ? (
        <div class="mat">
          {zonesOf(view.table).filter((zone) => zone.name !== "hand").map((zone) => {
            const pile = view.piles[zone.key] ?? EMPTY_PILE;
            const strip = zone.seat < 0 ? STRIPS[zone.name] : undefined;
            if (strip) return <Strip key={zone.key} game={game} view={view} zone={zone} at={strip} />;
            if (zone.slots === null) {
              const at = spot(zone.seat, zone.name, 0, bottom, view.table);
              return <PileButton key={zone.key} game={game} view={view} seat={zone.seat} zone={zone.name} at={at} />;
            }
            return Array.from({ length: Math.max(zone.slots, pile.handles.length) }, (_each, slot) => {
              const place = { seat: zone.seat, zone: zone.name, slot };
              const option = game.choices.byPlace.get(`${zone.seat}:${zone.name}:${slot}`);
              const [column, row] = spot(zone.seat, zone.name, slot, bottom, view.table);
              const handle = pile.handles[slot] ?? 0;
              const title = placeWords(place, view.table, names);
              return (
                <div key={`${zone.key}:${slot}`} class={`zone ${zone.name}`} data-zone={`${zone.key}:${slot}`}
                  style={{ gridColumn: column, gridRow: row }}>
                  {handle ? <Card game={game} view={view} handle={handle} where={zone.name} place={title} /> : null}
                  {option !== undefined ? (
                    <button class="place open" aria-label={_("{place}: can be chosen", { place: title })} onClick={() => game.pick(option)} />
                  ) : null}
                </div>
              );
            });
          })}
        </div>
      ) : <Heaps game={game} view={view} />}
      <ShownPlay plays={game.plays} view={view} />
    </section>
  );
}

/** A zone of both players with its cards side by side. */
function Strip({ game, view, zone, at }: { game: Game; view: View; zone: Zone; at: GridCell }) {
  const pile = view.piles[zone.key] ?? EMPTY_PILE;
  return (
    <div class="zone strip" role="group" data-zone={zone.key} style={{ gridColumn: `${at[0]} / span ${at[1]}`, gridRow: 3 }}
      aria-label={`${_(zone.title)}: ${ngettext("{count} card", "{count} cards", pile.count)}`}>
      {pile.handles.filter(Boolean).map((handle) => <Card key={handle} game={game} view={view} handle={handle} where={zone.name} />)}
      <span class="pile-name" aria-hidden="true">{_(zone.title)}</span>
    </div>
  );
}

/** A table of another game: each zone with its cards, side by side. */
function Heaps({ game, view }: { game: Game; view: View }) {
  return (
    <div class="heaps">
      {zonesOf(view.table).filter((zone) => zone.name !== "hand").map((zone) => {
        const pile = view.piles[zone.key] ?? EMPTY_PILE;
        return (
          <div key={zone.key} class="heap" data-zone={zone.key}>
            <span>{pileTitle(zone.seat, zone.name, view, game.model.names)} · {pile.count}</span>
            <div>
              {pile.handles.filter(Boolean).map((handle) => (
                <Card key={handle} game={game} view={view} handle={handle} where={zone.name} />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Names of piles that fit on a phone's board in letters that can be read. */
const BRIEF_PILE_NAMES: Readonly<Record<string, string>> = {
  deck: gettextNoop("Deck"), extra_deck: gettextNoop("Extra"), graveyard: gettextNoop("Grave"), banished: gettextNoop("Banish"),
};

function PileButton({ game, view, seat, zone, at }: {
  game: Game; view: View; seat: number; zone: string; at: GridCell;
}) {
  const pile: Pile = pileOf(view, seat, zone);
  const key = keyOf(seat, zone);
  const title = pileTitle(seat, zone, view, game.model.names);
  const isOpen = pile.handles.some((handle) => game.choices.byCard.has(handle));
  const top = pile.handles.at(-1) ?? 0;
  const short = _(zonesOf(view.table).find((one) => one.key === key)?.title ?? zone);
  const brief = BRIEF_PILE_NAMES[zone];
  const count = ngettext("{count} card", "{count} cards", pile.count);
  return (
    <div class={`zone pile ${zone}`} data-zone={key} style={{ gridColumn: at[0], gridRow: at[1] }}>
      <button class={isOpen ? "heap-button open" : "heap-button"}
        disabled={!pile.count} aria-haspopup="dialog" onClick={() => game.togglePile(key)}>
        {pile.count ? (top && zone !== "deck" ? <Picture seen={view.cards[top]} view={view} handle={top} /> : <Back />) : null}
        <span class="spoken">{`${title}: ${count}`}</span>
        <span class="pile-name" aria-hidden="true">
          <span class={brief ? "wide-name" : ""}>{short}</span>{brief ? <span class="brief-name">{_(brief)}</span> : null}
          {" "}<b>{pile.count}</b>
        </span>
      </button>
    </div>
  );
}

export function Hand({ game, view, seat }: { game: Game; view: View; seat: 0 | 1 }) {
  const pile = pileOf(view, seat, "hand");
  const isOwn = seat === game.model.bottom;
  const backs = Math.max(0, pile.count - pile.handles.length);
  const title = pileTitle(seat, "hand", view, game.model.names);
  // Each card but the last may be covered by the next, so that any number of them fits.
  const gridTemplateColumns = `${"minmax(0, var(--step)) ".repeat(Math.max(0, pile.count - 1))}var(--card-width)`;
  return (
    <div class={isOwn ? "hand own" : "hand"} role="group" data-zone={keyOf(seat, "hand")} style={{ gridTemplateColumns }}
      aria-label={`${title}: ${ngettext("{count} card", "{count} cards", pile.count)}`}>
      {pile.handles.filter(Boolean).map((handle) => (
        <Card key={handle} game={game} view={view} handle={handle} where="hand" />
      ))}
      {Array.from({ length: backs }, (_each, at) => <span key={`back ${at}`} class="card back"><Back /></span>)}
    </div>
  );
}

interface Arrow {
  readonly path: string;
  readonly kind: string;
}

/** Attacks, and the targets of Chain Links. */
export function Arrows({ view }: { view: View }) {
  const ref = useRef<SVGSVGElement>(null);
  const [arrows, setArrows] = useState<readonly Arrow[]>([]);
  useLayoutEffect(() => {
    const place = () => setArrows(findArrows(ref.current, view));
    place();
    const watch = new ResizeObserver(place); // the board shrinks for questions, results and notices
    if (ref.current) watch.observe(ref.current);
    return () => watch.disconnect();
  }, [view]);
  return (
    <svg class="arrows" ref={ref} aria-hidden="true">
      <defs>
        <marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">
          <path d="M0 0 8 4 0 8Z" fill="context-stroke" />
        </marker>
      </defs>
      {arrows.map((arrow) => <path key={arrow.path} class={arrow.kind} d={arrow.path} marker-end="url(#tip)" />)}
    </svg>
  );
}

function findArrows(svg: SVGSVGElement | null, view: View): readonly Arrow[] {
  const board = svg?.parentElement;
  if (!board) return [];
  const origin = svg.getBoundingClientRect();
  const middle = (selector: string): readonly [number, number] | null => {
    const box = board.querySelector(selector)?.getBoundingClientRect();
    return box ? [box.x + box.width / 2 - origin.x, box.y + box.height / 2 - origin.y] : null;
  };
  const card = (handle: number) => middle(`[data-handle="${handle}"]`);
  const made: Arrow[] = [];
  const add = (from: readonly [number, number] | null, to: readonly [number, number] | null, kind: string) => {
    if (!from || !to) return;
    const bend = (to[0] - from[0]) * 0.15 + 12;
    const path = `M${from[0]} ${from[1]} Q${(from[0] + to[0]) / 2 + bend} ${(from[1] + to[1]) / 2} ${to[0]} ${to[1]}`;
    made.push({ path, kind });
  };
  if (view.attack) {
    const [attacker, target] = view.attack;
    const seat = view.cards[attacker]?.controller ?? 0;
    add(card(attacker), target ? card(target) : middle(`.hand[data-zone="${keyOf(1 - seat, "hand")}"]`), "attack");
  }
  for (const link of view.chain.slice(-MAX_LINKS_SHOWN)) {
    const from = card(link.card) ?? (link.place ? middle(`[data-zone^="${keyOf(link.place.seat, link.place.zone)}"]`) : null);
    for (const target of link.targets.slice(0, MAX_TARGETS_SHOWN)) add(from, card(target), "aim");
  }
  return made;
}
