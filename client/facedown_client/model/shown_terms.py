"""Rules terms of what a player sees now: of the open prompt and of the end of the log."""

from __future__ import annotations

from facedown_client.model import card_catalogue
from facedown_client.model.model import Model
from facedown_client.model.words.phrases import prompt_words
from facedown_shared.text.glossary import Term, terms, used_terms

MAX_LOG_LINES = 30
"""Lines at the end of the log whose terms count as shown."""


def game_terms(model: Model) -> tuple[Term, ...]:
    """Return all terms of the game at our table; without a table, those of Yu-Gi-Oh!."""
    return terms(_table(model))


def shown_terms(model: Model) -> list[Term]:
    """Return the terms of the open prompt and of the last lines of the log, in this order."""
    view, texts = model.view, list[str]()
    if model.prompt is not None:
        texts.append(prompt_words(model.prompt, view))
    texts += [str(entry.text) for entry in reversed([*model.log][-MAX_LOG_LINES:])]
    facts = view.facts.values() if view is not None else ()
    names = [card_catalogue.in_own_language(one).name for one in facts]
    return used_terms(texts, _table(model), names)


def fitting_terms(word: str, found: tuple[Term, ...]) -> list[Term]:
    """Return the terms with a word in a form or in their explanation."""
    word = word.strip().lower()
    return [
        term for term in found
        if any(word in form.lower() for form in term.forms) or word in term.meaning.lower()
    ]  # fmt: skip


def _table(model: Model) -> str:
    if model.view is not None:
        return model.view.table
    return model.table.format if model.table is not None else "master"
