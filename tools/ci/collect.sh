#!/usr/bin/env bash
# Puts the files that several systems built into one folder, each checked: tools/ci/collect.sh FROM INTO
source "$(dirname "$0")/common.sh"
python=$(find_python) || exit
"$python" -m tools.release.collect "$@"
