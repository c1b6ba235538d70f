"""What the rules ledger says, rule by rule, in both formats."""
