#!/usr/bin/env bash
# Carries vkalgo to a machine with a GPU, tests it there and times it, in one call.
#
#   bench/device.sh pack FOLDER [BUILD]   here: the command, the test and bench programs of BUILD (default: build), what
#                                         shared libraries they need and the peers, into FOLDER; meshes, DEMs and
#                                         volumes that are put into FOLDER/meshes, dems and volumes are timed as well
#   FOLDER/device.sh test [OUT]           there: the tests alone
#   FOLDER/device.sh run [OUT]            there: tests, benchmarks and peers; logs and JSON into OUT
#                                         (default: vkalgo_results)
#   bench/device.sh table OUT             anywhere with python3: OUT's figures as the Markdown of docs/benchmarks.md
#
# The other machine needs bash, tar, xz, timeout, a Vulkan loader (libvulkan.so.1), a driver, and the C++ run-time that
# BUILD was linked with or a newer one. With nvcc there the peers are built and timed as well. `run` exits 1 if a test
# failed, a result was wrong or a step did not end in time. VKALGO_DEVICE chooses the device; VKALGO_SUITES and
# VKALGO_STEPS are patterns of the suites (PROGRAM.SUITE) and benchmarks to run: VKALGO_SUITES='_dp\.|_cli\.Dp'.
set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Tests that compare with files of the source tree, or with what the documentation shows of another device.
away='DpDocs.*:Readme.*:Documentation.*:Assemble.MakesEveryModuleOfTheBuiltInProblems'
away+=':Assemble.HoldsTheTemplatesAsTheyWereWhenBuilt:Advice.IsGivenByTheCommandAlone*:Version.KnowsTheCommitOfA*'
away+=':DpUsage.AFileOfOnesOwn*:DpUsage.AnErrorIsAtTheUsersOwnLine:DpUsage.CompiledModules*:Contributing.*'
suite_limit=280   # seconds
bench_limit=150

usage() {
    sed -n '2,15s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
}

pack() {
    local folder=$1 build=${2:-$here/../build} program
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    mkdir -p "$folder" "$stage"/{bin,lib,peers,source}
    local found=()
    for program in vkalgo auto_exposure sorted_particles colliding_triangles "$build"/bin/vkalgo_tests_* \
        "$build"/bin/vkalgo_bench_* "$build"/bin/peer_*; do
        program="$build/bin/$(basename "$program")"
        [ -x "$program" ] || continue
        found+=("$program")
        strip -o "$stage/bin/$(basename "$program")" "$program"
    done
    if [ ! -x "$stage/bin/vkalgo" ]; then
        echo "device.sh: there is no $build/bin/vkalgo; build first" >&2
        exit 2
    fi
    for program in "${found[@]}"; do
        ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
    done | sort -u | grep -vE '/(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|ld-linux[^/]*|libvulkan)\.so' |
        while read -r library; do cp -L "$library" "$stage/lib/"; done
    cp "$here"/peers/*.cu "$here"/peers/*.cuh "$stage/peers/"
    (cd "$here/.." && cp --parents -r README.md LICENSE tests/dp/recurrences "$stage/source")
    git -C "$here" describe --always --dirty --abbrev=10 > "$stage/commit" 2>/dev/null || echo unknown > "$stage/commit"
    tar -C "$stage" -c . | xz -3 -T0 > "$folder/parcel.tar.xz"
    cp "$here/device.sh" "$folder/device.sh"
    chmod +x "$folder/device.sh"
    echo "$folder: $(du -sh "$folder" | cut -f1), ${#found[@]} programs, commit $(cat "$stage/commit")"
}

failures=()
note_failure() {
    failures+=("$*")
    echo "FAILED: $*"
}

# One suite as a process of its own, so that a crash or a hang is that suite's alone.
run_suite() {
    local program=$1 suite=$2 log status
    log="$logs/$(basename "$program").${suite//\//_}.log"
    (cd "$(mktemp -d -p "$work")" &&
        timeout "$suite_limit" "$program" --gtest_color=no --gtest_filter="$suite.*-$away") > "$log" 2>&1
    status=$?
    echo "$status" > "$log.status"
}

suites_of() {
    "$1" --gtest_list_tests --gtest_filter="*-$away" 2>/dev/null |
        sed -n 's/^\([A-Za-z0-9_/]*\)\.\( .*\)\{0,1\}$/\1/p' |
        while read -r suite; do
            [[ "$(basename "$1").$suite" =~ ${VKALGO_SUITES:-.} ]] && echo "$suite"
        done
}

run_tests() {
    local program suite name
    export VKALGO_TESTS_COMMAND="$work/bin/vkalgo" VKALGO_TESTS_AUTO_EXPOSURE="$work/bin/auto_exposure"
    export VKALGO_TESTS_SORTED_PARTICLES="$work/bin/sorted_particles" VKALGO_TESTS_SOURCE="$work/source"
    export VKALGO_TESTS_COLLIDING_TRIANGLES="$work/bin/colliding_triangles"
    local layers=(/usr/share/vulkan /etc/vulkan "${HOME:-/root}/.local/share/vulkan")
    if ! find "${layers[@]}" -name '*khronos_validation*.json' 2>/dev/null |
        grep -q .; then
        export VKALGO_TESTS_WITHOUT_VALIDATION=1
        echo "tests run without the validation layers, which are not installed here"
    fi
    if [ -n "${VKALGO_DEVICE:-}" ]; then
        export VKALGO_TESTS_DEVICE=$VKALGO_DEVICE
    fi
    local running=0 most
    most=$(($(nproc) < 16 ? $(nproc) : 16))
    for program in "$work"/bin/vkalgo_tests_*; do
        for suite in $(suites_of "$program"); do
            run_suite "$program" "$suite" &
            running=$((running + 1))
            if [ "$running" -ge "$most" ]; then
                wait -n
                running=$((running - 1))
            fi
        done
    done
    wait
    for program in "$work"/bin/vkalgo_tests_*; do
        name=$(basename "$program")
        local passed=0 failed=0 skipped=0 broken=() log status count
        for log in "$logs/$name".*.log; do
            [ -e "$log" ] || continue
            status=$(cat "$log.status")
            count=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log")
            passed=$((passed + ${count:-0}))
            count=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$log")
            skipped=$((skipped + ${count:-0}))
            if [ "$status" -ne 0 ]; then
                failed=$((failed + 1))
                broken+=("$(basename "$log" .log | sed "s/^$name\.//")($status)")
            fi
            { echo "=== $(basename "$log" .log), exit $status"; cat "$log"; } >> "$out/tests.log"
        done
        printf '%-28s %5d tests passed, %d skipped, %d suites failed %s\n' "$name" "$passed" "$skipped" "$failed" \
            "${broken[*]:-}"
        if [ "$failed" -gt 0 ] || { [ "$passed" -eq 0 ] && [ -z "${VKALGO_SUITES:-}" ]; }; then
            note_failure "$name ${broken[*]:-}"
            grep -hE '^\[  FAILED  \] [A-Za-z0-9_/]+\.[A-Za-z0-9_/]+( |,|$)' "$logs/$name".*.log | sort -u | head -8
        fi
    done
}

# step NAME PATTERN COMMAND...: standard output is logged and its lines that match PATTERN are shown; a bad exit is a
# failure.
step() {
    local name=$1 pattern=$2 status
    shift 2
    [[ $name =~ ${VKALGO_STEPS:-.} ]] || return 0
    echo "--- $name"
    timeout "$bench_limit" "$@" 2>> "$out/errors.log" | tee -a "$out/bench.log" | grep -E -- "$pattern"
    status=${PIPESTATUS[0]}
    [ "$status" -eq 0 ] || note_failure "$name (exit $status; see errors.log)"
}

# In the background, while the tests run.
build_peers() {
    local nvcc source
    [ -e /dev/nvidiactl ] || nvidia-smi -L > /dev/null 2>&1 || return 0
    nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || return 0
    for source in "$work"/peers/*.cu; do
        local libraries=()
        case "$source" in *_cublas.cu) libraries=(-lcublas) ;; esac
        timeout "$bench_limit" "$nvcc" -std=c++17 -O3 -arch="${VKALGO_CUDA_ARCH:-native}" \
            -o "$work/bin/peer_$(basename "$source" .cu)" "$source" "${libraries[@]}" 2>> "$out/errors.log"
    done &
    peer_build=$!
}

time_peers() {
    local program source
    if [ -z "${peer_build:-}" ]; then
        echo "--- no CUDA device or no nvcc here: the CUDA peers were not timed"
        return 0
    fi
    for source in "$work"/peers/*.cu; do
        program="$work/bin/peer_$(basename "$source" .cu)"
        echo "--- peer $(basename "$source" .cu)"
        if [ ! -x "$program" ]; then
            note_failure "building $(basename "$source") (see errors.log)"
            continue
        fi
        if timeout "$bench_limit" "$program" > "$work/peer.json" 2>> "$out/errors.log"; then
            cat "$work/peer.json" >> "$out/peers.jsonl"
            local shape='^\{"case": "([^"]*)", "method": "([^"]*)".*"median": ([0-9.]*), "least": ([0-9.]*), '
            shape+='"most": ([0-9.]*)\}, "([a-z]*)".*"rate_per_second": ([0-9.e+]*).*'
            sed -E "s/$shape/\1  \2  median \3 ms (\4 .. \5), \7 \6\/s/" "$work/peer.json"
        else
            note_failure "$(basename "$program")"
        fi
    done
}

# run test|all [OUT]
run() {
    local what=$1
    out=${2:-vkalgo_results}
    mkdir -p "$out"
    out=$(cd "$out" && pwd)
    rm -f "$out"/{tests.log,bench.log,errors.log,devices.json,dp.json,histogram.json,scan.json,command.json,peers.jsonl}
    rm -f "$out"/{sort.json,shellsort.json,sort_composed.json,mesh.json,terrain.json,matrix.json}
    rm -f "$out"/matrix_command.json
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    logs="$work/logs"
    mkdir "$logs"
    tar -C "$work" -xJf "$here/parcel.tar.xz"
    export LD_LIBRARY_PATH="$work/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    local began=$SECONDS
    echo "vkalgo $("$work/bin/vkalgo" --version 2>/dev/null | cut -d' ' -f2), commit $(cat "$work/commit")"
    if ! timeout 60 "$work/bin/vkalgo" devices; then
        echo "device.sh: no usable device; nothing was run" >&2
        exit 1
    fi
    "$work/bin/vkalgo" --json devices > "$out/devices.json"
    sed -i "1s/{/{\"commit\": \"$(cat "$work/commit")\", /" "$out/devices.json"
    if [ "$what" = all ] && [[ peers =~ ${VKALGO_STEPS:-.} ]]; then
        build_peers
    fi
    run_tests
    echo "tests took $((SECONDS - began)) s"
    if [ "$what" = all ]; then
        run_benchmarks
    fi
    echo "all took $((SECONDS - began)) s; ${#failures[@]} failures; results in $out"
    [ ${#failures[@]} -eq 0 ] || printf 'FAILED: %s\n' "${failures[@]}"
    [ ${#failures[@]} -eq 0 ]
}

run_benchmarks() {
    # All jobs have ended by now: the peers' compiler does not disturb what is timed.
    step "dynamic programming" . "$work/bin/vkalgo_bench_dp" --json "$out/dp.json"
    step "vkalgo bench histogram" . "$work/bin/vkalgo" bench histogram --output "$out/command.json"
    if [ -x "$work/bin/vkalgo_bench_scan" ]; then
        step "scans beside a copy" . "$work/bin/vkalgo_bench_scan" --json "$out/scan.json"
    fi
    if [ -x "$work/bin/vkalgo_bench_matrix" ]; then
        step "products of matrices and a vector add" . "$work/bin/vkalgo_bench_matrix" --json "$out/matrix.json"
    fi
    step "vkalgo bench matrix" . "$work/bin/vkalgo" bench matrix --output "$out/matrix_command.json"
    step "vkalgo bench volume" . "$work/bin/vkalgo" bench volume --output "$out/volume_command.json"
    local meshes=() dems=() volumes=() file
    for file in "$here"/meshes/*; do  # put there by hand
        [ -e "$file" ] && meshes+=(--mesh "$file")
    done
    for file in "$here"/dems/*; do
        [ -e "$file" ] && dems+=(--dem "$file")
    done
    for file in "$here"/volumes/*; do
        [ -e "$file" ] && volumes+=(--volume "$file")
    done
    if [ -x "$work/bin/vkalgo_bench_thinning" ]; then
        bench_limit=300 step "skeletons" . "$work/bin/vkalgo_bench_thinning" --json "$out/thinning.json" "${volumes[@]}"
    fi
    if [ -x "$work/bin/vkalgo_bench_volume" ]; then
        step "boxes, masses and packing" . "$work/bin/vkalgo_bench_volume" --json "$out/volume.json"
    fi
    step "vkalgo bench mesh" . "$work/bin/vkalgo" bench mesh --output "$out/mesh.json" "${meshes[@]}"
    step "vkalgo bench terrain" . "$work/bin/vkalgo" bench terrain --output "$out/terrain.json" "${dems[@]}"
    if [ -x "$work/bin/vkalgo_bench_sort" ]; then
        bench_limit=300 step "sorts beside the processor's" . "$work/bin/vkalgo_bench_sort" --json "$out/sort.json"
        step "the tables of the Shellsort paper" . "$work/bin/vkalgo_bench_sort" --paper \
            --all-seconds $((bench_limit * 2 / 3)) --json "$out/shellsort.json"
    fi
    if [ -x "$work/bin/vkalgo_bench_sort_composed" ]; then
        step "counting sorts, segments and first keys" . "$work/bin/vkalgo_bench_sort_composed" \
            --json "$out/sort_composed.json"
    fi
    if [ -x "$work/bin/vkalgo_bench_histogram" ]; then
        step "the report's histograms, of them the largest" '^type| 56975000 | 1073741824 ' \
            "$work/bin/vkalgo_bench_histogram" --json "$out/histogram.json"
    fi
    [[ peers =~ ${VKALGO_STEPS:-.} ]] && time_peers
    return 0
}

table() {
    python3 - "$1" <<'PYTHON'
import json, os, sys

folder = sys.argv[1]
def load(name):
    path = os.path.join(folder, name)
    return json.load(open(path)) if os.path.exists(path) else None

devices = load("devices.json")
chosen = next(d for d in devices["result"]["devices"] if d["chosen"])
print(f"{chosen['name']}, driver {chosen['driver']}, commit `{devices['commit']}`\n")
print("| case | method | n | GPU ms: median (least to most) | rate | compared | target |")
print("|---|---|---|---|---|---|---|")
def digits(x):
    return f"{x:.0f}" if x >= 1000 else f"{x:.4g}"
rows = []
for name in ("dp.json", "command.json", "scan.json", "matrix.json"):
    data = load(name)
    rows += (data.get("cases") or data["result"]["cases"]) if data else []
peers = os.path.join(folder, "peers.jsonl")
if os.path.exists(peers):
    rows += [json.loads(line) for line in open(peers)]
for row in rows:
    if "skipped" in row:
        print(f"| {row['case']} | {row['method']} | {row['n']:,} | skipped: {row['skipped']} | | | |")
        continue
    t = row["gpu_ms"]
    unit = next(u for u in ("cells", "values", "bytes", "operations") if u in row)
    compared = f"{row['ratio']:.3g} x {row['baseline']}" if "ratio" in row else ""
    aims = []
    if "target_ms" in row: aims.append(f"<= {digits(row['target_ms'])} ms")
    if "target_ratio" in row: aims.append(f"<= {row['target_ratio']:g} x")
    if "target_ratio_at_least" in row: aims.append(f">= {row['target_ratio_at_least']:g} x")
    verdict = ", ".join(aims) + (": " + ("met" if row["met"] else "missed") if "met" in row else "")
    print(f"| {row['case']} | {row['method']} | {row['n']:,} | {digits(t['median'])} ({digits(t['least'])} to "
          f"{digits(t['most'])}) | {row['rate_per_second'] / 1e9:.3g} G{unit}/s | {compared} | {verdict} |")
PYTHON
}

case "${1:-}" in
    pack)
        if [ $# -lt 2 ] || [ $# -gt 3 ]; then usage; fi
        pack "$2" "${3:-}"
        ;;
    test)
        if [ $# -gt 2 ]; then usage; fi
        run test "${2:-}"
        ;;
    run)
        if [ $# -gt 2 ]; then usage; fi
        run all "${2:-}"
        ;;
    table)
        if [ $# -ne 2 ]; then usage; fi
        table "$2"
        ;;
    *) usage ;;
esac
