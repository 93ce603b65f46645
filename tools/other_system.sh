#!/usr/bin/env bash
# other_system.sh [--quick] SUITE [FOLDER] [-- COMMAND...]
#
# Runs the README's two commands (./run dp --pattern NOSE --problem lcs --n 4096, then ./check) in a bare Debian of
# the release SUITE (trixie, bookworm, ...), on the committed tree, and lists the tests that were skipped there.
#
#   --quick   runs the first command only
#   FOLDER    holds the system, its build and its compiler cache; the next call uses them again
#             (default: ${XDG_CACHE_HOME:-~/.cache}/vkalgo/systems/SUITE)
#   COMMAND   runs in the tree instead of the two commands
#
# The script must run as root and needs debootstrap and git. Packages come from the mirror of this machine's apt,
# through apt's proxy if it has one; VKALGO_MIRROR=URL names another. /proc and /dev are mounted in a namespace of their
# own, so they vanish with the last process in it, however the script ends.
set -euo pipefail
vkalgo_root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
source "$vkalgo_root/tools/setup.sh"

fail() { vkalgo_say "other_system.sh: $*"; exit 2; }
usage() { sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

quick=no suite='' folder='' command=()
while (($#)); do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --quick) quick=yes ;;
        --) shift; (($#)) || fail "no command follows --"; command=("$@"); break ;;
        -*) fail "unknown option $1; see --help" ;;
        *)
            if [[ -z $suite ]]; then suite=$1
            elif [[ -z $folder ]]; then folder=$1
            else fail "one argument too many: $1; see --help"; fi ;;
    esac
    shift
done
[[ -n $suite ]] || { usage >&2; exit 2; }
[[ $suite =~ ^[a-z][a-z0-9-]*$ ]] || fail "'$suite' cannot be the name of a release"
((EUID == 0)) || fail "only root can mount folders and change into another system; try sudo"
command -v debootstrap >/dev/null || fail "debootstrap is missing; install it: apt-get install debootstrap"
[[ -e ${DEBOOTSTRAP_DIR:-/usr/share/debootstrap}/scripts/$suite ]] || fail "debootstrap does not know release '$suite'"
git=(git -c safe.directory="$vkalgo_root" -C "$vkalgo_root")
commit=$("${git[@]}" rev-parse HEAD) || fail "$vkalgo_root is not a git repository with a commit"
[[ -z $("${git[@]}" status --porcelain) ]] || vkalgo_say "changes that are not committed are left out"

mkdir -p "${folder:=${XDG_CACHE_HOME:-$HOME/.cache}/vkalgo/systems/$suite}"
folder=$(cd "$folder" && pwd -P)
system=$folder/system
vkalgo_lock "$folder"

# isolated COMMAND...: runs COMMAND with its own mounts and processes. They end with COMMAND, and COMMAND ends with this
# script.
isolated() {
    local child status=0
    unshare --mount --pid --fork --kill-child "$@" 9>&- &
    child=$!
    trap 'kill -KILL "$child"; exit 130' INT
    trap 'kill -KILL "$child"; exit 143' TERM HUP
    wait "$child" || status=$?
    trap - INT TERM HUP
    return "$status"
}

# inside COMMAND...: runs COMMAND in the tree inside the system, in the environment of a fresh login.
inside() {
    local name environment=(HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM="${TERM:-dumb}")
    for name in http_proxy https_proxy no_proxy VKALGO_PRESET; do
        [[ ! -v $name ]] || environment+=("$name=${!name}")
    done
    # shellcheck disable=SC2016
    isolated bash -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot "$@"' bash \
        "$system" env -i "${environment[@]}" bash -c 'cd /vkalgo && exec "$@"' bash "$@"
}

# use_proxy_of_apt: exports apt's proxy for debootstrap and for the apt of the other system.
use_proxy_of_apt() {
    local scheme proxy
    for scheme in http https; do
        proxy=
        eval "$(apt-config shell proxy "Acquire::$scheme::Proxy")"
        [[ -z $proxy || $proxy == DIRECT ]] || export "${scheme}_proxy=$proxy"
    done
}

# make_system: makes the bare Debian, as a whole or not at all. Its apt checks dates and certificates as this machine's
# apt does.
make_system() {
    local mirror
    mirror=${VKALGO_MIRROR:-$(apt-get indextargets --format '$(REPO_URI) $(COMPONENT)' 'Created-By: Packages' |
        sed -n 's/^\([^ ]*\) main$/\1/p' | sed -n 1p)}
    [[ -n $mirror ]] || fail "apt has no mirror here; name one by VKALGO_MIRROR=URL"
    vkalgo_say "making a bare Debian ($suite) in $system from $mirror"
    rm -rf "$system.new"
    isolated debootstrap --variant=minbase "$suite" "$system.new" "$mirror" >&2 ||
        fail "debootstrap could not make $suite from $mirror"
    rm -f "$system.new"/var/cache/apt/archives/*.deb
    apt-config dump | grep -E '^Acquire::(Check-|Retries|https?::)' >"$system.new/etc/apt/apt.conf.d/90machine" || true
    if [[ $mirror == https:* ]]; then
        install -D -m 644 -t "$system.new/etc/ssl/certs" /etc/ssl/certs/ca-certificates.crt
    fi
    mv "$system.new" "$system"
}

# copy_tree: copies the committed tree to /vkalgo in the system. Unchanged files keep their times, and build/ stays.
copy_tree() {
    local tree=$system/vkalgo
    mkdir -p "$tree"
    git init -q --bare "$folder/tree.git"
    (cd "$vkalgo_root" && realpath "$("${git[@]}" rev-parse --git-path objects)") \
        >"$folder/tree.git/objects/info/alternates"
    export GIT_DIR=$folder/tree.git GIT_WORK_TREE=$tree
    git -C "$tree" read-tree --reset -u "$commit"
    git -C "$tree" checkout-index --all --force
    git -C "$tree" clean -fdq
    unset GIT_DIR GIT_WORK_TREE
}

# list_skipped: prints why tests were skipped in the system, with the number of tests for each reason.
list_skipped() {
    local log=$system/vkalgo/build/Testing/Temporary/LastTest.log
    [[ -e $log ]] || return 0
    awk '
        /^[^ ]+:[0-9]+: Skipped$/ { getline reason; count[reason]++ }
        END { for (reason in count) printf "skipped %4d: %s\n", count[reason], reason }' "$log" | sort -k 3
}

use_proxy_of_apt
[[ -d $system ]] || make_system
cp -L /etc/resolv.conf /etc/hosts "$system/etc/"
copy_tree
vkalgo_say "running commit ${commit:0:12} in $system"
if ((${#command[@]})); then
    inside "${command[@]}"
    exit
fi
inside ./run dp --pattern NOSE --problem lcs --n 4096
[[ $quick == no ]] || exit 0
status=0
inside ./check || status=$?
list_skipped
exit "$status"
