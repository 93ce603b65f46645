#!/usr/bin/env bash
# check_format.sh [--fix] [FILE...]: tests whether our files are written as agreed. clang-format-16 must not change C++
# and GLSL. No line of code or comment may exceed 120 columns. There must be no tabs and no blanks at the end of a line,
# and a newline at the end of a file. Without FILEs: everything in the tree. --fix lets clang-format rewrite what it
# can. Other releases of clang-format format some lines differently. If there is no release 16, as on Debian 13, the
# test of C++ and GLSL is left out, and the script says so.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

mode=(--dry-run -Werror)
if [[ ${1-} == --fix ]]; then
    mode=(-i)
    shift
fi
if (($#)); then
    files=("$@")
else
    mapfile -t files < <(find . \( -name '.git' -o -name 'build*' -type d -o -name .cache -o -name tour \) -prune -o \
        -type f -print | sed 's|^\./||' | sort)
fi

code=() glsl=() texts=() failed=0
for file in "${files[@]}"; do
    case $file in
        tests/dp/recurrences/*) ;; # as their users wrote them
        shaders/*.h | *.comp | *.glsl | *.vert | *.frag) glsl+=("$file") texts+=("$file") ;;
        *.cpp | *.hpp | *.h) code+=("$file") texts+=("$file") ;;
        *.cu | *.cuh | *.cmake | *CMakeLists.txt | *.sh | run | check | .ci/run | *.yml | *.json) texts+=("$file") ;;
    esac
done
if ! command -v clang-format-16 >/dev/null; then
    if grep -qsx 'VERSION_CODENAME=bookworm' /etc/os-release; then
        printf 'clang-format-16 is missing; install it: apt-get install clang-format-16\n' >&2
        exit 1
    fi
    printf 'clang-format-16 is not installed; only line widths, tabs, blanks and final newlines are checked\n' >&2
    code=() glsl=()
fi
if ((${#code[@]})); then
    clang-format-16 "${mode[@]}" "${code[@]}" || failed=1
fi
if ((${#glsl[@]})); then
    clang-format-16 --style=file:shaders/.clang-format "${mode[@]}" "${glsl[@]}" || failed=1
fi
if ((${#texts[@]})); then
    awk '
        function say(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; bad = 1 }
        length($0) > 120 { say("longer than 120 columns") }
        /\t/ { say("contains a tab") }
        /[ \t]$/ { say("ends with blanks") }
        END { exit bad }' "${texts[@]}" || failed=1
    for file in "${texts[@]}"; do
        if [[ -s $file && -n $(tail -c 1 "$file") ]]; then
            printf '%s: does not end with a newline\n' "$file"
            failed=1
        fi
    done
fi
exit "$failed"
