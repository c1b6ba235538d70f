#!/usr/bin/env bash
# Checks the compose file and its profiles, if docker compose is there.
source "$(dirname "$0")/common.sh"

compose=(docker compose)
"${compose[@]}" version >/dev/null 2>&1 || compose=(docker-compose)
if ! "${compose[@]}" version >/dev/null 2>&1; then
    echo "No docker compose here, and none could be installed: the file was not checked."
    exit 0
fi
"${compose[@]}" config -q || exit
for profile in tls many; do
    "${compose[@]}" --profile "$profile" config -q && echo "profile $profile: good" || exit
done
