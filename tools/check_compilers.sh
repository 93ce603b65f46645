#!/usr/bin/env bash
# check_compilers.sh BUILD COMPILER...: tests whether our sources, and each of our headers on its own, compile without a
# warning under each COMPILER (g++-12, clang++-14, ...), with the options that BUILD is configured with. There is no
# precompiled header, so a missing #include is found. Only BUILD/compilers/ is written. It remembers what passed, so the
# next call compiles only what changed. Left out: tests/package/, whose projects the package's test builds.
set -euo pipefail
(($# > 1)) || { sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
build=$(cd "$1" && pwd -P)
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
[[ -f $build/compile_commands.json ]] ||
    { printf '%s is not configured; run cmake --preset release\n' "$build" >&2; exit 2; }

# The build may write files that sources include.
mapfile -t generated < <(ninja -C "$build" -t targets all | sed -n 's/^\([^:]*\.[hc]pp\): CUSTOM_COMMAND$/\1/p')
ninja -C "$build" "${generated[@]}" >/dev/null

# Headers that GLSL shares with C++ are those that C++ includes.
mapfile -t headers < <({
    find algorithms bench cli compiler engine examples formats support tests -name '*.hpp' -not -path 'tests/package/*'
    find algorithms cli engine examples formats tests -name '*.[hc]pp' -exec \
        sed -n 's|^#include ["<][./]*\(shaders/.*\.h\)[">].*|\1|p' {} +
} | sort -u)

# write_rules COMPILER: prints the rules for ninja, one for each source and header. A header takes the options of a
# source beside it or, if there is none, of a source above it.
write_rules() {
    local flags=(-fsyntax-only -Werror)
    if "$1" --version | grep -q clang; then flags+=(-Wno-unknown-warning-option); fi
    printf 'rule check\n  command = %s $options %s -MMD -MF $out.d -MT $out $source && touch $out\n' "$1" "${flags[*]}"
    printf '  depfile = $out.d\n  deps = gcc\n  description = %s $name\n' "$1"
    printf '%s\n' "${headers[@]}" | awk -v root="$root/" -v build="$build/" -v passed="compilers/$1" '
        function above(path) { sub(/\/?[^\/]*$/, "", path); return path }
        function emit(name, options, source) {
            printf "build %s/%s: check %s\n  options = %s\n  source = %s\n  name = %s\n",
                passed, name, root name, options, source, name
        }
        FNR == NR && /^ *"command": / {
            options = $0
            sub(/^ *"command": "[^ ]* /, "", options)
            sub(/",?$/, "", options)
            gsub(/\\"/, "\"", options); gsub(/\\\\/, "\\", options); gsub(/\$/, "$$", options)
            sub(/-Winvalid-pch -include [^ ]*/, "", options)
            sub(/ -o [^ ]* -c .*/, "", options)
        }
        FNR == NR && /^ *"file": / {
            name = $0
            sub(/^ *"file": "/, "", name); sub(/",?$/, "", name)
            if (index(name, root) != 1 || index(name, build) == 1) next
            name = substr(name, length(root) + 1)
            if (name in seen) next
            seen[name]
            emit(name, options, root name)
            for (folder = above(name); !(folder in of); folder = above(folder)) of[folder] = options
        }
        FNR == NR { next }
        {
            for (folder = above($0); !(folder in of) && folder != ""; ) folder = above(folder)
            emit($0, of[folder], "-x c++ -include " root $0 " /dev/null")
        }' "$build/compile_commands.json" -
}

failed=()
for compiler in "$@"; do
    command -v "$compiler" >/dev/null || { printf '%s is not installed\n' "$compiler" >&2; exit 2; }
    rules=$build/compilers/$compiler
    mkdir -p "$rules"
    { printf 'builddir = %s\n' "$rules"; write_rules "$compiler"; } >"$rules/build.ninja.new"
    cmp -s "$rules/build.ninja.new" "$rules/build.ninja" || cp "$rules/build.ninja.new" "$rules/build.ninja"
    # Options name folders relative to BUILD.
    ninja -C "$build" -f "$rules/build.ninja" -k 0 -j "$(nproc)" || failed+=("$compiler")
done
((${#failed[@]} == 0)) || { printf 'there are warnings or errors (see above) with: %s\n' "${failed[*]}" >&2; exit 1; }
