// A yes names what it answers, by the numbers of the table: what it agrees to may have been replaced by now.

import type { FromClient, TableInfo } from "./made/wire";

/** The message with the numbers of the table as it was told last, where it names none itself. */
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
