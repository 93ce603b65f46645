#!/usr/bin/env bash
# Fails and shows where when a C++ file of ours is not as clang-format writes it.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
find engine algorithms compiler cli tests bench examples cmake \( -name '*.cpp' -o -name '*.hpp' \) -print0 2>/dev/null |
    xargs -0 -r clang-format-16 --dry-run -Werror
