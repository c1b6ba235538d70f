"""What is stored or sent keeps its encoded form: names in the code may change, encoded bytes may not."""
