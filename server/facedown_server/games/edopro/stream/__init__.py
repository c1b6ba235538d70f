"""What the core says, as typed values and in our words: messages, prompts, answers. Changes no State."""
