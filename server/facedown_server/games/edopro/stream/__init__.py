"""The core's stream as typed values and in our words: messages, prompts, answers. Changes no State."""
