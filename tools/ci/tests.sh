#!/usr/bin/env bash
# Runs all tests, or those named: tools/ci/tests.sh [PART…]
source "$(dirname "$0")/common.sh"
run_py test "$@"
