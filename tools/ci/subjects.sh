#!/usr/bin/env bash
# Checks the subject of the newest commit.
source "$(dirname "$0")/common.sh"
"$(venv_python)" -m tools.commit_subjects "-1 HEAD"
