// What a table needs before and between duels: one chunk, loaded when a player sits down.

export { MatchSetup } from "./match_setup";
export { SideDeckEditor } from "./siding";
export { TableLinks } from "./table_link";
