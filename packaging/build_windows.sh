#!/bin/sh
# build_windows.sh BUILD PAGE FOLDER: write FOLDER/gait-VERSION-windows-x64.zip. BUILD is the build
# folder of the preset shared-windows, PAGE is gait.html. The same input gives the same bytes.
set -eu
if [ $# -ne 3 ]; then
    sed -n 's/^# \(build_windows.sh .*\): .*/usage: \1/p' "$0" >&2
    exit 2
fi
build=$(realpath "$1")
page=$(realpath "$2")
out=$(realpath -m "$3")
cd "$(dirname "$0")/.."
version=$(packaging/version.sh)
name=gait-$version-windows-x64
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
package=$scratch/$name

as_windows_text() { # FILE
    sed -e "s/@VERSION@/$version/g" -e 's/$/\r/' >"$package/$1"
}

mkdir "$package"
cmake --install "$build" --prefix "$package/development" >/dev/null
mv "$package/development/bin/gait.exe" "$package"
rm -r "$package/development/share" # the license is at the top
cp "$page" "$package/gait.html"
cp examples/check/check-folder.bat examples/convert/convert-folder.bat "$package"
as_windows_text README.txt <packaging/README.windows.txt
as_windows_text README.ru.txt <packaging/README.windows.ru.txt
as_windows_text LICENSE.txt <LICENSE
packaging/join_notices.sh mingw-w64 wasi-libc three uplot fflate | as_windows_text THIRD-PARTY.txt
packaging/copy_documents.sh "$package/documentation"
python3 packaging/make_archive.py "$out/$name.zip" "$package"
