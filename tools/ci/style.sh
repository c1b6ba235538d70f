#!/usr/bin/env bash
# Checks the style of the code (ruff).
source "$(dirname "$0")/common.sh"
run_py style
