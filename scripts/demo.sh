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
echo "== A binarised file: opened, explained, turned plain, and written back over itself"
binarised=samples/walk_binarised.rtm
"$gait" info -v "$binarised"
"$gait" map "$binarised" | head -n 12
"$gait" convert --to rtm "$binarised" "$out/walk_plain.rtm"
"$gait" convert --to bmtr --base "$binarised" "$out/walk_plain.rtm" "$out/walk_again.rtm"
cmp "$binarised" "$out/walk_again.rtm"
echo "$out/walk_again.rtm has the bytes of $binarised"

echo
echo "Made in $out:"
(cd "$out" && ls -l | awk 'NR > 1 { printf "  %8d bytes  %s\n", $5, $9 }')
echo "The command is $gait; \`$gait help\` lists what it can do."
