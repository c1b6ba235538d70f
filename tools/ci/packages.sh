#!/usr/bin/env bash
# Installs the programs that tests need and this machine lacks, where apt can: a display, a browser, PostgreSQL.
source "$(dirname "$0")/common.sh"

has_any() { # has_any PROGRAM|PROGRAM…
    local name names
    IFS="|" read -ra names <<<"$1"
    for name in "${names[@]}"; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$name" >/dev/null && return
    done
    return 1
}

apt_install() { # apt_install PROGRAM|PROGRAM…:PACKAGE…, only what is missing
    local pair root=() missing=() package
    for pair in "$@"; do
        has_any "${pair%%:*}" || missing+=("${pair##*:}")
    done
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null || return 0
    ((EUID)) && root=(sudo -n)
    export DEBIAN_FRONTEND=noninteractive
    timeout 2m "${root[@]}" apt-get update -qq || true
    timeout 5m "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null && return
    for package in "${missing[@]}"; do # another Debian may lack one of them
        timeout 5m "${root[@]}" apt-get install -y -qq --no-install-recommends "$package" >/dev/null ||
            echo "Not installed: $package"
    done
}

wanted=(Xvfb:xvfb xdotool:xdotool ip:iproute2 ssh:openssh-client sshd:openssh-server
    docker-compose:docker-compose "chromium|chromium-browser|google-chrome:chromium" "firefox|firefox-esr:firefox-esr"
    node:nodejs)
command -v node >/dev/null || wanted+=(npm:npm)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || wanted+=(initdb:postgresql)
apt_install "${wanted[@]}"
