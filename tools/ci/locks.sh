#!/usr/bin/env bash
# Checks that each pinned package has a wheel for every system and Python.
source "$(dirname "$0")/common.sh"
"$(venv_python)" -m tests.arch.shipped.locks
