// Written by `python -m tools.browser` from the Python sources: change those.

/** The answer to `hello`. `core`: the EDOPro core here and its source; `banlists`: for tables in it.
 * `practice`, `solo`: whether tables against the server's bot, and for one person with both sides, can be
 * opened. */
export interface Welcome {
  readonly m: "welcome";
  readonly name: string;
  readonly server: string;
  readonly protocol: number;
  readonly formats: readonly (string)[];
  readonly core: string;
  readonly banlists: readonly (string)[];
  readonly nodes: readonly (string)[];
  readonly practice: boolean;
  readonly solo: boolean;
}

/** Addresses that replace `welcome.nodes`. */
export interface Nodes {
  readonly m: "nodes";
  readonly nodes: readonly (string)[];
}

/** The table is on [another node](#reconnect-and-follow): connect to `address`. */
export interface Moved {
  readonly m: "moved";
  readonly address: string;
  readonly code: string;
  readonly epoch: number;
}

/** The open tables of the lobby, or the one of `get_table`. */
export interface Tables {
  readonly m: "tables";
  readonly rows: readonly (LobbyRow)[];
}

/** A table in the lobby's list. */
export interface LobbyRow {
  readonly code: string;
  readonly host: string;
  readonly format: string;
  readonly best_of: number;
  readonly stage: string;
  readonly spectators: number;
  readonly locked: boolean;
  readonly clock: Clock;
  readonly mode: string;
  readonly banlist: string;
  readonly point_cap: number | null;
  readonly opponent: string;
  readonly life: number | null;
  readonly cannot_play: boolean;
}

/** A clock: a bank of seconds for each player, refilled by `increment` at every answer. bank 0: no
 * clock. */
export interface Clock {
  readonly bank: number;
  readonly increment: number;
}

/** The client has a seat, or spectates. `token` is for `resume`; empty: the previous one stays valid.
 * `auto`: the stored mode. `locked`: joining without a link needs the password. */
export interface Seated {
  readonly m: "seated";
  readonly code: string;
  readonly viewer: number;
  readonly token: string;
  readonly links: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly auto: string;
  readonly clock: Clock;
  readonly pace: string;
  readonly locked: boolean;
  readonly epoch: number;
  readonly watch: string;
}

/** The table outside the duel has changed: people, stage, clocks. Changes of many spectators are sent once
 * a second at most. */
export interface AtTable {
  readonly m: "table";
  readonly table: TableInfo;
  readonly same_spectators: boolean;
  readonly come: readonly (string)[];
  readonly gone: readonly (string)[];
}

/** The public state of a table. `stage`: "gathering", "toss", "order", "duel", "siding", "over". */
export interface TableInfo {
  readonly code: string;
  readonly format: string;
  readonly best_of: number;
  readonly stage: string;
  readonly seats: readonly [SeatInfo, SeatInfo];
  readonly spectators: readonly (string)[];
  readonly host: string;
  readonly duel: number;
  readonly paused: boolean;
  readonly proposal: string;
  readonly proposal_number: number;
  readonly terms: number;
  readonly ticking: number;
  readonly note: Words;
  readonly mode: string;
  readonly alone: boolean;
  readonly banlist: string;
  readonly step: number;
  readonly steps: number;
  readonly chooser: number;
  readonly open_hands: boolean;
  readonly point_cap: number | null;
  readonly watching: number;
  readonly life: number | null;
  readonly elapsed: number | null;
  readonly level: string;
}

/** The public state of one seat. */
export interface SeatInfo {
  readonly name: string;
  readonly present: boolean;
  readonly overdue: boolean;
  readonly ready: boolean;
  readonly deck: boolean;
  readonly counts: readonly [number, number, number] | null;
  readonly wins: number;
  readonly clock: number;
  readonly absence: number;
  readonly cannot_play: boolean;
}

/** One sentence or a part of one: its id in `shared/facedown_shared/data/words/english.toml`, and its
 * values. */
export interface Words {
  readonly id: string;
  readonly values: readonly (string | number | Words)[];
}

/** Whether your deck is legal, or why not; how many of its cards have rules. `unknown`: passcodes for
 * `tell_facts`; `notes`: what was left out of the text. */
export interface DeckReport {
  readonly m: "deck_report";
  readonly legal: boolean;
  readonly reasons: readonly (Words)[];
  readonly scripted: number;
  readonly total: number;
  readonly unscripted: readonly (string)[];
  readonly unknown: readonly (number)[];
  readonly notes: readonly (Words)[];
  readonly deck: string;
  readonly points: number;
  readonly point_cap: number | null;
}

/** The match begins: a commitment for each stream, and both seals. Repeated after a reconnect. */
export interface Pledge {
  readonly m: "pledge";
  readonly commitments: Readonly<Record<string, Uint8Array>>;
  readonly seals: readonly [Uint8Array, Uint8Array];
}

/** Both players' shares, empty for a player without one. The throws begin. */
export interface Shares {
  readonly m: "shares";
  readonly shares: readonly [Uint8Array, Uint8Array];
}

/** After the match, for verification: secrets of streams, limits of their throws, trails of the viewer's
 * Decks; of both Decks if both players agreed. */
export interface Opened {
  readonly m: "opened";
  readonly secrets: Readonly<Record<string, Uint8Array>>;
  readonly throws: Readonly<Record<string, readonly (number)[]>>;
  readonly trails: readonly (Trail)[];
}

/** The order of one seat's Deck and hand in one duel: `cards` are passcodes, named by index in `steps`. */
export interface Trail {
  readonly duel: number;
  readonly seat: number;
  readonly cards: readonly (number)[];
  readonly steps: readonly (readonly [string, string, readonly (number)[]])[];
}

/** The whole View at a version; for a newcomer with the log so far. */
export interface Whole {
  readonly m: "whole";
  readonly version: number;
  readonly view: View;
  readonly log: readonly (VisibleEvent)[];
  readonly bundled: readonly (number)[];
}

/** Everything one viewer may know at one moment. */
export interface View {
  readonly viewer: number;
  readonly table: string;
  readonly turn: number;
  readonly turn_player: number;
  readonly phase: string;
  readonly tallies: Readonly<Record<string, number>>;
  readonly piles: Readonly<Record<string, Pile>>;
  readonly cards: Readonly<Record<number, VisibleCard>>;
  readonly chain: readonly (VisibleLink)[];
  readonly attack: readonly [number, number] | null;
  readonly waiting: readonly (PromptNotice)[];
  readonly facts: Readonly<Record<number, Facts>>;
  readonly result: string;
  readonly lasting: readonly (LingeringEffect)[];
}

/** One zone of one side: its number of cards, and the handles of those this viewer can tell apart. */
export interface Pile {
  readonly count: number;
  readonly handles: readonly (number)[];
}

/** One card as this viewer may know it. `code` is 0 if its identity is hidden. */
export interface VisibleCard {
  readonly owner: number;
  readonly controller: number;
  readonly code: number;
  readonly face_up: boolean;
  readonly defense_position: boolean;
  readonly attack: number | null;
  readonly defense: number | null;
  readonly level: number;
  readonly rank: number;
  readonly link: number;
  readonly scale: number | null;
  readonly attribute: string;
  readonly race: string;
  readonly counters: Readonly<Record<string, number>>;
  readonly materials: readonly (number)[];
  readonly equipped_to: number;
  readonly targets: readonly (number)[];
  readonly negated: boolean;
  readonly revealed: boolean;
  readonly token: boolean;
  readonly name: string;
  readonly kinds: readonly (string)[];
}

/** One Chain Link: its player, card (handle and identity, which activation shows), effect and targets. */
export interface VisibleLink {
  readonly seat: number;
  readonly card: number;
  readonly code: number;
  readonly words: Words;
  readonly targets: readonly (number)[];
  readonly place: Place | null;
  readonly negated: boolean;
}

/** The place of a card: seat (or SHARED), zone, slot (from 0; an index in a pile; -1: any). */
export interface Place {
  readonly seat: number;
  readonly zone: string;
  readonly slot: number;
}

/** The public part of a prompt: its seat and its public kind ("turn", "response", …). */
export interface PromptNotice {
  readonly seat: number;
  readonly kind: string;
}

/** The printed facts of a card. `kinds` are lower-case words: "monster", "effect", "flip", "quickplay" … */
export interface Facts {
  readonly code: number;
  readonly name: string;
  readonly kinds: readonly (string)[];
  readonly attribute: string;
  readonly race: string;
  readonly level: number;
  readonly rank: number;
  readonly link: number;
  readonly attack: number | null;
  readonly defense: number | null;
  readonly scales: readonly [number, number] | null;
  readonly arrows: readonly (string)[];
  readonly archetypes: readonly (number)[];
  readonly alias: number;
  readonly text: string;
  readonly pendulum_text: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A lingering effect: its rule (as in the event of kind "lasting"), player, card (0: hidden), affected
 * players or cards, and last turn. */
export interface LingeringEffect {
  readonly rule: string;
  readonly seat: number;
  readonly code: number;
  readonly seats: readonly (number)[];
  readonly cards: readonly (number)[];
  readonly turn: number;
  readonly phase: string;
}

/** An event, redacted for this viewer (docs/reference/protocol.md). */
export interface VisibleEvent {
  readonly kind: string;
  readonly seat: number;
  readonly card: number;
  readonly was: number;
  readonly code: number;
  readonly start: Place | null;
  readonly goal: Place | null;
  readonly amount: number;
  readonly word: string;
  readonly others: readonly (number)[];
}

/** Choose `least` to `most` of the options. Repeated with the same `ask` after `resume` and `view`.
 * `card`, `code`: its source. */
export interface Prompt {
  readonly m: "prompt";
  readonly ask: number;
  readonly kind: string;
  readonly words: Words;
  readonly options: readonly (Option)[];
  readonly least: number;
  readonly most: number;
  readonly back: boolean;
  readonly usual: readonly (number)[];
  readonly about: About | null;
  readonly card: number;
  readonly code: number;
  readonly declare: boolean;
}

/** An option of a prompt. `card` is a handle of the player's own View; `code` the passcode where the card
 * has no handle (a card in a searched Deck); `place` a zone; `amount` a number; `text` a word (a phase, a
 * position); `words` what the option does; `targets` what an attack, or an effect with one target, may be
 * aimed at, 0 for the player. If there are several, the next prompt asks which. */
export interface Option {
  readonly verb: string;
  readonly card: number;
  readonly code: number;
  readonly place: Place | null;
  readonly amount: number;
  readonly text: string;
  readonly words: Words;
  readonly targets: readonly (number)[];
}

/** What a response window is about, and whose that is: the player who activated, Summoned or attacked,
 * else the turn player. It follows from public facts. */
export interface About {
  readonly what: string;
  readonly seat: number;
}

/** That prompt is closed: answered, timed out or passed automatically. */
export interface PromptOver {
  readonly m: "prompt_over";
  readonly ask: number;
}

/** A chat line. `seat` -1: from a spectator. `name` "": from the server. */
export interface Said {
  readonly m: "said";
  readonly name: string;
  readonly text: string;
  readonly seat: number;
  readonly words: Words;
}

/** The chat so far, for a newcomer. */
export interface Talk {
  readonly m: "talk";
  readonly lines: readonly (Said)[];
}

/** The last request was refused and changed nothing. `ask`: the answered prompt; to a relay, the person it
 * spoke for. `text`: for a client of another protocol. */
export interface Refused {
  readonly m: "refused";
  readonly code: "malformed" | "too_large" | "too_fast" | "old_protocol" | "not_offered" | "old_prompt" | "outdated" | "not_your_turn" | "not_now" | "not_allowed" | "against_rules" | "needs_effect" | "not_taken_back" | "seat_taken" | "wrong_link" | "wrong_token" | "wrong_password" | "server_password" | "no_such_table" | "table_closed" | "table_full" | "server_full" | "bad_deck" | "bad_name" | "bad_file" | "bad_setting" | "unreachable" | "broken";
  readonly words: Words;
  readonly ask: number;
  readonly text: string;
}

/** The reasons for this card, one for each way to use it; none if it can be played. */
export interface Reasons {
  readonly m: "reasons";
  readonly card: number;
  readonly reasons: readonly (Reason)[];
}

/** One way in which the card cannot be used: the verb its option would have, and a code. */
export interface Reason {
  readonly verb: string;
  readonly code: string;
}

/** The line of a solo table, as a file with this name. */
export interface LineText {
  readonly m: "line";
  readonly name: string;
  readonly text: string;
}

/** The client has no table any more. `taken`: another connection has the seat; its token and key stay
 * valid. */
export interface Ended {
  readonly m: "ended";
  readonly reason: Words;
  readonly taken: boolean;
}

/** The answer to `ping`. */
export interface Pong {
  readonly m: "pong";
  readonly number: number;
}

/** The match's replay is public for `days`: its secret opens it, its `key`, sent only to the players,
 * deletes it. */
export interface ReplayKept {
  readonly m: "replay_kept";
  readonly secret: string;
  readonly days: number;
  readonly key: string;
}

/** The bytes of a `.replay` file. */
export interface ReplayFile {
  readonly m: "replay";
  readonly data: Uint8Array;
}

/** The replay is deleted. */
export interface ReplayGone {
  readonly m: "replay_gone";
}

/** To a relay: people who have left the table, and why; names banned from now on. With both, the host
 * kicked them. To a relay with the host's link, `marks` of addresses banned from now on, and of all
 * `muted` ones if these have changed. */
export interface Dismissed {
  readonly m: "dismissed";
  readonly numbers: readonly (number)[];
  readonly reason: Words;
  readonly barred: readonly (string)[];
  readonly marks: readonly (number)[];
  readonly muted: readonly (number)[] | null;
}

/** Printed text that the client cannot know, of cards in the next message or the player's deck; if the
 * server has it, in the client's language. `lines`: for `line_of_card` in words of options. */
export interface Printed {
  readonly m: "printed";
  readonly facts: readonly (Facts)[];
  readonly lines: Readonly<Record<number, readonly (string)[]>>;
}

/** To the table's host: its relays, at most once a second. */
export interface Relays {
  readonly m: "relays";
  readonly rows: readonly (RelayRow)[];
}

/** A relay at a table, as the table's host sees it. Its number is not used again at this table. */
export interface RelayRow {
  readonly number: number;
  readonly name: string;
  readonly watching: number;
  readonly by_link: boolean;
  readonly muted: boolean;
}

/** At most 30 cards, best first; `more`: others match as well. `printed` comes before, for cards that the
 * client cannot know. */
export interface CardsFound {
  readonly m: "cards_found";
  readonly ask: number;
  readonly text: string;
  readonly cards: readonly (FoundCard)[];
  readonly more: boolean;
}

/** A card: its passcode, and its name in the client's language. */
export interface FoundCard {
  readonly code: number;
  readonly name: string;
}

/** The menu of this card, pile or table, as the player's last View offers it. */
export interface HandMenu {
  readonly m: "menu";
  readonly card: number;
  readonly zone: string;
  readonly seat: number;
  readonly rows: readonly (MenuRow)[];
}

/** A gesture to send once what it `needs` is filled in, in this order: for "place" one of `places`, for
 * cards `least` to `most` of `cards`. `title` is English; `number` fills `{number}` in it. `rule`: what only
 * a card's effect may break. `asks`: the question, where there is a special one. */
export interface MenuRow {
  readonly title: string;
  readonly gesture: Readonly<Record<string, unknown>>;
  readonly group: string;
  readonly key: string;
  readonly needs: readonly (string)[];
  readonly places: readonly (Place)[];
  readonly cards: readonly (number)[];
  readonly least: number;
  readonly most: number;
  readonly number: number;
  readonly rule: Words;
  readonly asks: string;
  readonly fields: readonly (readonly [string, string])[];
}

/** At most 50 cards, best first, of `total` that match. `printed` comes before, for cards that the client
 * cannot know. */
export interface CardsListed {
  readonly m: "cards_listed";
  readonly number: number;
  readonly cards: readonly (DeckCard)[];
  readonly total: number;
  readonly archetypes: readonly (Archetype)[];
}

/** A card by its passcode, the copies that a deck may have, and what a copy costs. */
export interface DeckCard {
  readonly code: number;
  readonly copies: number;
  readonly points: number;
}

/** An archetype by its set code, its name, and how many of the cards belong to it. */
export interface Archetype {
  readonly code: number;
  readonly name: string;
  readonly cards: number;
}

/** A deck in its parts, whether the format allows it, and why not; `notes`: what was left out of the text.
 * Without cards, `reasons` say why the text holds no deck. `printed` comes before. */
export interface DeckChecked {
  readonly m: "deck_checked";
  readonly number: number;
  readonly legal: boolean;
  readonly reasons: readonly (Words)[];
  readonly notes: readonly (Words)[];
  readonly main: readonly (number)[];
  readonly extra: readonly (number)[];
  readonly side: readonly (number)[];
  readonly cards: readonly (DeckCard)[];
  readonly points: number;
  readonly point_cap: number | null;
}

/** A frame, always a list: the low seven bits of its version, the patch from the previous version, the
 * events. */
export interface Update {
  readonly version: number;
  readonly patch: Patch;
  readonly events: readonly (BriefEvent)[];
  readonly steps: number;
}

/** The changes from one View to the next; an empty or missing part is unchanged. */
export interface Patch {
  readonly cards: readonly (CardEdit)[];
  readonly counts: Readonly<Record<number, number>>;
  readonly gone: readonly (number)[];
  readonly tallies: Readonly<Record<number, number>>;
  readonly waiting: readonly (number)[] | null;
  readonly rare: RareChanges | null;
}

/** A card with a new place, or a new row. */
export interface CardEdit {
  readonly handle: number;
  readonly place: number;
  readonly flags: number;
  readonly code: number;
  readonly rest: Readonly<Record<number, unknown>>;
}

/** Parts of a View that rarely change. `links` are the Chain Links after the first `chain_kept`, which are
 * unchanged. */
export interface RareChanges {
  readonly turn: number | null;
  readonly turn_player: number | null;
  readonly phase: string | null;
  readonly facts: Readonly<Record<number, Facts>>;
  readonly links: readonly (VisibleLink)[] | null;
  readonly chain_kept: number;
  readonly attack: readonly [number, number] | null;
  readonly peace: boolean;
  readonly result: string | null;
  readonly tallies: Readonly<Record<string, number>>;
  readonly tallies_gone: readonly (string)[];
  readonly piles: Readonly<Record<string, Pile>>;
  readonly piles_gone: readonly (string)[];
  readonly facts_gone: readonly (number)[];
  readonly waiting: readonly (PromptNotice)[] | null;
  readonly bundled: readonly (number)[];
  readonly lasting: readonly (LingeringEffect)[] | null;
}

/** An event as it is sent. `kind` and `word` are numbers where they have one. A `card` below 0 counts the
 * cards of the patch from -1 down, a `was` below 0 the removed handles. 0 or nil is what the Views imply,
 * and -1 is nothing; a seat is sent + 2. */
export interface BriefEvent {
  readonly kind: number | string;
  readonly card: number;
  readonly seat: number;
  readonly word: number | string;
  readonly amount: number | null;
  readonly was: number;
  readonly code: number;
  readonly start: Place | number;
  readonly goal: Place | number;
  readonly others: readonly (number)[];
}

/** Open the conversation. `language` ("zh_CN"): of printed text that the client lacks. */
export interface Hello {
  readonly m: "hello";
  readonly name: string;
  readonly protocol?: number;
  readonly client?: string;
  readonly cards?: string;
  readonly language?: string;
  readonly password?: string;
  readonly plays?: readonly (string)[];
}

/** Subscribe to the lobby: `tables` now, and after every change. */
export interface ListTables {
  readonly m: "list";
}

/** Open a table and take its first seat. `line`, a saved line or a scenario, makes it a solo table and
 * determines format and mode. `key` as in JoinTable. */
export interface CreateTable {
  readonly m: "create";
  readonly settings?: Settings;
  readonly line?: string;
  readonly key?: string;
}

/** The settings of a table. `opponent`: "person", "bot" (of the server, for practice), or "nobody" (one
 * person plays both sides and may undo everything). `mode`: "rules"; "half" (by the rules, cards without a
 * script by hand); "free" (all by hand); or "core" (EDOPro's core, if the server has it). `listed`: shown in
 * the lobby and on the network. `open_hands`: players who sit down agree that both hands and Decks are
 * opened to both of them once a match is over, and stored in their replays. */
export interface Settings {
  readonly format?: string;
  readonly best_of?: number;
  readonly clock?: Clock;
  readonly listed?: boolean;
  readonly password?: string;
  readonly pace?: string;
  readonly opponent?: string;
  readonly mode?: string;
  readonly banlist?: string;
  readonly open_hands?: boolean;
  readonly point_cap?: number | null;
  readonly life?: number | null;
  readonly level?: string;
}

/** Take a seat, with the `secret` of a link, or with the `password` if one is set. Store a random `key`
 * first: a request repeated with it, after a lost answer, returns the same seat and a new token. */
export interface JoinTable {
  readonly m: "join";
  readonly code: string;
  readonly secret?: string;
  readonly password?: string;
  readonly key?: string;
}

/** Spectate, with `secret` or `password` as in JoinTable; with `relay` as a [relay](#relays). */
export interface Watch {
  readonly m: "watch";
  readonly code: string;
  readonly secret?: string;
  readonly password?: string;
  readonly relay?: boolean;
}

/** Return to a seat with its latest token, or with its key as `CODE.KEY`. */
export interface Resume {
  readonly m: "resume";
  readonly token: string;
}

/** Bring a deck: a `.ydk` text, a `ydke://` address, or lines such as `3 Dark Magician`. `seat`: its side,
 * at a solo table; 1 for the bot's deck, at a table for practice. Between duels it answers the prompt
 * `side`. */
export interface UseDeck {
  readonly m: "deck";
  readonly deck: string;
  readonly name?: string;
  readonly seat?: number;
}

/** Declare the player ready or, with `ready` false, not ready. */
export interface Ready {
  readonly m: "ready";
  readonly ready?: boolean;
  readonly terms?: number;
}

/** Answer a prompt with indices of options. `back` takes back the last choice of a declaration; `code` is
 * the passcode of a declared name. */
export interface Answer {
  readonly m: "answer";
  readonly ask: number;
  readonly picks?: readonly (number)[];
  readonly back?: boolean;
  readonly code?: number;
}

/** Send facts of cards that `deck_report` listed as `unknown`. Texts beyond 100,000 letters in all are
 * left out. */
export interface TellFacts {
  readonly m: "tell_facts";
  readonly facts: readonly (ProvidedFacts)[];
}

/** A player's facts of a card; the fields are those of `facedown_shared.cards.facts.Facts`. */
export interface ProvidedFacts {
  readonly code: number;
  readonly name: string;
  readonly kinds?: readonly (string)[];
  readonly attribute?: string;
  readonly race?: string;
  readonly level?: number;
  readonly rank?: number;
  readonly link?: number;
  readonly attack?: number | null;
  readonly defense?: number | null;
  readonly scales?: readonly [number, number] | null;
  readonly arrows?: readonly (string)[];
  readonly archetypes?: readonly (number)[];
  readonly alias?: number;
  readonly text?: string;
  readonly pendulum_text?: string;
  readonly extra?: Readonly<Record<string, number | string>>;
}

/** Change the mode, as the host; from the other player it is a proposal. Both must be ready again. */
export interface ChangeMode {
  readonly m: "mode";
  readonly mode: string;
}

/** Go to this step of the table's line: alone at once, else with the other player's consent. */
export interface Rewind {
  readonly m: "rewind";
  readonly step: number;
}

/** Restart a solo table, `fresh` with new shuffles. `hand`: passcodes for this side's opening hand. */
export interface Restart {
  readonly m: "restart";
  readonly fresh?: boolean;
  readonly hand?: readonly (number)[];
}

/** Switch to this side of a solo table. */
export interface TakeSide {
  readonly m: "take_side";
  readonly seat: number;
}

/** Request the line of a solo table as a file; `line` answers. */
export interface SaveLine {
  readonly m: "save_line";
}

/** Set [when to be asked](#when-to-be-asked). The server stores the mode, except a `held` one: that lasts
 * until the next `auto` or a lost connection. */
export interface AutoPass {
  readonly m: "auto";
  readonly mode: string;
  readonly held?: boolean;
}

/** Request the [reasons](#why-a-card-cannot-be-played) why a card cannot be played. */
export interface Why {
  readonly m: "why";
  readonly card: number;
}

/** Commit to this player's share for the next match ([how](#shares-and-seals)). */
export interface Seal {
  readonly m: "seal";
  readonly seal: Uint8Array;
}

/** Disclose the sealed share after `pledge`, and after each repeated one. */
export interface Share {
  readonly m: "share";
  readonly share: Uint8Array;
}

/** Concede this duel, or the whole match. */
export interface Concede {
  readonly m: "concede";
  readonly match?: boolean;
  readonly terms?: number;
}

/** Propose a pause, its end (`resume`), a draw, a rematch, or opening both Decks after the match; ""
 * withdraws. `win` and `void` end the match at once if the other player is `overdue`: won, or without a
 * result. */
export interface Propose {
  readonly m: "propose";
  readonly what: string;
  readonly terms?: number;
}

/** Answer the other player's proposal with this `table.proposal_number`. */
export interface Consent {
  readonly m: "consent";
  readonly yes: boolean;
  readonly proposal?: number;
}

/** Send a chat line to the table; from a spectator, to spectators only until the duel ends. `who`: its
 * author behind a relay. */
export interface Chat {
  readonly m: "chat";
  readonly text: string;
  readonly who?: number;
}

/** Kick a guest by name, as the table's host. */
export interface Kick {
  readonly m: "kick";
  readonly name: string;
}

/** Leave the table; during a match this concedes it. */
export interface Leave {
  readonly m: "leave";
  readonly terms?: number;
}

/** Request the whole View, and the open prompt again. */
export interface GetView {
  readonly m: "view";
}

/** Measure the round trip; `pong` returns the number. */
export interface Ping {
  readonly m: "ping";
  readonly number?: number;
}

/** Request a public replay, at a table or not; `replay` answers. */
export interface GetReplay {
  readonly m: "get_replay";
  readonly secret: string;
}

/** Request the replay with both hands of the match that ended here, as its player, once both agreed;
 * `replay` answers. */
export interface GetOpened {
  readonly m: "get_opened";
}

/** Delete a public replay by its key; `replay_gone` answers. */
export interface DropReplay {
  readonly m: "drop_replay";
  readonly key: string;
}

/** From a relay: people who joined behind it, each with a number of its own, and numbers of those who
 * left; at most 200 names a second, 1,000 in a burst. `marks` of the addresses of people kicked by
 * the host, from a relay with the host's link. */
export interface Crowd {
  readonly m: "crowd";
  readonly come?: readonly (readonly [number, string])[];
  readonly gone?: readonly (number)[];
  readonly marks?: readonly (number)[];
}

/** Control a relay of `relays`, as the table's host. A disconnected one may reconnect; `mute` is for the
 * chat behind it. `mute` and `ban` apply to its address: to all relays there with the host's link, or to all
 * without. */
export interface ControlRelay {
  readonly m: "relay";
  readonly number: number;
  readonly act: string;
}

/** Search the names of cards that the open prompt admits; `cards_found` answers. */
export interface SearchCards {
  readonly m: "search_cards";
  readonly ask: number;
  readonly text?: string;
}

/** Request the [menu](#menus) of a card, of a pile by its `zone` and `seat`, or of the table; `menu`
 * answers. */
export interface GetMenu {
  readonly m: "menu";
  readonly card?: number;
  readonly zone?: string;
  readonly seat?: number;
}

/** Request the lobby's row of one table without joining it, with the `secret` of a link or the `key` to
 * our own seat; a listed table needs neither. `tables` answers with this row alone. */
export interface GetTable {
  readonly m: "get_table";
  readonly code: string;
  readonly secret?: string;
  readonly key?: string;
}

/** Search the server's cards for a deck, without a table; `cards_listed` answers with this `number`. */
export interface FindCards {
  readonly m: "find_cards";
  readonly number: number;
  readonly format?: string;
  readonly banlist?: string;
  readonly text?: string;
  readonly filters?: CardFilters;
  readonly archetypes?: boolean;
}

/** Criteria of a search, besides its text; one that is left out matches every card. Words are those of
 * [`Facts`](#facts). */
export interface CardFilters {
  readonly kinds?: readonly (string)[];
  readonly marks?: readonly (string)[];
  readonly races?: readonly (string)[];
  readonly summons?: readonly (string)[];
  readonly properties?: readonly (string)[];
  readonly archetypes?: readonly (number)[];
  readonly levels?: readonly [number, number] | null;
  readonly attack?: number | null;
  readonly defense?: number | null;
  readonly limit?: number | null;
  readonly hero?: number;
}

/** Parse a deck in any form that `deck` accepts, and check it, without a table; `deck_checked` answers
 * with this `number`. */
export interface CheckDeck {
  readonly m: "check_deck";
  readonly number: number;
  readonly deck: string;
  readonly format?: string;
  readonly banlist?: string;
}

export type Named = Welcome | Nodes | Moved | Tables | Seated | AtTable | DeckReport | Pledge | Shares | Opened | Whole | Prompt | PromptOver | Said | Talk | Refused | Reasons | LineText | Ended | Pong | ReplayKept | ReplayFile | ReplayGone | Dismissed | Printed | Relays | CardsFound | HandMenu | CardsListed | DeckChecked;

export type FromClient = Hello | ListTables | CreateTable | JoinTable | Watch | Resume | UseDeck | Ready | Answer | TellFacts | ChangeMode | Rewind | Restart | TakeSide | SaveLine | AutoPass | Why | Seal | Share | Concede | Propose | Consent | Chat | Kick | Leave | GetView | Ping | GetReplay | GetOpened | DropReplay | Crowd | ControlRelay | SearchCards | GetMenu | GetTable | FindCards | CheckDeck;

export const PROTOCOL = 2;

export const SUBPROTOCOL = "facedown.v2.msgpack";

export const WAYS_OF_PLAY = ["rules", "half", "free", "core", "fab", "companion"] as const;

export const TAGS = {"welcome": "Welcome", "nodes": "Nodes", "moved": "Moved", "tables": "Tables", "seated": "Seated", "table": "AtTable", "deck_report": "DeckReport", "pledge": "Pledge", "shares": "Shares", "opened": "Opened", "whole": "Whole", "prompt": "Prompt", "prompt_over": "PromptOver", "said": "Said", "talk": "Talk", "refused": "Refused", "reasons": "Reasons", "line": "LineText", "ended": "Ended", "pong": "Pong", "replay_kept": "ReplayKept", "replay": "ReplayFile", "replay_gone": "ReplayGone", "dismissed": "Dismissed", "printed": "Printed", "relays": "Relays", "cards_found": "CardsFound", "menu": "HandMenu", "cards_listed": "CardsListed", "deck_checked": "DeckChecked"} as const;

/** The values that a field accepts: 0 for any; "text", "bool", "bytes", "null", "int" or "float"; a struct by
 * its name; numbers and lengths within limits; texts like a pattern, or one of some; lists (with the greatest
 * length, if there is one), tuples; maps by the types of their keys and values; one of several. */
export type Shape = string | 0 | readonly [
  "range" | "bytes" | "like" | "one_of" | "list" | "map" | "tuple" | "either", ...unknown[],
];
/** A field: name, name on the wire (0: the same), what it accepts, what it is where it is left out. */
type Field = readonly [string, string | 0, Shape, unknown?];
/** Of each struct: whether it is a list (1; 2 for one that never grows), and its fields. */
export const SHAPES: Readonly<Record<string, readonly [0 | 1 | 2, readonly Field[]]>> = {
  "Welcome": [0, [["name", 0, "text"], ["server", 0, "text", ""], ["protocol", 0, "int", 2], ["formats", 0, ["list", "text"], []], ["core", 0, "text", ""], ["banlists", 0, ["list", "text"], []], ["nodes", 0, ["list", "text", 256], []], ["practice", 0, "bool", false], ["solo", 0, "bool", false]]],
  "Nodes": [0, [["nodes", 0, ["list", "text", 256]]]],
  "Moved": [0, [["address", 0, "text"], ["code", 0, ["like", "^[A-Za-z0-9-]{0,24}$"], ""], ["epoch", 0, "int", 0]]],
  "Clock": [0, [["bank", 0, ["range", "int", 0, 7200], 0], ["increment", 0, ["range", "int", 0, 120], 0]]],
  "LobbyRow": [0, [["code", 0, ["like", "^[A-Za-z0-9-]{0,24}$"]], ["host", 0, "text"], ["format", 0, "text"], ["best_of", 0, "int"], ["stage", 0, "text"], ["spectators", 0, "int", 0], ["locked", 0, "bool", false], ["clock", 0, "Clock", {"bank": 0, "increment": 0}], ["mode", 0, "text", "rules"], ["banlist", 0, "text", ""], ["point_cap", 0, ["either", "int", "null"], null], ["opponent", 0, "text", ""], ["life", 0, ["either", "int", "null"], null], ["cannot_play", 0, "bool", false]]],
  "Tables": [0, [["rows", 0, ["list", "LobbyRow"], []]]],
  "Seated": [0, [["code", 0, ["like", "^[A-Za-z0-9-]{0,24}$"]], ["viewer", 0, ["range", "int", -1, 1]], ["token", 0, ["like", "^[A-Za-z0-9._~-]{0,200}$"], ""], ["links", 0, ["map", "text", ["list", ["tuple", "text", "text"]]], {}], ["auto", 0, "text", ""], ["clock", 0, "Clock", {"bank": 0, "increment": 0}], ["pace", 0, "text", ""], ["locked", 0, "bool", false], ["epoch", 0, "int", 0], ["watch", 0, ["like", "^[A-Za-z0-9._~-]{0,200}$"], ""]]],
  "SeatInfo": [0, [["name", 0, "text", ""], ["present", 0, "bool", false], ["overdue", 0, "bool", false], ["ready", 0, "bool", false], ["deck", 0, "bool", false], ["counts", 0, ["either", ["tuple", "int", "int", "int"], "null"], null], ["wins", 0, "int", 0], ["clock", 0, ["range", "float", 0, 1000000], 0.0], ["absence", 0, ["range", "float", -1, 1000000], -1.0], ["cannot_play", 0, "bool", false]]],
  "Words": [1, [["id", 0, "text"], ["values", 0, ["list", ["either", "text", "int", "Words"]], []]]],
  "TableInfo": [0, [["code", 0, ["like", "^[A-Za-z0-9-]{0,24}$"]], ["format", 0, ["like", "^(master|classic|genesys|fab|companion|MR5|MR4|MR3|MR1|MR2|SPEED|RUSH|GOAT)$"]], ["best_of", 0, "int"], ["stage", 0, ["like", "^(gathering|toss|order|duel|siding|over)$"]], ["seats", 0, ["tuple", "SeatInfo", "SeatInfo"]], ["spectators", 0, ["list", "text"], []], ["host", 0, "text", ""], ["duel", 0, "int", 0], ["paused", 0, "bool", false], ["proposal", 0, "text", ""], ["proposal_number", 0, "int", 0], ["terms", 0, "int", 0], ["ticking", 0, ["range", "int", -1, 1], -1], ["note", 0, "Words", {"id": "", "values": []}], ["mode", 0, ["like", "^(rules|half|free|core)$"], "rules"], ["alone", 0, "bool", false], ["banlist", 0, "text", ""], ["step", 0, "int", 0], ["steps", 0, "int", 0], ["chooser", 0, ["range", "int", -1, 1], -1], ["open_hands", 0, "bool", false], ["point_cap", 0, ["either", "int", "null"], null], ["watching", 0, "int", 0], ["life", 0, ["either", "int", "null"], null], ["elapsed", 0, ["either", ["range", "float", 0, 1000000], "null"], null], ["level", 0, ["like", "^[a-z]{0,16}$"], ""]]],
  "AtTable": [0, [["table", 0, "TableInfo"], ["same_spectators", 0, "bool", false], ["come", 0, ["list", ["like", "^[^]{0,200}$"]], []], ["gone", 0, ["list", ["like", "^[^]{0,200}$"]], []]]],
  "DeckReport": [0, [["legal", 0, "bool"], ["reasons", 0, ["list", "Words"], []], ["scripted", 0, "int", 0], ["total", 0, "int", 0], ["unscripted", 0, ["list", "text"], []], ["unknown", 0, ["list", "int"], []], ["notes", 0, ["list", "Words"], []], ["deck", 0, "text", ""], ["points", 0, "int", 0], ["point_cap", 0, ["either", "int", "null"], null]]],
  "Pledge": [0, [["commitments", 0, ["map", "text", "bytes"]], ["seals", 0, ["tuple", "bytes", "bytes"], [[], []]]]],
  "Shares": [0, [["shares", 0, ["tuple", "bytes", "bytes"], [[], []]]]],
  "Trail": [1, [["duel", 0, "int"], ["seat", 0, "int"], ["cards", 0, ["list", "int"]], ["steps", 0, ["list", ["tuple", "text", "text", ["list", "int"]]], []]]],
  "Opened": [0, [["secrets", 0, ["map", "text", "bytes"], {}], ["throws", 0, ["map", "text", ["list", "int"]], {}], ["trails", 0, ["list", "Trail"], []]]],
  "Pile": [1, [["count", 0, ["range", "int", 0, 5000]], ["handles", 0, ["list", "int", 5000], []]]],
  "VisibleCard": [0, [["owner", "o", ["range", "int", -1, 1], 0], ["controller", "p", ["range", "int", -1, 1], 0], ["code", "c", "int", 0], ["face_up", "u", "bool", false], ["defense_position", "d", "bool", false], ["attack", "a", ["either", "int", "null"], null], ["defense", "f", ["either", "int", "null"], null], ["level", "l", "int", 0], ["rank", "r", "int", 0], ["link", "k", "int", 0], ["scale", "s", ["either", "int", "null"], null], ["attribute", "t", "text", ""], ["race", "e", "text", ""], ["counters", "n", ["map", "text", "int"], {}], ["materials", "m", ["list", "int", 5000], []], ["equipped_to", "q", "int", 0], ["targets", "g", ["list", "int", 5000], []], ["negated", "x", "bool", false], ["revealed", "v", "bool", false], ["token", "b", "bool", false], ["name", "w", "text", ""], ["kinds", "y", ["list", "text"], []]]],
  "Place": [2, [["seat", 0, ["range", "int", -1, 1]], ["zone", 0, ["like", "^[^]{0,24}$"]], ["slot", 0, ["range", "int", -1, 10000], -1]]],
  "VisibleLink": [1, [["seat", 0, ["range", "int", -1, 1]], ["card", 0, "int"], ["code", 0, "int"], ["words", 0, "Words", {"id": "", "values": []}], ["targets", 0, ["list", "int", 5000], []], ["place", 0, ["either", "Place", "null"], null], ["negated", 0, "bool", false]]],
  "PromptNotice": [1, [["seat", 0, ["range", "int", -1, 1]], ["kind", 0, "text"]]],
  "Facts": [0, [["code", 0, "int"], ["name", 0, "text"], ["kinds", 0, ["list", "text"], []], ["attribute", 0, "text", ""], ["race", 0, "text", ""], ["level", 0, "int", 0], ["rank", 0, "int", 0], ["link", 0, "int", 0], ["attack", 0, ["either", "int", "null"], null], ["defense", 0, ["either", "int", "null"], null], ["scales", 0, ["either", ["tuple", "int", "int"], "null"], null], ["arrows", 0, ["list", "text"], []], ["archetypes", 0, ["list", "int"], []], ["alias", 0, "int", 0], ["text", 0, "text", ""], ["pendulum_text", 0, "text", ""], ["extra", 0, ["map", "text", 0], {}]]],
  "LingeringEffect": [1, [["rule", 0, "text"], ["seat", 0, ["range", "int", -1, 1]], ["code", 0, "int", 0], ["seats", 0, ["list", "int", 5000], []], ["cards", 0, ["list", "int", 5000], []], ["turn", 0, "int", 0], ["phase", 0, "text", "end"]]],
  "View": [0, [["viewer", 0, ["range", "int", -1, 1]], ["table", 0, "text"], ["turn", 0, "int", 0], ["turn_player", 0, ["range", "int", -1, 1], -1], ["phase", 0, "text", ""], ["tallies", 0, ["map", "text", "int"], {}], ["piles", 0, ["map", "text", "Pile"], {}], ["cards", 0, ["map", "int", "VisibleCard"], {}], ["chain", 0, ["list", "VisibleLink", 1000], []], ["attack", 0, ["either", ["tuple", "int", "int"], "null"], null], ["waiting", 0, ["list", "PromptNotice"], []], ["facts", 0, ["map", "int", "Facts"], {}], ["result", 0, "text", ""], ["lasting", 0, ["list", "LingeringEffect", 5000], []]]],
  "VisibleEvent": [0, [["kind", "k", ["like", "^[^]{0,500}$"]], ["seat", "s", ["range", "int", -1, 1], -1], ["card", "c", "int", 0], ["was", "h", "int", 0], ["code", "i", "int", 0], ["start", "f", ["either", "Place", "null"], null], ["goal", "t", ["either", "Place", "null"], null], ["amount", "n", "int", 0], ["word", "w", ["like", "^[^]{0,500}$"], ""], ["others", "o", ["list", "int", 5000], []]]],
  "Whole": [0, [["version", 0, "int"], ["view", 0, "View"], ["log", 0, ["list", "VisibleEvent"], []], ["bundled", 0, ["list", "int"], []]]],
  "Option": [0, [["verb", "v", "text"], ["card", "c", "int", 0], ["code", "i", "int", 0], ["place", "p", ["either", "Place", "null"], null], ["amount", "n", "int", 0], ["text", "t", "text", ""], ["words", "w", "Words", {"id": "", "values": []}], ["targets", "o", ["list", "int"], []]]],
  "About": [1, [["what", 0, "text"], ["seat", 0, ["range", "int", -1, 1]]]],
  "Prompt": [0, [["ask", 0, "int"], ["kind", 0, "text"], ["words", 0, "Words", {"id": "", "values": []}], ["options", 0, ["list", "Option", 2000], []], ["least", 0, "int", 1], ["most", 0, "int", 1], ["back", 0, "bool", false], ["usual", 0, ["list", "int"], []], ["about", 0, ["either", "About", "null"], null], ["card", 0, "int", 0], ["code", 0, "int", 0], ["declare", 0, "bool", false]]],
  "PromptOver": [0, [["ask", 0, "int"]]],
  "Said": [0, [["name", 0, "text"], ["text", 0, "text", ""], ["seat", 0, ["range", "int", -1, 1], -1], ["words", 0, "Words", {"id": "", "values": []}]]],
  "Talk": [0, [["lines", 0, ["list", "Said"], []]]],
  "Refused": [0, [["code", 0, ["one_of", "malformed", "too_large", "too_fast", "old_protocol", "not_offered", "old_prompt", "outdated", "not_your_turn", "not_now", "not_allowed", "against_rules", "needs_effect", "not_taken_back", "seat_taken", "wrong_link", "wrong_token", "wrong_password", "server_password", "no_such_table", "table_closed", "table_full", "server_full", "bad_deck", "bad_name", "bad_file", "bad_setting", "unreachable", "broken"]], ["words", 0, "Words", {"id": "", "values": []}], ["ask", 0, "int", -1], ["text", 0, "text", ""]]],
  "Reason": [1, [["verb", 0, "text"], ["code", 0, "text"]]],
  "Reasons": [0, [["card", 0, "int"], ["reasons", 0, ["list", "Reason"], []]]],
  "LineText": [0, [["name", 0, "text"], ["text", 0, "text"]]],
  "Ended": [0, [["reason", 0, "Words", {"id": "", "values": []}], ["taken", 0, "bool", false]]],
  "Pong": [0, [["number", 0, "int", 0]]],
  "ReplayKept": [0, [["secret", 0, ["like", "^[A-Za-z0-9._~-]{0,200}$"]], ["days", 0, ["range", "int", 0, 36500]], ["key", 0, ["like", "^[A-Za-z0-9._~-]{0,200}$"], ""]]],
  "ReplayFile": [0, [["data", 0, "bytes"]]],
  "ReplayGone": [0, []],
  "Dismissed": [0, [["numbers", 0, ["list", "int"], []], ["reason", 0, "Words", {"id": "", "values": []}], ["barred", 0, ["list", "text"], []], ["marks", 0, ["list", "int"], []], ["muted", 0, ["either", ["list", "int"], "null"], null]]],
  "Printed": [0, [["facts", 0, ["list", "Facts"]], ["lines", 0, ["map", "int", ["list", "text"]], {}]]],
  "RelayRow": [0, [["number", 0, "int"], ["name", 0, "text", ""], ["watching", 0, "int", 0], ["by_link", 0, "bool", false], ["muted", 0, "bool", false]]],
  "Relays": [0, [["rows", 0, ["list", "RelayRow"], []]]],
  "FoundCard": [1, [["code", 0, "int"], ["name", 0, "text"]]],
  "CardsFound": [0, [["ask", 0, "int"], ["text", 0, "text", ""], ["cards", 0, ["list", "FoundCard"], []], ["more", 0, "bool", false]]],
  "MenuRow": [0, [["title", "t", "text"], ["gesture", "g", ["map", "text", 0]], ["group", "u", "text", "common"], ["key", "k", "text", ""], ["needs", "n", ["list", "text"], []], ["places", "p", ["list", "Place"], []], ["cards", "c", ["list", "int"], []], ["least", "l", "int", 1], ["most", "h", "int", 1], ["number", "i", "int", 0], ["rule", "r", "Words", {"id": "", "values": []}], ["asks", "a", "text", ""], ["fields", "f", ["list", ["tuple", "text", "text"]], []]]],
  "HandMenu": [0, [["card", 0, "int", 0], ["zone", 0, "text", ""], ["seat", 0, "int", -1], ["rows", 0, ["list", "MenuRow"], []]]],
  "DeckCard": [1, [["code", 0, "int"], ["copies", 0, "int", 3], ["points", 0, "int", 0]]],
  "Archetype": [1, [["code", 0, "int"], ["name", 0, "text"], ["cards", 0, "int", 0]]],
  "CardsListed": [0, [["number", 0, "int"], ["cards", 0, ["list", "DeckCard"], []], ["total", 0, "int", 0], ["archetypes", 0, ["list", "Archetype"], []]]],
  "DeckChecked": [0, [["number", 0, "int"], ["legal", 0, "bool"], ["reasons", 0, ["list", "Words"], []], ["notes", 0, ["list", "Words"], []], ["main", 0, ["list", "int"], []], ["extra", 0, ["list", "int"], []], ["side", 0, ["list", "int"], []], ["cards", 0, ["list", "DeckCard"], []], ["points", 0, "int", 0], ["point_cap", 0, ["either", "int", "null"], null]]],
  "CardEdit": [1, [["handle", 0, "int"], ["place", 0, "int", 0], ["flags", 0, "int", -1], ["code", 0, "int", 0], ["rest", 0, ["map", "int", 0], {}]]],
  "RareChanges": [0, [["turn", "t", ["either", "int", "null"], null], ["turn_player", "p", ["either", ["range", "int", -1, 1], "null"], null], ["phase", "h", ["either", "text", "null"], null], ["facts", "f", ["map", "int", "Facts"], {}], ["links", "l", ["either", ["list", "VisibleLink", 1000], "null"], null], ["chain_kept", "k", "int", 0], ["attack", "a", ["either", ["tuple", "int", "int"], "null"], null], ["peace", "e", "bool", false], ["result", "r", ["either", "text", "null"], null], ["tallies", "n", ["map", "text", "int"], {}], ["tallies_gone", "nx", ["list", "text"], []], ["piles", "z", ["map", "text", "Pile"], {}], ["piles_gone", "zx", ["list", "text"], []], ["facts_gone", "fx", ["list", "int"], []], ["waiting", "w", ["either", ["list", "PromptNotice"], "null"], null], ["bundled", "b", ["list", "int"], []], ["lasting", "s", ["either", ["list", "LingeringEffect", 5000], "null"], null]]],
  "Patch": [1, [["cards", 0, ["list", "CardEdit"], []], ["counts", 0, ["map", "int", "int"], {}], ["gone", 0, ["list", "int"], []], ["tallies", 0, ["map", "int", "int"], {}], ["waiting", 0, ["either", ["list", "int"], "null"], null], ["rare", 0, ["either", "RareChanges", "null"], null]]],
  "BriefEvent": [1, [["kind", 0, ["either", "int", ["like", "^[^]{0,500}$"]]], ["card", 0, "int", 0], ["seat", 0, ["range", "int", 0, 3], 0], ["word", 0, ["either", "int", ["like", "^[^]{0,500}$"]], 0], ["amount", 0, ["either", "int", "null"], null], ["was", 0, "int", 0], ["code", 0, "int", 0], ["start", 0, ["either", "Place", "int"], 0], ["goal", 0, ["either", "Place", "int"], 0], ["others", 0, ["list", "int", 5000], []]]],
  "Update": [1, [["version", 0, ["range", "int", 0, 127]], ["patch", 0, "Patch"], ["events", 0, ["list", "BriefEvent", 100000], []], ["steps", 0, ["range", "int", 0, 1], 0]]],
};
