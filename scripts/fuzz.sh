#!/bin/sh
# fuzz.sh BUILD_DIR SECONDS [SEEDS]: run each fuzz target, two at a time, and print a table.
#
# Seeds are our own small files and the files under 60 KB in the folder SEEDS, copied below
# BUILD_DIR. Inputs worth keeping are left in BUILD_DIR/corpus/NAME, crashes in BUILD_DIR/crash/,
# logs in BUILD_DIR/NAME.log. A target that fails does not stop the others; the exit code is then 1.
set -eu

run_target() { # BUILD_DIR SECONDS TARGET
    name=${3##*/fuzz-}
    corpus=$1/corpus/$name
    crash=$1/crash/$name
    rm -rf "$crash"
    mkdir -p "$corpus" "$crash"
    export ASAN_OPTIONS=exitcode=86:allocator_may_return_null=1
    export UBSAN_OPTIONS=halt_on_error=1:exitcode=86:print_stacktrace=1
    limit=1048576
    case $name in
    lzo | lzss) limit=8192 ;; # searching for the shortest code takes long
    esac
    # Everything the targets themselves print goes nowhere (3); reports of sanitizers are kept.
    "$3" -max_total_time="$2" -timeout=30 -rss_limit_mb=2048 -print_final_stats=1 \
        -close_fd_mask=3 -max_len=$limit -artifact_prefix="$crash/" \
        "$corpus" "$1/seeds" 2>"$1/$name.log" ||
        echo failed >"$crash/failed"
}

stat_of() { # LOG NAME
    sed -n "s/^stat::$2: *//p" "$1" | tail -n 1
}

make_seeds() { # FOLDER SEEDS
    rm -rf "$1"
    mkdir -p "$1"
    number=0
    {
        find "$build/fixtures" samples -type f
        [ -z "$2" ] || find "$2" -type f -size -60k
    } | sort | while IFS= read -r file; do
        number=$((number + 1))
        cp "$file" "$1/$number-$(basename "$file")"
    done
    [ -z "$(find "$1" ! -perm -u+w)" ] || chmod -R u+w "$1"
}

if [ "$1" = --target ]; then
    run_target "$2" "$3" "$4"
    exit 0
fi

build=$1
seconds=$2
seeds=${3:-}
case $seeds in
"" | /*) ;;
*) seeds=$PWD/$seeds ;;
esac
script=$(cd "$(dirname "$0")" && pwd)/fuzz.sh
cd "$(dirname "$0")/.."
case $build in
/*) ;;
*) build=$PWD/$build ;;
esac
if [ -n "$seeds" ] && [ ! -d "$seeds" ]; then
    echo "fuzz: there is no folder $seeds" >&2
    exit 2
fi

make_seeds "$build/seeds" "$seeds"
memory=/dev/shm
[ -w "$memory" ] || memory=/tmp
TMPDIR=$(mktemp -d "$memory/fuzz-XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
count=$(find "$build/seeds" -type f | wc -l)
echo "fuzz: $count seeds, $seconds seconds each, two targets at a time"
find "$build/fuzz" -maxdepth 1 -name 'fuzz-*' -type f | sort |
    xargs -P 2 -n 1 "$script" --target "$build" "$seconds"

failed=0
printf '%-10s %12s %8s %8s  %s\n' TARGET EXECUTIONS NEW PEAK_MB FINDING
for target in "$build"/fuzz/fuzz-*; do
    [ -f "$target" ] || continue
    name=${target##*/fuzz-}
    log=$build/$name.log
    finding=none
    if [ -e "$build/crash/$name/failed" ]; then
        failed=1
        finding=$(sed -n 's/^SUMMARY: //p' "$log" | tail -n 1)
        finding="${finding:-see $log}"
    fi
    printf '%-10s %12s %8s %8s  %s\n' "$name" "$(stat_of "$log" number_of_executed_units)" \
        "$(stat_of "$log" new_units_added)" "$(stat_of "$log" peak_rss_mb)" "$finding"
done
exit $failed
