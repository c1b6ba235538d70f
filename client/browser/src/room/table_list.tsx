// The list of open tables, on the front page of a server with a password: the page itself is the same for everybody.

import { useEffect, useRef, useState } from "preact/hooks";

import { Link } from "../connection/link";
import { saveServerPassword, TableStorage } from "../connection/stored_state";
import type { LobbyRow, Refused } from "../generated/wire";
import { _, pgettext, row } from "../words/language";
import { wayWords, wordsIn } from "../words/phrases";

/** The form for the server's password, which is stored for this tab; `then` connects with it. */
export function ServerPassword({ why, then }: { why: string; then: () => void }) {
  const [password, setPassword] = useState("");
  return (
    <form class="door" onSubmit={(event) => {
      event.preventDefault();
      saveServerPassword(password);
      then();
    }}>
      <p class="warn" role="alert">{why}</p>
      <label>{_("The server's password")}<input type="password" value={password} maxLength={64} required
        onInput={(event) => setPassword(event.currentTarget.value)} /></label>
      <div class="buttons"><button class="button main">{_("Come in")}</button></div>
    </form>
  );
}

export function TableList() {
  const [rows, setRows] = useState<readonly LobbyRow[] | null>(null);
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const link = useRef<Link | null>(null);
  const connect = () => {
    link.current?.close();
    link.current = new Link(new TableStorage("LIS-TED"), {
      handleMessage: (message) => {
        if (message.m === "tables") setRows(message.rows);
        if (message.m === "refused") setRefusal(message);
      },
      handleStatus: () => {},
    }, _("Guest"), { m: "list" });
  };
  useEffect(connect, []);
  if (rows === null) return refusal ? <ServerPassword why={refusal.text || wordsIn(refusal.words, null)} then={connect} /> : null;
  const open = rows.filter((one) => one.stage !== "over");
  if (!open.length) return <p class="faint" role="status">{_("None at the moment. Open one, and it is listed here.")}</p>;
  return (
    <table>
      <tr><th>{_("Code")}</th><th>{pgettext("a person", "Host")}</th><th>{_("Game")}</th><th>{_("Now")}</th></tr>
      {open.map((one) => (
        <tr key={one.code}>
          <td><a href={`/t/${one.code}`}>{one.code}</a></td>
          <td dir="auto">{one.host}</td>
          <td>{one.banlist || _(row("FORMATS", one.format) ?? one.format)}{_(", ")}{wayWords(one.mode, one.format)}</td>
          <td>{_(row("STAGES", one.stage) ?? one.stage)}{one.locked ? _(", with a password") : ""}
            {one.cannot_play ? <span class="warn"> {_("The client of a player there does not play it.")}</span> : null}</td>
        </tr>
      ))}
    </table>
  );
}
