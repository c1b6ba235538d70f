"""The how-to pages of docs/develop, carried out from first step to last in a copy of the checkout."""
