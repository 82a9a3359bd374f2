#!/bin/sh
# make_source.sh FOLDER: write the sources of the current commit as gait-VERSION-source.tar.gz into
# the folder. The same commit gives the same bytes.
set -eu
cd "$(dirname "$0")/.."
folder=${1:?"usage: packaging/make_source.sh FOLDER"}
version=$(packaging/version.sh)
mkdir -p "$folder"
archive=$folder/gait-$version-source.tar.gz
git archive --format=tar --prefix="gait-$version/" -o "$archive.part" HEAD
gzip -9n <"$archive.part" >"$archive"
rm "$archive.part"
echo "$archive"
