#!/usr/bin/env bash
# Copies vkalgo to a machine with a GPU, tests it there and times it, in one call.
#
#   bench/device.sh pack FOLDER [BUILD [PARENT]]
#                                 here: the command, examples, test and bench programs of BUILD (default: build), the
#                                 shared libraries they need, the source tree and the peers, into FOLDER; also the
#                                 command and the bench programs of PARENT, the build of an earlier commit. Meshes, DEMs
#                                 and volumes in FOLDER/meshes, FOLDER/dems and FOLDER/volumes are timed as well
#   FOLDER/device.sh test [OUT]   there: only the tests
#   FOLDER/device.sh time [OUT]   there: the benchmarks, PARENT's before BUILD's in each step, and the peers
#   FOLDER/device.sh run [OUT]    there: tests, benchmarks and peers; logs and JSON into OUT (default: vkalgo_results)
#   bench/device.sh table OUT     anywhere with python3: prints OUT's figures as the Markdown of docs/benchmarks.md
#   bench/device.sh compare OUT   anywhere with python3: prints each row of BUILD beside PARENT's. Exits 1 if a row is
#                                 more than 2% slower and outside the spreads of both
#
# The other machine needs bash, tar, xz, timeout, a Vulkan loader (libvulkan.so.1), a driver, and the C++ run-time that
# BUILD was linked with or a newer one. If it has nvcc, the peers are built and timed too. `test`, `time` and `run` exit
# 1 if a test failed, a result was wrong or a step did not end in time. VKALGO_DEVICE chooses the device. VKALGO_SUITES
# and VKALGO_STEPS are patterns of suites (PROGRAM.SUITE) and benchmarks: VKALGO_SUITES='_dp\.|_cli\.Dp'.
set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Tests that are skipped. They compare with outputs of another device that the documentation shows, or need git and
# CMake.
away='BatchDocs.*:DpDocs.*:Readme.*:Documentation.*:Contributing.*:Version.KnowsTheCommitOfA*'
suite_limit=280   # seconds
bench_limit=150

usage() {
    sed -n '2,19s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
}

# collect BUILD FOLDER PROGRAM...: copies programs of BUILD without their symbols, and the libraries that they need.
collect() {
    local build=$1 folder=$2 program
    shift 2
    if [ ! -x "$build/bin/vkalgo" ]; then
        echo "device.sh: there is no $build/bin/vkalgo; build first" >&2
        exit 2
    fi
    mkdir -p "$folder"/{bin,lib}
    for program in "$@"; do
        [ -x "$program" ] || continue
        strip -o "$folder/bin/$(basename "$program")" "$program"
        ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
    done | sort -u | grep -vE '/(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|ld-linux[^/]*|libvulkan)\.so' |
        while read -r library; do cp -L "$library" "$folder/lib/"; done
    (cd "$build" && git describe --always --dirty --abbrev=10 2>/dev/null || echo unknown) > "$folder/commit"
}

pack() {
    local folder=$1 build=${2:-$here/../build} parent=${3:-} bin example examples=()
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    mkdir -p "$folder" "$stage"/{peers,source}
    bin=$build/bin
    for example in "$here"/../examples/*/; do
        example=$(basename "$example")
        examples+=("$bin/$example" "$bin/vkalgo_example_$example")  # One of them is there: see examples/CMakeLists.txt
    done
    collect "$build" "$stage" "$bin/vkalgo" "${examples[@]}" "$bin"/vkalgo_tests_* "$bin"/vkalgo_bench_* "$bin"/peer_*
    if [ -n "$parent" ]; then
        collect "$parent" "$stage/parent" "$parent"/bin/vkalgo "$parent"/bin/vkalgo_bench_* "$parent"/bin/peer_*
    fi
    cp "$here"/peers/*.cu "$here"/peers/*.cuh "$stage/peers/"
    # Tests read pages, recurrences and sources.
    (cd "$here/.." && git ls-files -z | tar -c --null -T -) | tar -C "$stage/source" -x
    # Every program contains the same library. xz stores it only once if the dictionary is larger than a program.
    tar -C "$stage" --sort=name -c . | xz --lzma2=preset=3,dict=256MiB > "$folder/parcel.tar.xz"
    cp "$here/device.sh" "$folder/device.sh"
    chmod +x "$folder/device.sh"
    echo "$folder: $(du -sh "$folder" | cut -f1), $(find "$stage" -path '*/bin/*' | wc -l) programs, commit" \
        "$(cat "$stage/commit")${parent:+ beside $(cat "$stage/parent/commit")}"
}

failures=()
note_failure() {
    failures+=("$*")
    echo "FAILED: $*"
}

# Runs one suite in a process of its own, so that a crash or a hang affects only that suite.
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
    export VKALGO_TESTS_SPELL="$work/bin/vkalgo_example_spell" VKALGO_TESTS_ALIGN="$work/bin/vkalgo_example_align"
    export VKALGO_TESTS_DEVICE_DRIVEN="$work/bin/vkalgo_example_device_driven"
    export VKALGO_RECURRENCES="${VKALGO_RECURRENCES:-40}"
    local running=0 most
    most=$(($(nproc) < 16 ? $(nproc) : 16))
    # In a subshell `wait` waits only for suites, not for the compiler of the peers.
    (
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
    )
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

# step NAME PATTERN JSON PROGRAM ARGS...: runs PARENT's program and then BUILD's, which write their figures to JSON.
# Standard output is logged, and its lines that match PATTERN are printed; an exit status other than 0 is a failure.
step() {
    local name=$1 pattern=$2 json=$3 program=$4 tree status folder
    shift 4
    [[ $name =~ ${VKALGO_STEPS:-.} ]] || return 0
    for tree in "$work/parent" "$work"; do
        [ -x "$tree/bin/$program" ] || continue
        folder=$out${tree#"$work"}
        mkdir -p "$folder"
        echo "--- $name, commit $(cat "$tree/commit")"
        LD_LIBRARY_PATH="$tree/lib:$LD_LIBRARY_PATH" timeout "$bench_limit" "$tree/bin/$program" "$@" \
            "$([ "$program" = vkalgo ] && echo --output || echo --json)" "$folder/$json" 2>> "$folder/errors.log" |
            tee -a "$folder/bench.log" | grep -E -- "$pattern"
        status=${PIPESTATUS[0]}
        [ "$status" -eq 0 ] || note_failure "$name of $(cat "$tree/commit") (exit $status; see errors.log)"
    done
}

# Builds the CUDA peers in the background, while the tests run.
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

# run test|time|all [OUT]: runs one of the commands above
run() {
    local what=$1
    out=${2:-vkalgo_results}
    mkdir -p "$out"
    out=$(cd "$out" && pwd)
    rm -rf "$out"/{*.log,*.json,*.jsonl,parent}
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
    if [ "$what" != test ] && [[ peers =~ ${VKALGO_STEPS:-.} ]]; then
        build_peers
    fi
    if [ "$what" != time ]; then
        run_tests
        echo "tests took $((SECONDS - began)) s"
    fi
    if [ "$what" != test ]; then
        wait  # The compiler of the peers would disturb the measurements
        run_benchmarks
    fi
    echo "all took $((SECONDS - began)) s; ${#failures[@]} failures; results in $out"
    [ ${#failures[@]} -eq 0 ] || printf 'FAILED: %s\n' "${failures[@]}"
    [ ${#failures[@]} -eq 0 ]
}

run_benchmarks() {
    bench_limit=300 step "dynamic programming" . dp.json vkalgo_bench_dp
    # One process per case: the GPU's clock depends on what ran before.
    local case
    for case in edit reads protein; do
        step "batches: $case" . "batch_$case.json" vkalgo_bench_batch --case "$case"
    done
    step "vkalgo bench histogram" . command.json vkalgo bench histogram
    step "scans beside a copy" . scan.json vkalgo_bench_scan
    step "products of matrices and a vector add" . matrix.json vkalgo_bench_matrix
    step "vkalgo bench matrix" . matrix_command.json vkalgo bench matrix
    bench_limit=300 step "vkalgo bench sort" . sort_command.json vkalgo bench sort
    bench_limit=300 step "vkalgo bench batch" . batch_command.json vkalgo bench batch
    step "vkalgo bench volume" . volume_command.json vkalgo bench volume
    local meshes=() dems=() volumes=() file
    for file in "$here"/meshes/*; do  # Files that the user put there
        [ -e "$file" ] && meshes+=(--mesh "$file")
    done
    for file in "$here"/dems/*; do
        [ -e "$file" ] && dems+=(--dem "$file")
    done
    for file in "$here"/volumes/*; do
        [ -e "$file" ] && volumes+=(--volume "$file")
    done
    bench_limit=300 step "skeletons" . thinning.json vkalgo_bench_thinning "${volumes[@]}"
    step "boxes, masses and packing" . volume.json vkalgo_bench_volume
    step "vkalgo bench mesh" . mesh.json vkalgo bench mesh "${meshes[@]}"
    step "vkalgo bench terrain" . terrain.json vkalgo bench terrain "${dems[@]}"
    bench_limit=300 step "sorts beside the processor's" . sort.json vkalgo_bench_sort
    step "the tables of the Shellsort paper" . shellsort.json vkalgo_bench_sort --paper \
        --all-seconds $((bench_limit * 2 / 3))
    step "counting sorts, segments and first keys" . sort_composed.json vkalgo_bench_sort_composed
    step "the report's histograms (only the largest are shown)" '^type| 56975000 | 1073741824 ' histogram.json \
        vkalgo_bench_histogram
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

compare() {
    python3 - "$1" <<'PYTHON'
import glob, json, os, sys

def rows(path):
    data = json.load(open(path))
    if isinstance(data, dict):
        data = data.get("cases") or data.get("rows") or data.get("result", {}).get("cases") or []
    found = {}
    for row in data:
        names = ("case", "type", "distribution", "bins", "method", "kernel", "tracebacks", "n")
        if isinstance(row.get("gpu_ms"), dict):
            found[" ".join(str(row[k]) for k in names if k in row)] = row["gpu_ms"]
    return found

slower = compared = 0
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.json"))):
    before = os.path.join(sys.argv[1], "parent", os.path.basename(path))
    if not os.path.exists(before):
        continue
    old, new = rows(before), rows(path)
    for key, now in new.items():
        if key not in old:
            continue
        was = old[key]
        compared += 1
        bad = now["median"] > 1.02 * was["median"] and now["least"] > was["most"]
        slower += bad
        ratio = now["median"] / was["median"]
        spread = "{least:.4g} to {most:.4g}"
        print(f"{'SLOWER' if bad else '      '} {ratio:6.3f}  {was['median']:.4g} -> {now['median']:.4g} ms  "
              f"({spread.format(**was)}, {spread.format(**now)})  {os.path.basename(path)[:-5]}: {key}")
print(f"{compared} rows compared, {slower} slower by more than 2% and outside both spreads")
sys.exit(1 if slower or not compared else 0)
PYTHON
}

case "${1:-}" in
    pack)
        if [ $# -lt 2 ] || [ $# -gt 4 ]; then usage; fi
        pack "${@:2}"
        ;;
    test)
        if [ $# -gt 2 ]; then usage; fi
        run test "${2:-}"
        ;;
    time)
        if [ $# -gt 2 ]; then usage; fi
        run time "${2:-}"
        ;;
    compare)
        if [ $# -ne 2 ]; then usage; fi
        compare "$2"
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
