// What records a match and stores it in this browser: one chunk, loaded when a match begins.

export { readReplay } from "./replay";
export { loadReplay, saveReplay } from "./replay_storage";
export { ReplayWriter, swapSides } from "./replay_writer";
