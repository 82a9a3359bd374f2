#!/bin/sh
# build_blender.sh [PRESET...]: write the packages of the add-on for Blender into build/blender
# (scripts/make_blender_packages.py). Presets: of shared libraries; without them, all of them.
# Presets without an installed compiler are reported and skipped.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- shared shared-aarch64 shared-windows

scripts/build_platforms.sh "$@"
for preset in "$@"; do
    shift
    for library in "build/$preset/libgait.so" "build/$preset/libgait.dll"; do
        [ -f "$library" ] && set -- "$@" "$library"
    done
done
exec python3 scripts/make_blender_packages.py build/blender "$@"
