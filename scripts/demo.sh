#!/bin/sh
# demo.sh GAIT: what the command does, on the samples of this repository.
set -eu
gait=$1
cd "$(dirname "$0")/.."
out=build/demo
rm -rf "$out"
mkdir -p "$out"

echo "== What the samples hold"
"$gait" info samples

echo
echo "== To glTF, for Blender and every viewer"
for sample in samples/*.rtm samples/*.omf; do
    [ -f "$sample" ] || continue
    name=$(basename "$sample")
    "$gait" convert "$sample" "$out/${name%.*}.glb"
done

echo
echo "== A picture of a walking man, for a browser"
"$gait" draw samples/walk.rtm "$out/walk.svg"

echo
echo "Made in $out:"
(cd "$out" && ls -l | awk 'NR > 1 { printf "  %8d bytes  %s\n", $5, $9 }')
echo "The command is $gait; \`$gait help\` lists what it can do."
