# shellcheck shell=bash
# Sourced by ./run and ./check (bash): installs what is missing, configures and builds. Everything it says
# goes to standard error; it never changes the caller's directory.
#
#   VKALGO_PRESET   release (default, in build/), strict (as release, in build/ too, and warnings are errors), debug
#                   or asan (in build-debug/, build-asan/)
#   VKALGO_INSTALL  "no": install nothing, even when packages are missing

vkalgo_packages=(
    cmake ninja-build g++ pkg-config ccache
    libvulkan-dev libvulkan-volk-dev mesa-vulkan-drivers vulkan-validationlayers
    glslang-tools glslang-dev spirv-tools spirv-headers
    libgtest-dev libbenchmark-dev libcli11-dev nlohmann-json3-dev libfmt-dev libexpected-dev
    libpng-dev libtiff-dev zlib1g-dev libopenmpi-dev openmpi-bin libedlib-dev libparasail-dev libglpk-dev libgmp-dev
    proj-bin libmimalloc-dev
)

vkalgo_say() { printf 'vkalgo: %s\n' "$*" >&2; }

# vkalgo_install PACKAGE...: installs the packages that are missing, on systems with apt-get.
vkalgo_install() {
    [[ ${VKALGO_INSTALL:-yes} != no ]] || return 0
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
    local installed missing=() package as_root=()
    installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null | sed -n 's/^.i *//p') || true
    for package in "$@"; do
        [[ $'\n'$installed$'\n' == *$'\n'$package$'\n'* ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            vkalgo_say "packages are missing, and only root or sudo can install them: ${missing[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    vkalgo_say "installing with apt-get: ${missing[*]}"
    "${as_root[@]}" apt-get update -q >&2 || vkalgo_say "apt-get update failed; trying with the old package lists"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
}

# vkalgo_folder PRESET: prints the folder in which a preset builds.
vkalgo_folder() {
    case $1 in
        release | strict) printf '%s/build' "$vkalgo_root" ;;
        *) printf '%s/build-%s' "$vkalgo_root" "$1" ;;
    esac
}

# vkalgo_lock FOLDER: takes the folder for this process; a second process waits. Descriptor 9 holds the lock.
vkalgo_lock() {
    mkdir -p "$1"
    exec 9>"$1/.lock"
    if ! flock -n 9; then
        vkalgo_say "another process is building in $1; waiting for it"
        flock 9
    fi
}
vkalgo_unlock() { exec 9>&-; }

# vkalgo_build PRESET TARGET...: configures if necessary, and builds. If there is nothing to do, it prints nothing.
vkalgo_build() {
    local preset=$1 folder status
    shift
    folder=$(vkalgo_folder "$preset")
    if [[ ! -f $folder/build.ninja ]] ||
        ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$vkalgo_root" "$folder/CMakeCache.txt"; then
        vkalgo_say "configuring ($preset) in $folder"
        cmake --fresh -S "$vkalgo_root" --preset "$preset" >&2 9>&- || return
        vkalgo_say "building; the first build takes 15 to 45 minutes on two cores"
    elif [[ $preset == strict ]] && ! grep -qsx 'VKALGO_WARNINGS_AS_ERRORS:BOOL=ON' "$folder/CMakeCache.txt"; then
        cmake -S "$vkalgo_root" --preset strict >&2 9>&- || return
    fi
    if [[ -t 2 && ! -f $folder/.ninja_log ]]; then
        ninja -C "$folder" "$@" >&2 9>&-
        return
    fi
    status=0
    ninja -C "$folder" "$@" 2>&1 9>&- |
        {
            grep --line-buffered -v -e '^ninja: no work to do' -e '^ninja: Entering directory' \
                -e 'Re-checking globbed' || true
        } >&2
    status=${PIPESTATUS[0]}
    return "$status"
}
