#!/bin/sh
# build_linux.sh MACHINE PAGE FOLDER: write FOLDER/gait-VERSION-linux-MACHINE.tar.gz from the build
# build/musl-MACHINE. PAGE is gait.html. The same input gives the same bytes.
set -eu
if [ $# -ne 3 ]; then
    sed -n 's/^# \(build_linux.sh .*\): .*/usage: \1/p' "$0" >&2
    exit 2
fi
machine=$1
page=$(realpath "$2")
out=$(realpath -m "$3")
cd "$(dirname "$0")/.."
version=$(packaging/version.sh)
name=gait-$version-linux-$machine
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
package=$scratch/$name

install_build() { # MACHINE FOLDER
    cmake --install "build/musl-$1" --prefix "$2" >/dev/null
}

install_build "$machine" "$package"
if [ "$machine" != x86_64 ]; then # the command cannot print its own manual page here
    install_build x86_64 "$scratch/x86_64"
    rm -r "$package/share"
    mv "$scratch/x86_64/share" "$package/share"
fi
mkdir "$package/share/gait"
cp "$page" "$package/share/gait/gait.html"
packaging/copy_documents.sh "$package/share/doc/gait"
packaging/join_notices.sh musl wasi-libc three uplot fflate \
    >"$package/share/doc/gait/THIRD-PARTY.txt"
sed -e "s/@VERSION@/$version/" -e "s/@MACHINE@/$machine/" packaging/README.linux.txt \
    >"$package/README.txt"
python3 packaging/make_archive.py "$out/$name.tar.gz" "$package"
