// A yes names what it answers, by the numbers of the table: what it agrees to may have been replaced by now.

import type { FromClient, TableInfo } from "../generated/wire";

/** Milliseconds after a change of what a yes agrees to in which none is accepted: it cannot have been read yet. */
export const CONSENT_GUARD_MS = 500;

/** The subject of a yes: the open proposal, and before a match the terms. */
export function consentSubject(table: TableInfo): string {
  const isBetween = table.stage === "gathering" || table.stage === "over";
  const words = [isBetween ? table.terms : 0, table.proposal_number, table.proposal, table.stage === "gathering"];
  return JSON.stringify(words);
}

/** Whether a message accepts or declines what is proposed at the table. */
export function isAnswer(message: FromClient, table: TableInfo): boolean {
  if (message.m === "consent") return true;
  if (message.m === "ready") return message.ready !== false;
  return message.m === "propose" && !!message.what && message.what === table.proposal.split(" ")[0];
}

/** The message with the table's latest numbers, where it names none itself. */
export function withTerms(message: FromClient, table: TableInfo | null): FromClient {
  if (!table) return message;
  switch (message.m) {
    case "consent":
      return message.proposal ? message : { ...message, proposal: table.proposal_number };
    case "ready":
    case "propose":
    case "concede":
    case "leave":
      return message.terms ? message : { ...message, terms: table.terms };
    default:
      return message;
  }
}
