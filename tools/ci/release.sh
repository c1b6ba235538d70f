#!/usr/bin/env bash
# Builds the files of a release for this system: tools/ci/release.sh [OPTION…] passes options to `run.py release`.
source "$(dirname "$0")/common.sh"
run_py release "$@"
