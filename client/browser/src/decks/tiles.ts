// The style of cards shown once with their counts: in the deck editor, and while siding.

import style from "./tiles.lazy.css";

let isStyled = false;

export function addStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export function addTileStyle(): void {
  if (isStyled) return;
  isStyled = true;
  addStyle(style);
}
