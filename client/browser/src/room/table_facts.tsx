// What is played at a table that the server does not list: the page alone cannot say it, the holder of its link can
// ask. No seat is taken by it.

import { useEffect, useState } from "preact/hooks";

import { Link } from "../connection/link";
import { TableStorage } from "../connection/stored_state";
import { type LobbyRow, type Refused, WAYS_OF_PLAY } from "../generated/wire";
import { _, row as word } from "../words/language";
import { wayWords } from "../words/phrases";

/** Formats that are a way of play of their own. */
const HAND_FORMATS: readonly string[] = ["fab", "companion"];

function players({ host, opponent, stage }: LobbyRow): string {
  const [name = "", other = ""] = [host, opponent].filter(Boolean);
  if (other) return _("{name} against {other}", { name, other });
  if (stage !== "gathering") return name;
  return name ? _("{name} waits for an opponent", { name }) : _("Both seats are free");
}

function facts(row: LobbyRow): [string, string][] {
  const { bank, increment } = row.clock;
  const game = [
    row.banlist || _(word("FORMATS", row.format) ?? row.format), wayWords(row.mode, row.format),
    ...(row.life === null ? [] : [_("{life} Life", { life: row.life })]),
    ...(row.point_cap === null ? [] : [_("decks of up to {cap} points", { cap: row.point_cap })]),
  ];
  const found: [string, string][] = [
    [_("Game"), game.join(_(", "))],
    [_("Match"), row.best_of > 1 ? _("best of {count}", { count: row.best_of }) : _("a single duel")],
    [_("Clock"), bank ? _("{minutes} min + {seconds} s", { minutes: Math.floor(bank / 60), seconds: increment }) : _("none")],
    [_("Players"), players(row)],
  ];
  if (row.stage !== "gathering") found.push([_("Now"), _(word("STAGES", row.stage) ?? row.stage)]);
  return found;
}

/** `handleRefusal`: the table is not there, or the server has a password. */
export function TableFacts({ code, secret, handleRefusal }: {
  code: string; secret: string; handleRefusal: (refusal: Refused) => void;
}) {
  const [row, setRow] = useState<LobbyRow | null>(null);
  useEffect(() => {
    const link = new Link(new TableStorage("LIS-TED"), {
      handleMessage: (message) => {
        if (message.m !== "tables" && message.m !== "refused") return;
        link.close();
        document.querySelector("[data-untold]")?.setAttribute("hidden", "");
        if (message.m === "refused") handleRefusal(message);
        else setRow(message.rows[0] ?? null);
      },
      handleStatus: () => {},
    }, _("Guest"), { m: "get_table", code, secret });
    return () => link.close();
  }, []);
  if (!row) return null;
  const way = HAND_FORMATS.includes(row.format) ? row.format : row.mode;
  return (
    <>
      <ul class="facts">
        {facts(row).map(([name, fact]) => <li key={name} dir="auto"><b>{name}</b>{fact}</li>)}
      </ul>
      {(WAYS_OF_PLAY as readonly string[]).includes(way) ? null : <p class="warn">{_("This page does not play that: load it again.")}</p>}
      {row.cannot_play ? <p class="warn">{_("The client of a player there does not play it.")}</p> : null}
    </>
  );
}
