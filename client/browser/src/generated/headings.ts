// Written by `python -m tools.browser` from the Python sources: change those.

export const PART_HEADING_ROWS = [["main", "maindeck", "deck", "主卡组", "主牌组", "メインデッキ", "メイン", "deckprincipal", "mazzo", "mazoprincipal", "hauptdeck"], ["extra", "extradeck", "fusiondeck", "额外", "额外卡组", "エクストラデッキ", "エクストラ", "deckextra", "mazoextra"], ["side", "sidedeck", "sideboard", "副卡组", "备牌", "サイドデッキ", "サイド", "deckside", "mazoside"]] as const;

export const KIND_HEADING_ROWS = ["effectmonster", "effectmonsters", "falle", "fallen", "fusion", "fusions", "link", "links", "magic", "monster", "monstercard", "monstercards", "monsters", "monstre", "monstres", "monstruo", "monstruos", "normalmonster", "normalmonsters", "pendulum", "ritualmonster", "ritualmonsters", "spell", "spellcard", "spellcards", "spells", "synchro", "synchros", "trap", "trapcard", "trapcards", "traps", "xyz", "zauber", "モンスター", "怪兽", "罠", "陷阱", "魔法"] as const;
