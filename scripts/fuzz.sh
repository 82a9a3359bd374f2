#!/bin/sh
# fuzz.sh BUILD_DIR SECONDS: run each fuzz target, seeded with our own small files.
# Inputs worth keeping are left in BUILD_DIR/corpus/NAME, a crash in BUILD_DIR/crash/.
set -eu
build=$1
seconds=$2
cd "$(dirname "$0")/.."
mkdir -p "$build/crash"
export ASAN_OPTIONS=exitcode=86:allocator_may_return_null=1
export UBSAN_OPTIONS=halt_on_error=1:exitcode=86:print_stacktrace=1

seeds=$build/seeds
rm -rf "$seeds"
mkdir -p "$seeds"
number=0
find tests/data samples -type f | sort | while IFS= read -r file; do
    number=$((number + 1))
    cp "$file" "$seeds/$number-$(basename "$file")"
done

for target in "$build"/fuzz/fuzz-*; do
    [ -x "$target" ] || continue
    name=${target##*/fuzz-}
    corpus=$build/corpus/$name
    mkdir -p "$corpus"
    echo "== $name, $seconds seconds"
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/crash/$name-" "$corpus" "$seeds" 2>"$build/$name.log" || {
        tail -n 40 "$build/$name.log"
        exit 1
    }
    grep -E 'stat::(number_of_executed_units|new_units_added|peak_rss_mb)' "$build/$name.log"
done
