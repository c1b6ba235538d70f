"""The shape of the code as tests. A check is a function over a folder, itself tested on a seeded mistake."""
