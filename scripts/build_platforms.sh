#!/bin/sh
# build_platforms.sh [PRESET...]: build for other machines what can be built here, into build/.
# Without presets: all of them. Presets without an installed compiler are reported and skipped.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- clang aarch64 s390x windows wasm shared \
    shared-aarch64 shared-windows

for preset in "$@"; do
    case $preset in
    clang | wasm) compiler=clang-14 ;;
    windows | shared-windows) compiler=x86_64-w64-mingw32-gcc ;;
    shared | musl-x86_64) compiler=gcc ;;
    musl-aarch64) compiler=aarch64-linux-gnu-gcc ;;
    *) compiler=${preset#shared-}-linux-gnu-gcc ;;
    esac
    if ! command -v "$compiler" >/dev/null 2>&1; then
        echo "platforms: no $compiler here, so nothing is built for $preset" >&2
        continue
    fi
    cmake --preset "$preset" >/dev/null
    case $preset in
    clang) cmake --build --preset clang --target gait-tool ;;
    *) cmake --build --preset "$preset" ;;
    esac
done
