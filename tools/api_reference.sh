#!/usr/bin/env bash
# api_reference.sh [FOLDER]: writes the API reference, made by doxygen from the headers that are installed, to FOLDER
# (default: build/reference). Fails if a class, struct, enumeration or function has no comment, or if a comment names
# something that does not exist. Two kinds need no comment: functions whose meaning is fixed (copies, moves,
# comparisons, conversions to bool), and fields and enumerators, since many of their names say everything.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
export VKALGO_REFERENCE=${1:-build/reference}
mkdir -p "$VKALGO_REFERENCE" || exit
# As in cmake/vkalgo_install.cmake: a header whose head says "Internal to ..." is not installed.
mapfile -t headers < <(find engine algorithms compiler -name '*.hpp' -exec grep -L '^// Internal to ' {} + | sort)
export VKALGO_HEADERS="${headers[*]}"
log="$VKALGO_REFERENCE/warnings.txt"
doxygen docs/Doxyfile >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
exempt='Member (([A-Za-z]+)\(\2 ?(&&|const)|operator(=|==|<=>|\|=?| bool)\(|operator bool)|\((variable|enumvalue)\) of'
found=$(grep -vE "$exempt" "$log" |
    sed "s|^$PWD/||" | sort -u)
if [[ -n $found ]]; then
    printf '%s\n' "$found" >&2
    exit 1
fi
printf 'the API reference is %s/html/index.html\n' "$VKALGO_REFERENCE"
