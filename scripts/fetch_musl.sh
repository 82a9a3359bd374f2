#!/bin/sh
# fetch_musl.sh: Debian's package musl-dev for 64-bit ARM, unpacked into build/musl-aarch64-root.
#
# To install a package of another architecture would change the system's list of architectures.
# apt-get downloads it with lists of its own, which need no rights.
set -eu
cd "$(dirname "$0")/.."
root=build/musl-aarch64-root
[ -f "$root/usr/lib/aarch64-linux-musl/libc.a" ] && exit 0

state=$PWD/build/apt-arm64
rm -rf "$state" "$root"
mkdir -p "$state/lists/partial" "$state/cache"
trap 'rm -rf "$state"' EXIT
: >"$state/status"

get() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
        -o Dir::State="$state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache" \
        "$@"
}
get update
(cd "$state" && get download musl-dev)
mkdir -p "$root.new"
dpkg-deb -x "$state"/musl-dev_*_arm64.deb "$root.new"
mv "$root.new" "$root"
