"""The rules ledger, rule by rule, in both formats."""
