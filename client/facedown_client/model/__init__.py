"""What a client was told: the model, when it is shown, the cards it knows, its words and checks. No
pygame."""
