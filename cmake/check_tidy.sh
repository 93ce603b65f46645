#!/usr/bin/env bash
# check_tidy.sh BUILD: clang-tidy over our own sources with BUILD's compile commands. A file whose text,
# included headers of ours, and configuration passed before is not read again: BUILD/tidy/ remembers.
set -uo pipefail
build=$(cd "$1" && pwd -P) || exit
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
root=$PWD
mkdir -p "$build/tidy"

# One line a source: its path, then everything of ours that it includes, as the compiler recorded it.
units=$(ninja -C "$build" -t deps | awk -v root="$root/" '
    function keep(path) {
        if (path ~ /^\.\.\//) path = root substr(path, 4)
        if (index(path, root) == 1 || path ~ /^(include|spirv|generated)\//) files[++count] = path
    }
    function emit() { if (count && files[1] ~ /\.cpp$/ && index(files[1], root) == 1 &&
        substr(files[1], length(root) + 1) !~ /^build/) {
        line = files[1]; for (i = 2; i <= count; i++) line = line " " files[i]; print line } count = 0 }
    /^[^ ]/ { emit(); next }
    /^ / { keep($1) }
    END { emit() }' | sort -u -k1,1)

common=$({ clang-tidy --version; cat .clang-tidy; } | sha256sum)
check_unit() {
    local source=$1 key log
    key=$(cd "$build" && { printf '%s' "$common"; cat "$@"; } 2>/dev/null | sha256sum | cut -c1-40)
    [[ -f $build/tidy/$key ]] && return 0
    log=$(clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option "$source" 2>/dev/null)
    if [[ $? -ne 0 || $log == *": warning: "* || $log == *": error: "* ]]; then
        printf '%s\n' "$log"
        return 1
    fi
    : >"$build/tidy/$key"
}
export -f check_unit
export build common
# shellcheck disable=SC2016
printf '%s\n' "$units" |
    xargs -r -P "$(nproc)" -L 1 bash -c 'check_unit "$@"' check_unit
