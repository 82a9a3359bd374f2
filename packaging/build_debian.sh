#!/bin/sh
# build_debian.sh [FOLDER]: build the Debian source package and its packages for this machine from
# the current commit, into FOLDER (build/packages/debian). Prints their paths. The log is
# build/debian/build.log.
#
# The same commit and the same versions of the tools give the same bytes: all times in the packages
# are that of debian/changelog, and those in the .orig.tar.gz are that of the commit.
set -eu
umask 022
folder=${1:-}
case $folder in
'') ;;
/*) ;;
*) folder=$PWD/$folder ;;
esac
cd "$(dirname "$0")/.."
folder=${folder:-$PWD/build/packages/debian}
work=$PWD/build/debian

version=$(packaging/version.sh)
changelog=$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)
if [ "${changelog%-*}" != "$version" ]; then
    echo "build_debian: packaging/debian/changelog has the version $changelog, and" \
        "include/gait/base.h has $version; add an entry to the changelog" >&2
    exit 3
fi
if ! git diff --quiet HEAD; then
    echo "build_debian: changes that are not committed are left out" >&2
fi

rm -rf "$work"
mkdir -p "$work" "$folder"
git -c tar.umask=0022 archive --prefix="gait-$version/" HEAD >"$work/orig.tar"
tar -x -C "$work" -f "$work/orig.tar"
gzip -n -9 <"$work/orig.tar" >"$work/gait_$version.orig.tar.gz"
rm "$work/orig.tar"
cp -R "$work/gait-$version/packaging/debian" "$work/gait-$version/debian"

# dpkg-buildpackage uses the time of the changelog. Packages with debugging symbols are left out.
(
    cd "$work/gait-$version"
    unset SOURCE_DATE_EPOCH
    DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-} noautodbgsym" LC_ALL=C.UTF-8 \
        dpkg-buildpackage --no-sign >"$work/build.log" 2>&1
) || {
    tail -n 30 "$work/build.log" >&2
    echo "build_debian: the build failed; the log is $work/build.log" >&2
    exit 3
}
rm -f "$folder"/*gait*.deb "$folder"/gait_*.dsc "$folder"/gait_*.tar.*
mv "$work"/*.deb "$work"/*.dsc "$work"/*.tar.* "$folder/"
rm -rf "$work/gait-$version"
ls "$folder"/*gait*
