#!/usr/bin/env bash
# compile_for_amd.sh [--program FILE] [FAMILY...]
#
# Compiles kernels for GPUs of AMD without having one: runs the command at small, middle and large sizes on Mesa's RADV
# driver, which then compiles for the FAMILY (default: polaris10 vega10 vega20 renoir navi10 navi14 navi21 gfx1100), and
# a layer (compile_layer.cpp) makes submissions succeed. So each kernel has the specialization that a plan chose for
# this device; the answers are meaningless. Prints a table per family: pipelines, how many of these the driver refused
# or compiled with spilled registers, the most vector registers, and the largest code. Writes all statistics to
# build/compile_for_amd/FAMILY.tsv. Fails if the driver refuses a pipeline, or if a command crashes.
#
#   --program FILE   the command (default: build/bin/vkalgo)
set -euo pipefail
vkalgo_root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
source "$vkalgo_root/tools/setup.sh"
folder=$vkalgo_root/build/compile_for_amd program=$vkalgo_root/build/bin/vkalgo families=()
while (($#)); do
    case $1 in
        -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        --program) program=${2:?--program needs a file}; shift ;;
        -*) vkalgo_say "compile_for_amd.sh: there is no option $1; see --help"; exit 2 ;;
        *) families+=("$1") ;;
    esac
    shift
done
((${#families[@]})) || families=(polaris10 vega10 vega20 renoir navi10 navi14 navi21 gfx1100)
driver=/usr/share/vulkan/icd.d/radeon_icd.x86_64.json
[[ -e $driver ]] || { vkalgo_say "there is no $driver; on Debian: apt install mesa-vulkan-drivers"; exit 2; }
[[ -x $program ]] || { vkalgo_say "there is no $program; build it, or name another by --program"; exit 2; }

mkdir -p "$folder"
c++ -std=c++20 -O1 -shared -fPIC -o "$folder/libcompile_layer.so" "$vkalgo_root/tools/compile_layer.cpp"
cat >"$folder/layer.json" <<'LAYER'
{"file_format_version": "1.1.2",
 "layer": {"name": "VK_LAYER_KHRONOS_validation", "type": "GLOBAL", "library_path": "./libcompile_layer.so",
           "api_version": "1.3.230", "implementation_version": "1", "description": "compiles kernels without hardware",
           "instance_extensions": [{"name": "VK_EXT_validation_features", "spec_version": "2"},
                                   {"name": "VK_EXT_debug_utils", "spec_version": "2"}]}}
LAYER

# commands: prints the commands, one per line.
commands() {
    local n type problem
    for n in 100 100000 20000000; do
        for type in u8 u16 u32 u64 f16 f32 f64; do
            printf 'histogram --n %s --type %s\n' "$n" "$type"
        done
        for type in u32 i32 f32 u64 f64 u8 u16 f16; do
            printf 'sort --n %s --type %s\n' "$n" "$type"
            printf 'scan --n %s --type %s\n' "$n" "$type"
        done
        printf 'sort --n %s --indices\nadd --n %s\n' "$n" "$n"
    done
    for n in 30 300 3000; do
        for type in f32 f16 u32 f64 i8; do printf 'matmul --n %s --type %s\n' "$n" "$type"; done
        printf 'drainage --n %s\nintersect --n %s\n' "$n" "$((n * 30))"
    done
    for n in 20 300; do printf 'thin --n %s\nthin --n %s --method lee\nboxcount --n %s\n' "$n" "$n" "$n"; done
    while read -r problem _; do
        for n in 12 100 1000; do printf 'dp --problem %s --n %s\ndp --problem %s --n %s --solution\n' \
            "$problem" "$n" "$problem" "$n"; done
    done < <("$program" dp --list)
    printf 'dp --problem lcs --n 100000\ndp --problem edit-distance --n 20000\n'
}

# compile FAMILY: runs all commands for the family, and prints its row of the table.
compile() {
    local family=$1 table=$folder/$1.tsv bad=$folder/$1.bad command
    rm -f "$table" "$bad"
    export NODEVICE_SELECT=1 VK_LAYER_PATH=$folder VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver
    export RADV_FORCE_FAMILY=$family VKALGO_STATISTICS=$table MESA_SHADER_CACHE_DISABLE=1
    while read -r -a command; do
        local status=0
        timeout 20 "$program" "${command[@]}" --validate >"$folder/output" 2>&1 </dev/null || status=$?
        # Results are meaningless, so a command may end with an error, or wait for a result that never comes (124).
        if ((status > 2 && status != 124)); then printf '%s: status %s\n' "${command[*]}" "$status" >>"$bad"; fi
    done < <(commands)
    awk -F '\t' -v family="$family" '
        function value(name) {
            return match($2, name "=[0-9]+") ? substr($2, RSTART + length(name) + 1, RLENGTH - length(name) - 1) + 0 : 0
        }
        { ++pipelines }
        $2 ~ /^refused/ { ++refused }
        {
            if (value("Spilled VGPRs") + value("Spilled SGPRs") > 0) { ++spills; names[$1] }
            if (value("; VGPRs") > registers) { registers = value("; VGPRs"); widest = $1 }
            if (value("Code size") > size) { size = value("Code size"); largest = $1 }
        }
        END {
            printf "%-10s %5d pipelines, %d refused, %d with spills, at most %d registers (%s), %d bytes (%s)\n",
                family, pipelines, refused, spills, registers, widest, size, largest
            for (name in names) printf "%-10s spills: %s\n", family, name
            exit refused > 0
        }' "$table" || return 1
    [[ ! -e $bad ]] || { sed "s/^/$family: /" "$bad"; return 1; }
}

failed=no
for family in "${families[@]}"; do compile "$family" || failed=yes; done
[[ $failed == no ]]
