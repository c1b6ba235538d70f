// What a solo table needs: one chunk, loaded when such a table is open.

export { SoloBar } from "./solo_bar";
export { SoloPlay } from "./solo_play";
