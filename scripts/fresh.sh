#!/bin/sh
# fresh.sh TARGET...: does each make target install what it needs?
#
# Runs `make TARGET` for each one in a clone of this repository's HEAD, in a copy of a minimal
# Debian made with debootstrap that holds git and make only. The machine's Debian sources, proxy
# and certificate settings are copied in; a copy of ../shared, where it exists, lies beside the
# clone. Prints exit code and seconds of each; logs are build/fresh/TARGET.log. Needs root; the
# exit code is 1 when a target failed.
#
# Nothing of the machine is mounted below the copy, which is deleted: /dev is a file system in
# memory with devices of its own.
set -eu
cd "$(dirname "$0")/.."
. scripts/debian_root.sh
fresh=$PWD/build/fresh
shared=$(cd .. && pwd)/shared

if [ $# -eq 0 ]; then
    echo "usage: scripts/fresh.sh TARGET..." >&2
    exit 2
fi
if [ "$(id -u)" != 0 ]; then
    echo "fresh: chroot and mount need root" >&2
    exit 3
fi
scripts/setup.sh fresh

run_target() { # TARGET
    root=$fresh/root
    remove_root "$root"
    cp -a "$fresh/base" "$root"
    if [ -f "${HOME:-/}/.npmrc" ]; then
        cp "$HOME/.npmrc" "$root/root/"
    fi
    git clone -q --no-hardlinks . "$root/src/gait"
    mount_kernel "$root"
    if [ -d "$shared" ]; then
        cp -RL "$shared" "$root/src/shared"
    fi
    inside "$root" git config --global --add safe.directory /src/gait
    code=0
    inside "$root" make -C /src/gait "$1" >"$fresh/$1.log" 2>&1 </dev/null || code=$?
    remove_root "$root"
}

trap 'remove_root "$fresh/root"' EXIT
mkdir -p "$fresh"
[ -d "$fresh/base" ] || make_root "$fresh/base" "$(machine_release)" git make
failed=0
printf '%-14s %5s %8s\n' TARGET EXIT SECONDS
for target in "$@"; do
    start=$(date +%s)
    run_target "$target"
    printf '%-14s %5d %8d\n' "$target" "$code" $(($(date +%s) - start))
    [ "$code" = 0 ] || failed=1
done
exit $failed
