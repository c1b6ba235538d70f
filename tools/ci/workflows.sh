#!/usr/bin/env bash
# Checks the workflows with actionlint, if it is there; tests/arch checks what does not need it.
source "$(dirname "$0")/common.sh"

if ! command -v actionlint >/dev/null; then
    echo "No actionlint here: the workflows were checked by tests/arch alone."
    exit 0
fi
actionlint && echo "actionlint finds nothing"
