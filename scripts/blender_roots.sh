#!/bin/sh
# blender_roots.sh [VERSION...]: install other versions of Blender than this machine's, each in a
# minimal Debian of its own.
#
# The versions are 4.3 (Debian 13) and 5.2 (Debian's unstable branch: 5.2 LTS, or a newer one). Each
# is made once, in build/roots/VERSION; scripts/blender.sh runs it. Needs root and Debian's servers.
# Prints one line for a version that cannot be made; the exit code is 0 then, and the tests that
# need it are skipped.
set -eu
cd "$(dirname "$0")/.."
. scripts/debian_root.sh
roots=$PWD/build/roots

make_version() { # VERSION
    case $1 in
    4.3) release=trixie ;;
    5.2) release=sid ;;
    esac
    make_root "$roots/$1" "$release" blender python3-numpy python3-requests \
        python3-cattr xvfb xauth libgl1-mesa-dri libegl1
    ln -sf ../proc/self/mounts "$roots/$1/etc/mtab" # the file systems in Blender's file browser
}

# A process of its own, so that an error ends the making of one version only.
if [ "${1-}" = --make ]; then
    make_version "$2"
    exit
fi
[ $# -gt 0 ] || set -- 4.3 5.2
missing=""
for version in "$@"; do
    case $version in
    4.3 | 5.2) [ -d "$roots/$version" ] || missing="$missing $version" ;;
    *)
        echo "blender_roots: unknown version $version; known: 4.3 5.2" >&2
        exit 2
        ;;
    esac
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null 2>&1; then
    echo "blender_roots: no Blender$missing: needs root and debootstrap" >&2
    exit 0
fi
mkdir -p "$roots"
for version in $missing; do
    (
        flock 9 # another process may be making the same root
        [ -d "$roots/$version" ] ||
            scripts/blender_roots.sh --make "$version" 2>"$roots/$version.errors" ||
            echo "blender_roots: no Blender $version: $(tail -n 1 "$roots/$version.errors")" >&2
    ) 9>"$roots/$version.lock"
done
