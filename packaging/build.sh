#!/bin/sh
# build.sh: write all packages, an SPDX document and SHA256SUMS into build/packages. The same commit
# and tools give the same bytes, in every folder and at any time.
set -eu
cd "$(dirname "$0")/.."
version=$(packaging/version.sh)
out=$PWD/build/packages
page=build/page/gait.html
libraries="build/shared/libgait.so build/shared-aarch64/libgait.so build/shared-windows/libgait.dll"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

rm -rf "$out"
mkdir -p "$out"
scripts/build_platforms.sh wasm shared shared-aarch64 shared-windows musl-x86_64 musl-aarch64
cmake --build --preset shared-windows --target gait-tool
bindings/npm/build.sh build/wasm/gait.wasm build/npm
scripts/build_page.sh build/npm/package build/page

cp "$page" build/npm/*.tgz "$out"
# shellcheck disable=SC2086 # a list of words
{
    python3 bindings/python/make_wheel.py "$out" $libraries
    python3 scripts/make_blender_packages.py "$scratch/blender" $libraries
} >/dev/null
cp "$scratch"/blender/*.zip "$out"
amalgamation=$scratch/gait-$version-amalgamation
python3 scripts/amalgamate.py . "$amalgamation/gait"
cp LICENSE "$amalgamation"
python3 packaging/make_archive.py "$out/${amalgamation##*/}.zip" "$amalgamation"
packaging/make_source.sh "$out"
packaging/build_windows.sh build/shared-windows "$page" "$out"
packaging/build_linux.sh x86_64 "$page" "$out"
packaging/build_linux.sh aarch64 "$page" "$out"
packaging/build_debian.sh "$out/debian"

python3 packaging/make_sbom.py "$out"
(cd "$out" && find . -type f | sed 's/^..//' | LC_ALL=C sort | xargs -d '\n' sha256sum) \
    >"$scratch/SHA256SUMS"
cp "$scratch/SHA256SUMS" "$out"
