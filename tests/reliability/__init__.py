"""Test each row of the fault matrix of docs/evidence/recovery.md, over real processes where that matters."""
