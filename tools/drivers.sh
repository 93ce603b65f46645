#!/usr/bin/env bash
# drivers.sh [--build FOLDER] [--suites REGEX] [DRIVER...]
#
# Runs the tests on drivers that need no hardware. DRIVER is one of
#   lavapipe-4 lavapipe-8 lavapipe-16   Mesa's software driver, with subgroups of that size
#   swiftshader                         Google's software driver, which has the features of an old phone
#   mock                                Khronos' mock driver, which computes nothing: only commands run on it, and each
#                                       must end with an exit code within a minute
# (default: all of them). SwiftShader and the mock driver come from Debian's package chromium-common, which is unpacked
# in FOLDER/drivers and not installed. Prints for each driver and program how many tests passed, skipped and failed and
# the processor time; then the names of failed suites and the reasons of skipped tests. Logs: FOLDER/drivers/DRIVER/.
# Exits 1 if a test failed or a command crashed.
#
#   --build FOLDER   the build whose programs run (default: build)
#   --suites REGEX   only the suites (PROGRAM.SUITE, as ctest names them) that match this extended regular expression
set -euo pipefail
vkalgo_root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
source "$vkalgo_root/tools/setup.sh"
build=$vkalgo_root/build suites=. chosen=() known=(lavapipe-4 lavapipe-8 lavapipe-16 swiftshader mock)
programs=(engine alignment histogram matrix mesh scan sort terrain volume dp)
suite_seconds=900 command_seconds=60
while (($#)); do
    case $1 in
        -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" | sed '$d'; exit 0 ;;
        --build) build=$(readlink -f "${2:?--build needs a folder}"); shift ;;
        --suites) suites=${2:?--suites needs a regular expression}; shift ;;
        *)
            [[ " ${known[*]} " == *" $1 "* ]] ||
                { vkalgo_say "drivers.sh: there is no driver $1; choose from ${known[*]}"; exit 2; }
            chosen+=("$1") ;;
    esac
    shift
done
((${#chosen[@]})) || chosen=("${known[@]}")
[[ -x $build/bin/vkalgo ]] || { vkalgo_say "there is no $build/bin/vkalgo; build first, or name a --build"; exit 2; }
folder=$build/drivers
mkdir -p "$folder"

# fetch: unpacks chromium-common, with SwiftShader and the mock driver.
fetch() {
    chromium=$folder/chromium/usr/lib/chromium
    if [[ ! -e $chromium/libvk_swiftshader.so ]]; then
        (cd "$folder" && apt-get download -q chromium-common >&2 && dpkg -x chromium-common_*.deb chromium) ||
            { vkalgo_say "could not fetch Debian's package chromium-common"; return 1; }
    fi
    printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}\n' \
        "$chromium/libVkICD_mock_icd.so" >"$folder/mock.json"
}

# use DRIVER: chooses the driver for the programs that are started next.
use() {
    local manifest
    unset LP_NATIVE_VECTOR_WIDTH
    case $1 in
        lavapipe-*)
            manifest=$(echo /usr/share/vulkan/icd.d/lvp_icd*.json)
            export LP_NATIVE_VECTOR_WIDTH=$((32 * ${1#lavapipe-})) ;;
        swiftshader) fetch || return; manifest=$chromium/vk_swiftshader_icd.json ;;
        mock) fetch || return; manifest=$folder/mock.json ;;
    esac
    export VK_DRIVER_FILES=$manifest VK_ICD_FILENAMES=$manifest VKALGO_DEVICE=0
}

# run_suite LOGS PROGRAM.SUITE: runs a suite and keeps its log, which ends with the exit status and the processor time.
run_suite() {
    local log=$1/${2//\//_}.log status=0 TIMEFORMAT='seconds %U'
    {
        time timeout "$suite_seconds" "$build/bin/vkalgo_tests_${2%%.*}" --gtest_filter="${2#*.}.*" || status=$?
        printf 'status %s\n' "$status"
    } >"$log" 2>&1
}
export -f run_suite
export build suite_seconds

# run_suites DRIVER: runs all chosen suites, as many at once as there are cores. Prints a line per program.
run_suites() {
    local logs=$folder/$1 program
    rm -rf "$logs"
    mkdir -p "$logs"
    for program in "${programs[@]}"; do
        [[ -x $build/bin/vkalgo_tests_$program ]] || continue
        "$build/bin/vkalgo_tests_$program" --gtest_list_tests | sed -n "s/^\([^ ][^.]*\)\..*/$program.\1/p"
    done | sort -u | { grep -E "$suites" || true; } | xargs -r -P "$(nproc)" -I{} bash -c 'run_suite "$0" "{}"' "$logs"
    for program in "${programs[@]}"; do
        cat "$logs/$program".*.log 2>/dev/null | awk -v driver="$1" -v program="$program" '
            /^\[       OK \]/ { ++passed }
            /^\[  SKIPPED \].* ms\)$/ { ++skipped }
            /^\[  FAILED  \].* ms\)$/ { ++failed }
            /^seconds / { seconds += $2 }
            /^status / { ++suites; if ($2 > 1) ++ended }
            END {
                if (suites) printf "%-12s %-10s %5d passed %4d skipped %4d failed %3d suites ended early %6d s\n",
                    driver, program, passed, skipped, failed, ended, seconds
            }'
    done
    grep -h -A 1 ': Skipped$' "$logs"/*.log | grep -v -e ': Skipped$' -e '^--$' | sort | uniq -c | sort -rn |
        sed "s/^/$1 skipped: /" || true
    ! grep -L '^status 0$' "$logs"/*.log | sed "s|^$logs/|$1 FAILED: |; s|\.log$||" | grep .
}

# commands: prints commands of every kind, one per line.
commands() {
    local problem command
    for command in add histogram sort scan matmul drainage intersect thin boxcount; do
        printf '%s --n %s\n' "$command" 8 "$command" 300
    done
    printf 'sort --n 5000 --type u64\nhistogram --n 5000 --type f32\nthin --n 20 --method lee\nadd --n 1\ndevices\n'
    while read -r problem _; do
        printf 'dp --problem %s --n 12\ndp --problem %s --n 40 --solution\n' "$problem" "$problem"
    done < <("$build/bin/vkalgo" dp --list)
}

# run_commands DRIVER: runs the commands. Fails if one is ended by a signal or takes longer than a minute. Results on
# this driver mean nothing, so a command may end with an error.
run_commands() {
    local logs=$folder/$1 command count=0 bad=0 status
    mkdir -p "$logs"
    while read -r -a command; do
        status=0
        timeout "$command_seconds" "$build/bin/vkalgo" "${command[@]}" >"$logs/output" 2>&1 </dev/null || status=$?
        count=$((count + 1))
        ((status <= 3)) || { bad=$((bad + 1)); printf '%s FAILED: %s (status %s)\n' "$1" "${command[*]}" "$status"; }
    done < <(commands)
    printf '%-12s %d commands, %d crashed or did not end\n' "$1" "$count" "$bad"
    ((bad == 0))
}

failed=no
for driver in "${chosen[@]}"; do
    vkalgo_say "== $driver"
    use "$driver" || { failed=yes; continue; }
    case $driver in
        mock) run_commands "$driver" || failed=yes ;;
        *) run_suites "$driver" || failed=yes ;;
    esac
done
[[ $failed == no ]]
