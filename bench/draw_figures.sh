#!/usr/bin/env bash
# bench/draw_figures.sh PROGRAM [--check]: draws the plots of docs/images from docs/measured. PROGRAM is
# vkalgo_bench_figures. With --check it draws them elsewhere and fails if they differ from docs/images.
set -euo pipefail
program=$1
docs=$(cd "$(dirname "${BASH_SOURCE[0]}")/../docs" && pwd)
images=$docs/images
if [[ ${2-} == --check ]]; then
    images=$(mktemp -d)
    trap 'rm -rf "$images"' EXIT
fi

# draw NAME FILE ARGUMENTS: draws one plot. The last argument is the title.
draw() {
    "$program" "${@:3}" "$images/$1.svg" "$docs/measured/$2.json"
    [[ $images == "$docs/images" ]] || cmp "$images/$1.svg" "$docs/images/$1.svg"
}

draw sort-sizes h200-sort sizes "onesweep,radix,pratt,CUB radix sort,CUB merge sort,std::sort,parallel sort" \
    "Sorts: milliseconds per sort by number of 32-bit keys"
draw shellsort-sizes llvmpipe-shellsort sizes \
    shell-seq,shell-0,shell-a,shell-b,shell-d,shell-e,shell-f,pratt,onesweep \
    "Shellsorts: milliseconds per sort by number of keys"
draw histogram-distributions h200-histogram distributions 56975000 \
    "packed,ranges,CUB HistogramEven,atomic,two-kernel" "Histograms: 16-bit values, 65,536 bins"
