#!/usr/bin/env bash
# check_rooms.sh: tests whether folders include each other in one direction only, and prints the folders of each circle.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
arrows=$(find algorithms bench cli compiler engine formats support -name '*.[hc]pp' \
    -exec grep -HE '^ *# *include *"' {} + |
    awk -F: '
        function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
        {
            name = $2
            gsub(/^ *# *include *"|".*/, "", name)
            if (name !~ /^(algorithms|bench|cli|compiler|engine|formats|support)\//) {
                name = folder($1) "/" name
                while (sub(/[^\/]+\/\.\.\//, "", name));
            }
            if (name !~ /^shaders\// && folder($1) != folder(name)) print folder($1), folder(name)
        }' | sort -u)
circles=$(tsort <<<"$arrows" 2>&1 >/dev/null || true)
[[ -n $circles ]] || exit 0
printf 'the files of these folders include each other in a circle:\n%s\n' "$circles" >&2
exit 1
