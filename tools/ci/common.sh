# shellcheck shell=bash
# What the steps of CI share; each script of this folder sources it. It goes to the project's folder.
# Works with bash 3.2 (macOS) and Git's bash on Windows.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
export CI=true PYTHONUTF8=1

find_python() { # print the first Python that is new enough
    local python
    for python in python python3 python3.14 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s' "$python"
            return
        fi
    done
    echo "No Python 3.11 or newer with venv was found." >&2
    return 1
}

venv_python() { # print the Python of the environment that set-up made
    if [[ -x .venv/Scripts/python.exe ]]; then printf .venv/Scripts/python.exe; else printf .venv/bin/python; fi
}

run_py() { # run_py WORD…
    local python
    python=$(find_python) || return
    "$python" run.py "$@"
}
