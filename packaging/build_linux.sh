#!/bin/sh
# build_linux.sh MACHINE PAGE FOLDER: write FOLDER/gait-VERSION-linux-x64.tar.gz for the MACHINE
# x86_64, or linux-arm64 for aarch64, from the build build/musl-MACHINE. PAGE is gait.html. The same
# input gives the same bytes.
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
case $machine in
x86_64) platform=linux-x64 title=x86-64 ;;
aarch64) platform=linux-arm64 title="64-bit ARM" ;;
*)
    echo "build_linux.sh: unknown machine $machine" >&2
    exit 2
    ;;
esac
name=gait-$version-$platform
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
sed -e "s/@VERSION@/$version/" -e "s/@MACHINE@/$title/" packaging/README.linux.txt \
    >"$package/README.txt"
python3 packaging/make_archive.py "$out/$name.tar.gz" "$package"
