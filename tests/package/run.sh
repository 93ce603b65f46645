#!/usr/bin/env bash
# run.sh SOURCE BUILD WORK CXX: installs BUILD into WORK/prefix and uses it as a foreign project would. With VKALGO_DEEP
# set, repeats this with shared libraries.
set -euo pipefail
source=$1 build=$2 work=$3
export CXX=$4
packages="$source/tests/package"
# Uses the compiler cache of BUILD.
export CCACHE_BASEDIR="$source" CCACHE_NOHASHDIR=1
jobs=$(nproc)
rm -rf "$work"
mkdir -p "$work"

fail() { printf 'package: %s\n' "$*" >&2; exit 1; }

# no_foreign_symbols NM-ARGS...: fails if the library that nm gets as its last argument exports a symbol vk* or volk*.
no_foreign_symbols() {
    local found
    found=$(nm -g --defined-only "$@" | grep -E ' (vk[A-Z]|volk[A-Z])' || true)
    [[ -z $found ]] || fail "the library exports symbols vk* or volk*: $found"
}

# check_headers PREFIX: checks that every installed header compiles without volk's header.
check_headers() {
    local include="$1/include" headers
    # The compiler's headers are a separate component, but need only the standard library.
    headers=$(cd "$include" && find vkalgo -name '*.hpp' | sort)
    [[ -n $headers ]] || fail "no header was installed"
    ! grep -rlE 'volk\.h|vkalgo_spirv|dispatch_table\.hpp' "$include" >&2 ||
        fail "an installed header includes a header that is not installed; see above"
    # shellcheck disable=SC2086
    printf '#include <%s>\n' $headers >"$work/headers.cpp"
    "$CXX" -std=c++20 -Wall -Wextra -Wpedantic -fsyntax-only "-I$include" "$work/headers.cpp" ||
        fail "the installed headers do not compile"
}

# build_consumer FOLDER CMAKE-ARGS...: configures and builds the project in FOLDER, which has the name of its program.
build_consumer() {
    local folder=$1 name
    name=$(basename "$folder")
    shift
    cmake -G Ninja -S "$folder" -B "$work/$name" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" "$@" >"$work/$name.log" 2>&1 &&
        ninja -C "$work/$name" -j "$jobs" "$name" >>"$work/$name.log" 2>&1 ||
        { cat "$work/$name.log" >&2; fail "$name does not build"; }
}

# consumer NAME CMAKE-ARGS...: builds and runs tests/package/NAME.
consumer() {
    local name=$1
    build_consumer "$packages/$name" "${@:2}"
    [[ $("$work/$name/$name") == ok ]] || fail "$name does not run"
    printf 'package: %s passed\n' "$name"
}

# misspelt PREFIX: checks that find_package lists the components if it is asked for one that does not exist.
misspelt() {
    mkdir -p "$work/misspelt"
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(misspelt LANGUAGES CXX)\n%s\n' \
        'find_package(vkalgo REQUIRED COMPONENTS algoritms)' >"$work/misspelt/CMakeLists.txt"
    ! cmake -G Ninja -S "$work/misspelt" -B "$work/misspelt/build" -DCMAKE_PREFIX_PATH="$1" \
        >"$work/misspelt.log" 2>&1 ||
        fail "find_package accepts the component 'algoritms', which does not exist"
    tr -s ' \n' ' ' <"$work/misspelt.log" |
        grep -q "no component 'algoritms'; there are: engine, algorithms, compiler" ||
        { cat "$work/misspelt.log" >&2; fail "find_package does not name the components"; }
    printf 'package: a misspelt component is named\n'
}

# pages_and_examples PREFIX: checks that every page, every image of a page and every file of an example is installed.
pages_and_examples() {
    local file
    while IFS= read -r file; do
        cmp -s "$source/docs/$file" "$1/share/doc/vkalgo/$file" || fail "docs/$file is not installed"
    done < <(cd "$source/docs" && find . -name '*.md' -o -name '*.png' -o -name '*.svg')
    while IFS= read -r file; do
        cmp -s "$source/examples/$file" "$1/share/vkalgo/examples/$file" || fail "examples/$file is not installed"
    done < <(cd "$source/examples" && find . -mindepth 2 -type f)
    printf 'package: pages and examples passed\n'
}

# installed PREFIX: does everything that a user of the installed package does.
installed() {
    local prefix=$1
    check_headers "$prefix"
    pages_and_examples "$prefix"
    misspelt "$prefix"
    consumer links_libvulkan -DCMAKE_PREFIX_PATH="$prefix"
    consumer own_volk -DCMAKE_PREFIX_PATH="$prefix"
    consumer own_chain -DCMAKE_PREFIX_PATH="$prefix"
    if [[ -e $prefix/include/vkalgo/compiler ]]; then
        consumer with_compiler -DCMAKE_PREFIX_PATH="$prefix"
    fi
    if command -v pkg-config >/dev/null; then
        local pc flags
        pc=$(dirname "$(find "$prefix" -name vkalgo.pc)")
        flags=$(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs vkalgo vulkan)
        # shellcheck disable=SC2086
        "$CXX" -std=c++20 "$packages/links_libvulkan/main.cpp" -o "$work/by_pkg_config" $flags \
            "-Wl,-rpath,$(dirname "$pc")"
        [[ $("$work/by_pkg_config") == ok ]] || fail "the program built with pkg-config does not run"
        printf 'package: pkg-config passed\n'
    fi
    "$prefix/bin/vkalgo" --version >/dev/null || fail "the installed command does not print its version"
}

# A user who calls ./run builds only the target vkalgo and can install it.
if [[ -f $build/build.ninja ]]; then
    ninja -C "$build" -t commands vkalgo >"$work/commands"
    for file in vkalgo.1 vkalgo.bash _vkalgo vkalgo.fish; do
        grep -q "manual/$file" "$work/commands" || fail "the target vkalgo does not write $file, which is installed"
    done
fi
# A newer compiler's warning must stop developers, but not users.
for preset in release strict; do
    cmake -S "$source" --preset "$preset" -B "$work/$preset" -DVKALGO_BUILD_TESTS=OFF -DVKALGO_BUILD_BENCH=OFF \
        -DVKALGO_BUILD_EXAMPLES=OFF >"$work/$preset.log" 2>&1 ||
        { cat "$work/$preset.log" >&2; fail "the preset $preset does not configure"; }
done
! grep -qw -e -Werror "$work/release/build.ninja" || fail "a warning stops a build with the preset release"
grep -qw -e -Werror "$work/strict/build.ninja" || fail "a warning does not stop a build with the preset strict"
printf 'package: warnings passed\n'
cmake --install "$build" --prefix "$work/prefix" >/dev/null
while IFS= read -r library; do
    no_foreign_symbols "$library"
done < <(find "$work/prefix" -name '*.a')
installed "$work/prefix"
consumer subdirectory -DVKALGO_SOURCE="$source"
consumer with_lto -DVKALGO_SOURCE="$source"
# Builds the examples that are separate host projects as a user who copied their folders does.
mkdir "$work/copied"
cp -r "$source/examples/auto_exposure" "$source/examples/sorted_particles" "$source/examples/colliding_triangles" \
    "$work/copied/"
build_consumer "$work/copied/auto_exposure" -DCMAKE_PREFIX_PATH="$work/prefix"
"$work/auto_exposure/auto_exposure" --frames 2 --size 64x48 --check --output "$work/pictures" \
    >"$work/auto_exposure.log" ||
    { cat "$work/auto_exposure.log" >&2; fail "the copied example does not run"; }
build_consumer "$work/copied/sorted_particles" -DCMAKE_PREFIX_PATH="$work/prefix"
"$work/sorted_particles/sorted_particles" --frames 2 --size 64x48 --particles 500 "$work/pictures" \
    >"$work/sorted_particles.log" ||
    { cat "$work/sorted_particles.log" >&2; fail "the copied example sorted_particles does not run"; }
build_consumer "$work/copied/colliding_triangles" -DCMAKE_PREFIX_PATH="$work/prefix"
"$work/colliding_triangles/colliding_triangles" --frames 2 --size 64x48 --bodies 50 --check "$work/pictures" \
    >"$work/colliding_triangles.log" ||
    { cat "$work/colliding_triangles.log" >&2; fail "the copied example colliding_triangles does not run"; }
printf 'package: the copied examples passed\n'

if [[ -n ${VKALGO_DEEP-} ]]; then
    # The folder is next to BUILD. So it is kept for the next run, and its depth is one at which the compiler cache of
    # BUILD works.
    shared="$build-shared"
    cmake -G Ninja -S "$source" -B "$shared" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
        -DVKALGO_BUILD_TESTS=OFF -DVKALGO_BUILD_BENCH=OFF -DVKALGO_BUILD_EXAMPLES=OFF \
        "-D$(grep -s '^VKALGO_WARNINGS_AS_ERRORS:' "$build/CMakeCache.txt")" >"$work/shared.log" 2>&1 &&
        ninja -C "$shared" -j "$jobs" >>"$work/shared.log" 2>&1 ||
        { cat "$work/shared.log" >&2; fail "the shared libraries do not build"; }
    cmake --install "$shared" --prefix "$work/prefix-shared" >/dev/null
    while IFS= read -r library; do
        no_foreign_symbols -D "$library"
        foreign=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -v 'N[K]\{0,1\}6vkalgo' || true)
        [[ -z $foreign ]] || fail "$library exports more than vkalgo's own names: $foreign"
    done < <(find "$work/prefix-shared" -name 'libvkalgo*.so')
    rm -rf "$work"/{links_libvulkan,own_volk,own_chain,with_compiler}
    installed "$work/prefix-shared"
    printf 'package: shared libraries passed\n'
fi
