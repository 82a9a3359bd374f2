#!/bin/sh
# build.sh GAIT.wasm FOLDER: make the package for JavaScript, FOLDER/*.tgz. The same module gives
# the same bytes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -ne 2 ]; then
    sed -n 's/^# \(build.sh .*\): .*/usage: \1/p' "$0" >&2
    exit 2
fi
module=$1
folder=$2
package=$folder/package

rm -rf "$folder"
mkdir -p "$package"
# Nothing is stored below 1024: the end of the stack is there (bindings/wasm/CMakeLists.txt).
wasm-opt -Oz --converge --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int \
    --enable-sign-ext --low-memory-unused "$module" -o "$package/gait.wasm"
zopfli --gzip -c "$package/gait.wasm" >"$folder/gait.wasm.gz"
{
    echo "// gait.wasm, compressed as gzip, in base64."
    printf 'export default "%s";\n' "$(base64 -w 0 "$folder/gait.wasm.gz")"
} >"$package/module.js"
rm "$folder/gait.wasm.gz"
cp "$here"/package.json "$here"/README.md "$here"/*.d.ts "$package"
for source in "$here"/*.js; do # without comments, which the types have
    sed -e '/^ *\/\//d' -e '/^ *\/\*.*\*\/ *$/d' -e '/^ *\/\*/,/\*\//d' "$source" \
        >"$package/${source##*/}"
done
cp "$here/../../LICENSE" "$package"
"$here/../../packaging/join_notices.sh" wasi-libc >"$package/THIRD-PARTY.txt"
chmod 644 "$package"/*
cd "$folder"
npm pack --silent --ignore-scripts ./package >/dev/null
