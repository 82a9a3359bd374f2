#!/bin/sh
# make_docs.sh [FOLDER]: write the reference of the library as HTML, by default into build/docs.
# The exit code is 1 when Doxygen has a warning, 77 when it is not installed.
set -eu
scripts=$(cd "$(dirname "$0")" && pwd)
cd "${GAIT_SOURCE:-$scripts/..}"
folder=${1:-build/docs}

if ! command -v doxygen >/dev/null 2>&1; then
    echo "docs: doxygen is not installed (scripts/setup.sh docs)" >&2
    exit 77
fi
page=docs/api.md
[ -f "$page" ] || page=README.md
mkdir -p "$folder"
{
    cat docs/Doxyfile
    sed -n 's/^#define GAIT_VERSION_TEXT "\(.*\)".*/PROJECT_NUMBER = \1/p' include/gait/base.h
    echo "INPUT = include/gait/gait.h include/gait $page"
    echo "USE_MDFILE_AS_MAINPAGE = $page"
    echo "FILTER_PATTERNS = *.h=$scripts/doxygen_filter.py *.md=$scripts/doxygen_filter.py"
    echo "OUTPUT_DIRECTORY = $folder"
} | doxygen -
