// What a table needs before its first duel: one chunk, loaded when a player sits down.

export { MatchSetup } from "./match_setup";
export { TableLinks } from "./table_link";
