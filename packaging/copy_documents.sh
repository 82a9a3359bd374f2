#!/bin/sh
# copy_documents.sh FOLDER: put the documentation, the examples and the samples into a package.
set -eu
if [ $# -ne 1 ]; then
    sed -n 's/^# \(copy_documents.sh .*\): .*/usage: \1/p' "$0" >&2
    exit 2
fi
folder=$1
cd "$(dirname "$0")/.."
mkdir -p "$folder/samples"
cp README.md README.ru.md CHANGELOG.md LICENSE "$folder"
cp -R docs examples "$folder"
rm "$folder/docs/Doxyfile"
cp samples/README.md samples/*.omf samples/*.rtm samples/*.p3d "$folder/samples"
packaging/link_documents.py "$folder"
