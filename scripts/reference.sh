#!/bin/sh
# reference.sh [NAME=PROGRAM...]: does every command still write what it wrote at the commit that
# tests/reference/commit names?
#
# Builds that commit from a worktree below build/reference, once, and then compares the given builds
# (release=build/release/gait unless given) with it: tests/platforms/same_bytes.py --every, over the
# samples, the small files of that commit and the real files in GAIT_CORPUS. Texts for people are
# not compared (--mask-texts).
set -eu
cd "$(dirname "$0")/.."

commit=$(cat tests/reference/commit)
source=$PWD/build/reference/$commit/source
build=$PWD/build/reference/$commit/build

if [ ! -d "$source" ]; then
    mkdir -p "build/reference/$commit"
    git worktree prune
    git worktree add --detach "$source" $commit
fi
if [ ! -x "$build/gait" ]; then
    cmake -S "$source" -B "$build" -G Ninja -DGAIT_BUILD_TESTS=ON -DGAIT_INSTALL=OFF \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG" >/dev/null
    cmake --build "$build" --target gait-tool gait-bench fixtures
fi

[ $# -gt 0 ] || set -- "release=$PWD/build/release/gait"
GAIT_CORPUS=${GAIT_CORPUS-$(cd .. && pwd)/shared/corpus}
GAIT_DATA=$build/fixtures
export GAIT_CORPUS GAIT_DATA
exec python3 tests/platforms/same_bytes.py --every --mask-texts "$build/gait" "$@"
