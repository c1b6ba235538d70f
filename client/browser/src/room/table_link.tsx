// A link of a table, to be passed on: as text, by the device's share sheet, or as a QR code to be photographed.

import { useState } from "preact/hooks";

import { qrModules } from "./qr";
import { copyText } from "../model/calling";
import { _, gettextNoop } from "../words/language";

/** The audience of a link of this table. */
const LINK_ROLE_WORDS: Readonly<Record<string, string>> = {
  opponent: gettextNoop("opponent"), spectator: gettextNoop("spectator"), relay: gettextNoop("relay"),
};
gettextNoop("this computer"); // the servers' words for the address of their own machine

/** Light modules around a QR code. */
const QUIET_ZONE_COUNT = 4;

function QrCode({ text }: { text: string }) {
  const rows = qrModules(text);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET_ZONE_COUNT;
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET_ZONE_COUNT} ${y + QUIET_ZONE_COUNT}h1v1h-1z` : ""))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={_("QR code of this link")} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" /><path d={path} fill="#000" />
    </svg>
  );
}

export function TableLink({ title, link, isOpen }: { title: string; link: string; isOpen?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="table-link">
      <p class="faint">{title}: <code>{link}</code></p>
      <div class="buttons">
        <button class="button quiet" onClick={() => setCopied(copyText(link))}>{isCopied ? _("Copied.") : _("Copy the link")}</button>
        {isSecureContext && "share" in navigator ? (
          <button class="button quiet" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>{_("Share…")}</button>
        ) : null}
      </div>
      <details open={isOpen}><summary>{_("QR code")}</summary><QrCode text={link} /></details>
    </div>
  );
}

/** The links of a table, as its host has them; the opponent's only while a seat is free. */
export function TableLinks({ links, isFull, isOpen }: {
  links: Readonly<Record<string, readonly (readonly [string, string])[]>>; isFull: boolean; isOpen?: boolean;
}) {
  const roles = Object.entries(links).filter(([role]) => role !== "relay" && !(role === "opponent" && isFull));
  return (
    <>
      {roles.map(([role, rows]) => rows.map(([label, link], at) => (
        <TableLink key={link} title={`${_(LINK_ROLE_WORDS[role] ?? role)} (${_(label)})`} link={link}
          isOpen={!!isOpen && role === "opponent" && at === 0} />
      )))}
    </>
  );
}
