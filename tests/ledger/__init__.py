"""The rules ledger: every rule by name, and which of them passing tests cite."""
