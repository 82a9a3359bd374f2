#!/bin/sh
# format.sh [--check]: clang-format every C source and header, or only say which would change.
set -eu
cd "${GAIT_SOURCE:-$(dirname "$0")/..}"
action=-i
[ "${1:-}" = --check ] && action="--dry-run --Werror"

for tool in clang-format-14 clang-format; do
    if command -v "$tool" >/dev/null 2>&1; then
        # shellcheck disable=SC2086 # two options
        find include src bindings tool tests fuzz bench samples examples \
            \( -name '*.[ch]' -o -path 'examples/*.cpp' \) -print0 |
            sort -z | xargs -0 -r "$tool" --style=file $action
        exit 0
    fi
done
echo "format: clang-format-14 is not installed (scripts/setup.sh check)" >&2
exit 77
