"""The core's stream as typed values in our words: messages, prompts, query results. No State changes here."""
