// What is loaded at a table where cards are moved by hand: nothing of it is needed anywhere else.

export { followDrags } from "./dragging";
export { HandMenuDialog, HandRows, TableBar } from "./hand_menu";
export { HandPlay } from "./hand_play";
export { LifeHistory, RecordButtons } from "./hand_records";
export { TypedDialog } from "./typed_dialog";
