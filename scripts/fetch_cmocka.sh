#!/bin/sh
# fetch_cmocka.sh: Debian's source of cmocka into build/cmocka, to build it for other machines.
#
# Debian has no packages of it for mingw, and foreign ones would change the system's list of
# architectures. apt-get gets it as it does everything, with lists of its own: the system's
# sources need not say deb-src.
set -eu
cd "$(dirname "$0")/.."
[ -f build/cmocka/src/cmocka.c ] && exit 0

state=$PWD/build/apt
rm -rf "$state" build/cmocka
mkdir -p "$state/sources" "$state/lists/partial" "$state/cache"
trap 'rm -rf "$state"' EXIT
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    if [ -f "$list" ]; then
        sed -n 's/^deb /deb-src /p' "$list" >"$state/sources/$(basename "$list" .list).list"
    fi
done
for list in /etc/apt/sources.list.d/*.sources; do
    if [ -f "$list" ]; then
        sed 's/^Types:.*/Types: deb-src/' "$list" >"$state/sources/$(basename "$list")"
    fi
done

get() {
    apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::sourcelist=- \
        -o Dir::Etc::sourceparts="$state/sources" -o Dir::State::lists="$state/lists" \
        -o Dir::Cache="$state/cache" "$@"
}
get update
(cd "$state" && get source --download-only cmocka)
mkdir -p build/cmocka
tar -xf "$state"/cmocka_*.orig.tar.xz -C build/cmocka --strip-components=1
