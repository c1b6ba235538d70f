#!/usr/bin/env bash
# Makes the environment of developers in .venv, from the hashed lock.
source "$(dirname "$0")/common.sh"
run_py setup --dev
