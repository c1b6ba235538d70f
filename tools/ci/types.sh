#!/usr/bin/env bash
# Checks the types (mypy --strict).
source "$(dirname "$0")/common.sh"
run_py types
