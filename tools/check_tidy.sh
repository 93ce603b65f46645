#!/usr/bin/env bash
# check_tidy.sh BUILD: runs clang-tidy over our own sources, with BUILD's compile commands: over the united sources if
# BUILD unites them, which takes a fifth of the time. Tests are left out, since they would take as long again. A source
# is not read again if it passed before, in any checkout, with the same text, included headers of ours, options and
# configuration: ${XDG_CACHE_HOME:-~/.cache}/vkalgo/tidy remembers the last 20,000 sources. Each release of clang-tidy
# adds checks. If the release is not that of Debian 12, nothing is checked, and the script says so.
set -uo pipefail
build=$(cd "$1" && pwd -P) || exit
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
root=$PWD
if ! clang-tidy --version | grep -q 'version 14\.'; then
    printf 'clang-tidy of release 14 is not installed; nothing was checked\n' >&2
    exit 0
fi
passed=${XDG_CACHE_HOME:-$HOME/.cache}/vkalgo/tidy
mkdir -p "$passed" "$build/tidy" || exit

# clang reads the sources without GCC's precompiled headers.
sed 's| -Winvalid-pch -include [^ ]*cmake_pch.hxx||' "$build/compile_commands.json" >"$build/tidy/compile_commands.json"

# One line per source: its path, then everything of ours that it includes, as the compiler recorded it.
units=$(ninja -C "$build" -t deps | awk -v root="$root/" -v build="$build/" '
    function keep(path) {
        if (path ~ /^\.\.\//) path = root substr(path, 4)
        if (path ~ /\/Unity\/unity_/) path = build path
        if (index(path, root) == 1 || path ~ /^(include|spirv|generated)\//) files[++count] = path
    }
    function ours(path) {
        if (path ~ /\/vkalgo_tests_/ || index(path, root) != 1) return 0
        if (path ~ /\/Unity\/unity_.*\.cxx$/) return 1
        return path ~ /\.cpp$/ && substr(path, length(root) + 1) !~ /^(build|tests\/)/
    }
    function emit() { if (count && ours(files[1])) {
        line = files[1]; for (i = 2; i <= count; i++) if (files[i] !~ /cmake_pch/) line = line " " files[i]
        print line } count = 0 }
    /^[^ ]/ { emit(); next }
    /^ / { keep($1) }
    END { emit() }' | sort -u -k1,1)
if [[ -z $units ]]; then
    printf '%s has compiled no source of this checkout; build first\n' "$build" >&2
    exit 1
fi

common=$({ clang-tidy --version; cat .clang-tidy; } | sha256sum)
check_unit() {
    local source=$1 key log
    key=$(cd "$build" && {
        printf '%s' "$common"
        grep -F -B 1 "\"file\": \"$source\"" tidy/compile_commands.json | sed -n "/\"command\"/s|$root||gp"
        cat "$@"
    } 2>/dev/null | sha256sum | cut -c1-40)
    if [[ -f $passed/$key ]]; then
        touch "$passed/$key"
        return 0
    fi
    # A united source includes sources.
    log=$(clang-tidy --quiet -p "$build/tidy" --extra-arg=-Wno-unknown-warning-option \
        --checks=-bugprone-suspicious-include "$source" 2>/dev/null)
    if [[ $? -ne 0 || $log == *": warning: "* || $log == *": error: "* ]]; then
        printf '%s\n' "$log"
        return 1
    fi
    : >"$passed/$key"
}
export -f check_unit
export build common passed root
# shellcheck disable=SC2016
printf '%s\n' "$units" |
    xargs -r -P "$(nproc)" -L 1 bash -c 'check_unit "$@"' check_unit
status=$?
# shellcheck disable=SC2012
ls -t "$passed" | tail -n +20001 | (cd "$passed" && xargs -r rm -f)
exit "$status"
