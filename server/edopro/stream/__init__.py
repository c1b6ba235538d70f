"""What the core says, as typed values: messages, prompts, answers to queries. Knows no State."""
