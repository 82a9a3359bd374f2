#!/bin/sh
# build_page.sh PACKAGE FOLDER: check the types of the page and build it into FOLDER. PACKAGE is the
# folder of the package for JavaScript that `make npm` builds.
set -eu
if [ $# -ne 2 ]; then
    sed -n 's/^# \(build_page.sh .*\): .*/usage: \1/p' "$0" >&2
    exit 2
fi
package=$(realpath "$1")
folder=$(realpath -m "$2")
cd "$(dirname "$0")/.."
node_modules/.bin/tsc -p web
node web/build.mjs "$package" "$folder"
