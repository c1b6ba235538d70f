// The face of a card as a small picture: frame and emblem by its kind, name, numbers; or its back.

import { Component, type ComponentType, type VNode } from "preact";

import { _ } from "../words/language";
import type { Facts, VisibleCard } from "../generated/wire";
import { printedWord, statWords } from "../words/phrases";
import { currentName } from "../model/view";

const FRAMES: Readonly<Record<string, readonly [string, string, string]>> = {
  token: ["#a3a8b0", "#5e646e", "#100e08"], spell: ["#2fae96", "#116b5b", "#fff"],
  trap: ["#c24a92", "#7c1f59", "#fff"], fusion: ["#9a63c8", "#5c3290", "#fff"],
  synchro: ["#f2f2ee", "#a9aba8", "#100e08"], xyz: ["#3a3d46", "#14151a", "#fff"],
  link: ["#3f86dc", "#103a78", "#fff"], ritual: ["#5a8fe0", "#2b4c92", "#fff"],
  effect: ["#d0824a", "#8a4a1c", "#fff"], normal: ["#ddbb62", "#94742b", "#100e08"],
  other: ["#7e8fa6", "#3e4a5c", "#fff"],
};

const TINTS: Readonly<Record<string, string>> = {
  dark: "#9a5fc4", light: "#e0c23e", earth: "#ae7b49", water: "#3f8be0", fire: "#e0583c", wind: "#45ae5c",
  divine: "#e3b75a",
};

/** Colours of pitch strips. */
const PITCH_TINTS: Readonly<Record<string, string>> = { red: "#e05048", yellow: "#e6c33a", blue: "#4a90e2", purple: "#9a5fc4" };

/** What a card of Flesh and Blood prints beside its name: colour, cost, power, defence or life. */
function CornerNumbers({ facts }: { facts: Facts }) {
  const { color, cost, health } = facts.extra as Readonly<Record<string, string | number | undefined>>;
  const tint = PITCH_TINTS[color ?? ""];
  return (
    <g font-size="10" font-weight="700" text-anchor="middle">
      {tint ? <rect x="1.5" y="19" width="56" height="3" fill={tint} /> : null}
      {cost === undefined ? null : <><circle cx="51" cy="28" r="6.5" fill="#0b0f16" /><text x="51" y="31.5" fill="#fff">{cost}</text></>}
      {facts.attack === null ? null : <Shield x={11} tint="#6b4a12" text={statWords(facts.attack)} />}
      {facts.defense === null ? null : <Shield x={48} tint="#1d4a78" text={statWords(facts.defense)} />}
      {health === undefined ? null : <Shield x={48} tint="#1e5c38" text={String(health)} />}
    </g>
  );
}

function Shield({ x, tint, text }: { x: number; tint: string; text: string }) {
  return (
    <g>
      <path d={`M${x - 8} 58h16v8q0 6-8 9-8-3-8-9z`} fill={tint} stroke="#0b0f16" />
      <text x={x} y="69.5" fill="#fff">{text}</text>
    </g>
  );
}

export function frameOf(kinds: readonly string[]): string {
  const found = Object.keys(FRAMES).find((kind) => kinds.includes(kind));
  return found ?? (kinds.includes("monster") ? "effect" : "other");
}

/** A component that is drawn again only if one of its properties changes: a board has up to 200 cards. */
function memo<P extends object>(draw: (properties: P) => VNode): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys({ ...this.props, ...next }) as (keyof P)[]).some((name) => next[name] !== this.props[name]);
    }

    override render(): VNode {
      return draw(this.props);
    }
  };
}

export const Back = memo(() => (
  <svg class="face" viewBox="0 0 59 86" aria-hidden="true">
    <rect width="59" height="86" rx="3" fill="#1b2a5a" />
    <rect x="3" y="3" width="53" height="80" rx="2" fill="none" stroke="#4a66b8" />
    <path d="M29.5 22 44 43 29.5 64 15 43Z" fill="#8fa9ee" />
    <path d="M29.5 22 44 43H15Z" fill="#c7d5fa" />
  </svg>
));

/** Six shapes, one for each card by its number, so that pictures differ without any art. */
function Emblem({ code, kind, tint }: { code: number; kind: string; tint: string }) {
  const points = 3 + (code % 6);
  const ring = Array.from({ length: points * 2 }, (_, at) => {
    const angle = (Math.PI * at) / points - Math.PI / 2 + (code % 7) / 7;
    const size = at % 2 ? 6 + (code % 4) : 15;
    return `${(29.5 + size * Math.cos(angle)).toFixed(1)},${(41 + size * Math.sin(angle)).toFixed(1)}`;
  });
  return (
    <g>
      <rect x="5" y="19" width="49" height="44" fill="#10141c" />
      <circle cx="29.5" cy="41" r="19" fill={tint} opacity=".28" />
      {kind === "spell" || kind === "trap" ? <circle cx="29.5" cy="41" r="15" fill="none" stroke={tint} stroke-width="2" /> : null}
      <polygon points={ring.join(" ")} fill={tint} />
      <circle cx="29.5" cy="41" r="4" fill="#10141c" opacity=".6" />
    </g>
  );
}

const MAX_KIND_LETTERS = 18;

/** A name in two lines at most, as large as they allow. */
function nameLines(name: string): string[] {
  const room = /[\u2e80-\uffff]/.test(name) ? 6 : 12;
  if (name.length <= room) return [name];
  const words = /[\u2e80-\uffff]/.test(name) ? [...name] : name.split(" ");
  const join = words.length === [...name].length ? "" : " ";
  let first = "";
  let at = 0;
  while (at < words.length - 1 && (first + join + (words[at] ?? "")).length <= room + 1) {
    first = at ? first + join + (words[at] ?? "") : words[at] ?? "";
    at += 1;
  }
  if (!at) {
    first = words[0] ?? "";
    at = 1;
  }
  const rest = words.slice(at).join(join);
  return rest ? [first, rest] : [first];
}

/** What a card is, in as many words as a line holds. */
function kindWords(kinds: readonly string[]): string {
  const [first = "", ...others] = kinds.filter((one) => one !== "normal").reverse().map(printedWord);
  let line = first.slice(0, MAX_KIND_LETTERS);
  for (const word of others) {
    if (`${line} ${word}`.length > MAX_KIND_LETTERS) break;
    line += ` ${word}`;
  }
  return line;
}

interface FaceProps {
  readonly facts: Facts | undefined;
  readonly seen?: VisibleCard | undefined;
}

/** A card with its face up. */
export const Face = memo(({ facts, seen }: FaceProps) => {
  const kinds = seen?.kinds.length ? seen.kinds : facts?.kinds ?? [];
  const kind = seen?.token ? "token" : frameOf(kinds);
  const [high, low, ink] = FRAMES[kind] ?? ["#7e8fa6", "#3e4a5c", "#fff"];
  const name = currentName(seen, facts);
  const lines = nameLines(name);
  const tint = TINTS[seen?.attribute || facts?.attribute || ""] ?? (kind === "trap" ? "#e18fc0" : "#74cdbb");
  const scale = seen?.scale ?? null; // of a card in a Pendulum Zone: it has no ATK and DEF there
  const isMonster = kinds.includes("monster") || kind === "token";
  const attack = seen?.attack ?? facts?.attack ?? null;
  const defense = seen?.defense ?? facts?.defense ?? null;
  const stars = seen?.level || seen?.rank || facts?.level || facts?.rank || 0;
  const link = seen?.link || facts?.link || 0;
  const sort = kindWords(kinds);
  const number = (value: number | null) => (value === null ? "–" : statWords(value));
  const changed = (value: number | null | undefined, print: number | null | undefined) =>
    seen?.face_up && typeof value === "number" && typeof print === "number" && value !== print
      ? value > print ? "#8fd3ff" : "#ff9c8a" : "#fff";
  return (
    <svg class="face" viewBox="0 0 59 86" aria-hidden="true">
      <rect width="59" height="86" rx="3" fill={low} />
      <rect x="1.5" y="1.5" width="56" height="17" rx="2" fill={high} />
      <rect x="1.5" y="16" width="56" height="3" fill={high} />
      <Emblem code={facts?.code ?? 0} kind={kind} tint={tint} />
      {lines.map((text, at) => (
        <text x="29.5" y={lines.length === 1 ? 12.5 : 8.5 + 8 * at} text-anchor="middle" font-size="7.6"
          font-weight="700" fill={ink} {...(text.length > 12 ? { textLength: 53, lengthAdjust: "spacingAndGlyphs" } : {})}>
          {text}
        </text>
      ))}
      {scale !== null ? (
        <g>
          <rect x="1.5" y="72" width="56" height="12.5" rx="2" fill="#0b0f16" />
          <text x="29.5" y="82" text-anchor="middle" font-size="9.5" font-weight="700" fill="#fff">
            {_("Scale {scale}", { scale })}
          </text>
        </g>
      ) : isMonster ? (
        <g font-size="9.5" font-weight="700" text-anchor="middle">
          <rect x="1.5" y="72" width="56" height="12.5" rx="2" fill="#0b0f16" />
          <text x={link ? 20 : 16} y="82" fill={changed(seen?.attack, facts?.attack)}>{number(attack)}</text>
          <text x="44" y="82" fill={link ? "#8fd3ff" : changed(seen?.defense, facts?.defense)} font-weight="400">
            {link ? `L${link}` : number(defense)}
          </text>
          {stars ? <text x="29.5" y="70" font-size="8" fill="#ffd76a">{"★"}{stars}</text> : null}
        </g>
      ) : (
        <text x="29.5" y="77" text-anchor="middle" font-size="7.5" fill="#fff"
          {...(sort.length > 12 ? { textLength: 53, lengthAdjust: "spacingAndGlyphs" } : {})}>{sort}</text>
      )}
      {facts && Object.keys(facts.extra).length && !isMonster ? <CornerNumbers facts={facts} /> : null}
      {seen?.negated ? <path d="M8 24 51 60M51 24 8 60" stroke="#ff8670" stroke-width="3" opacity=".85" /> : null}
    </svg>
  );
});
