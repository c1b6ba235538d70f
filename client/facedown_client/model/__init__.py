"""The client's state: the model, its display schedule, known cards, words and checks. No pygame."""
