// Written by `python -m tools.browser` from the Python sources: change those.

/** Criteria of a search for a game's cards; `kinds` with their titles, `number` as it is called. */
export interface SearchTerms {
  readonly kinds: readonly (readonly [title: string, kind: string])[];
  readonly marks: readonly string[];
  readonly number: string;
  readonly most: number;
  readonly attack: string;
  readonly defense: string;
  readonly general: boolean;
  readonly races: readonly string[];
  readonly summons: readonly string[];
  readonly properties: readonly string[];
}

/** What decks of a format are: the number of its search terms, the names of their parts, the opening hand,
 * and whether the first player draws. */
export interface DeckFormat {
  readonly game: number;
  readonly parts: readonly [main: string, extra: string, side: string];
  readonly hand: number;
  readonly draws: boolean;
}

export const SEARCH_TERMS: readonly SearchTerms[] = [{"kinds": [["Monster", "monster"], ["Spell", "spell"], ["Trap", "trap"]], "marks": ["light", "dark", "earth", "water", "fire", "wind"], "number": "Level", "most": 12, "attack": "ATK", "defense": "DEF", "general": false, "races": ["aqua", "beast", "beast_warrior", "creator_god", "cyberse", "dinosaur", "divine_beast", "dragon", "fairy", "fiend", "fish", "illusion", "insect", "machine", "plant", "psychic", "pyro", "reptile", "rock", "sea_serpent", "spellcaster", "thunder", "warrior", "winged_beast", "wyrm", "zombie"], "summons": ["fusion", "ritual", "synchro", "xyz", "pendulum", "link"], "properties": ["quickplay", "continuous", "field", "equip", "ritual", "counter"]}, {"kinds": [["Attack", "attack"], ["Action", "action"], ["Reaction", "reaction"], ["Instant", "instant"], ["Equipment", "equipment"], ["Weapon", "weapon"], ["Hero", "hero"]], "marks": ["red", "yellow", "blue"], "number": "Cost", "most": 6, "attack": "Power", "defense": "Defense", "general": true, "races": [], "summons": [], "properties": []}];

export const DECK_FORMATS: Readonly<Record<string, DeckFormat>> = {"master": {"game": 0, "parts": ["Main Deck", "Extra Deck", "Side Deck"], "hand": 5, "draws": false}, "classic": {"game": 0, "parts": ["Main Deck", "Extra Deck", "Side Deck"], "hand": 5, "draws": true}, "genesys": {"game": 0, "parts": ["Main Deck", "Extra Deck", "Side Deck"], "hand": 5, "draws": false}, "fab": {"game": 1, "parts": ["Deck", "Arena cards", "Sideboard"], "hand": 4, "draws": false}};
