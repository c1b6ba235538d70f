// Written by `python -m tools.browser` from the Python sources: change those.

export const DEFAULT_LEVEL = "normal";

export const LEVELS = [["easy", "Easy", "Plays card by card, without plain mistakes."], ["normal", "Normal", "Plans its turn, and keeps its Traps for what matters."], ["hard", "Hard", "Tries out its acts in thought before it plays. Takes up to 3 seconds."]] as const;
