#!/bin/sh
# fresh.sh TARGET...: does each make target install what it needs?
#
# Runs `make TARGET` for each one in a clone of this repository's HEAD, in a copy of a minimal
# Debian made with debootstrap that holds git and make only. The machine's Debian sources, proxy
# and certificate settings are copied in; a copy of ../shared, where it exists, lies beside the
# clone. Prints exit code and seconds of each; logs are build/fresh/TARGET.log. Needs root; the
# exit code is 1 when a target failed.
#
# Nothing of the machine is mounted below the copy, which is deleted: /dev is a file system in
# memory with devices of its own.
set -eu
cd "$(dirname "$0")/.."
fresh=$PWD/build/fresh
shared=$(cd .. && pwd)/shared

if [ $# -eq 0 ]; then
    echo "usage: scripts/fresh.sh TARGET..." >&2
    exit 2
fi
if [ "$(id -u)" != 0 ]; then
    echo "fresh: chroot and mount need root" >&2
    exit 3
fi
scripts/setup.sh fresh

mount_kernel() { # ROOT
    mount -t proc proc "$1/proc"
    mount -t tmpfs -o mode=755 tmpfs "$1/dev"
    mkdir "$1/dev/pts" "$1/dev/shm"
    for device in null:3 zero:5 full:7 random:8 urandom:9; do
        mknod -m 666 "$1/dev/${device%:*}" c 1 "${device#*:}"
    done
    mknod -m 666 "$1/dev/tty" c 5 0
    for link in fd: stdin:/0 stdout:/1 stderr:/2; do
        ln -s "/proc/self/fd${link#*:}" "$1/dev/${link%:*}"
    done
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts"
    ln -s pts/ptmx "$1/dev/ptmx"
    mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
}

remove_root() { # ROOT
    for place in dev/shm dev/pts dev sys proc; do
        if mountpoint -q "$1/$place"; then
            umount "$1/$place"
        fi
    done
    if grep -q " $1/" /proc/mounts; then
        echo "fresh: something is still mounted below $1; it is not removed" >&2
        exit 3
    fi
    rm -rf --one-file-system "$1"
}

# The Debian sources of this machine, one line each.
list_sources() {
    # shellcheck disable=SC2016 # names of apt's fields
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' | sort -u
}

make_base() { # ROOT
    scratch=$1.new
    remove_root "$scratch"
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    address=$(list_sources | awk -v release="$release" '$3 == release { print $2; exit }')
    echo "fresh: making a minimal $release"
    debootstrap --variant=minbase "$release" "$scratch" "$address" >"$scratch.log" 2>&1 || {
        tail "$scratch.log" >&2
        exit 3
    }
    rm -rf "$scratch"/etc/apt/sources.list "$scratch"/etc/apt/sources.list.d/*
    list_sources >"$scratch/etc/apt/sources.list"
    for settings in $(grep -ls Acquire /etc/apt/apt.conf.d/* /etc/apt/apt.conf); do
        cp "$settings" "$scratch/etc/apt/apt.conf.d/"
    done
    cp -L /etc/resolv.conf /etc/hosts "$scratch/etc/" 2>/dev/null || true
    mkdir -p "$scratch/etc/ssl/certs" "$scratch/src"
    if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
        cp -L /etc/ssl/certs/ca-certificates.crt "$scratch/etc/ssl/certs/"
    fi
    # Where the package ca-certificates looks when it makes that file anew.
    if ls /usr/local/share/ca-certificates/*.crt >/dev/null 2>&1; then
        mkdir -p "$scratch/usr/local/share/ca-certificates"
        cp -L /usr/local/share/ca-certificates/*.crt "$scratch/usr/local/share/ca-certificates/"
    fi
    if [ -f "${HOME:-/}/.npmrc" ]; then
        cp "$HOME/.npmrc" "$scratch/root/"
    fi
    inside "$scratch" apt-get -qq update
    inside "$scratch" apt-get -qq -y --no-install-recommends install git make >>"$scratch.log" 2>&1
    mv "$scratch" "$1"
}

inside() { # ROOT COMMAND...
    root=$1
    shift
    chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        ${http_proxy+"http_proxy=$http_proxy"} ${https_proxy+"https_proxy=$https_proxy"} \
        ${no_proxy+"no_proxy=$no_proxy"} ${SSL_CERT_FILE+"SSL_CERT_FILE=$SSL_CERT_FILE"} \
        ${NODE_EXTRA_CA_CERTS+"NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS"} \
        ${npm_config_registry+"npm_config_registry=$npm_config_registry"} \
        ${FUZZ_SECONDS+"FUZZ_SECONDS=$FUZZ_SECONDS"} "$@"
}

run_target() { # TARGET
    root=$fresh/root
    remove_root "$root"
    cp -a "$fresh/base" "$root"
    git clone -q --no-hardlinks . "$root/src/gait"
    mount_kernel "$root"
    if [ -d "$shared" ]; then
        cp -RL "$shared" "$root/src/shared"
    fi
    inside "$root" git config --global --add safe.directory /src/gait
    code=0
    inside "$root" make -C /src/gait "$1" >"$fresh/$1.log" 2>&1 </dev/null || code=$?
    remove_root "$root"
}

trap 'remove_root "$fresh/root"' EXIT
mkdir -p "$fresh"
[ -d "$fresh/base" ] || make_base "$fresh/base"
failed=0
printf '%-14s %5s %8s\n' TARGET EXIT SECONDS
for target in "$@"; do
    start=$(date +%s)
    run_target "$target"
    printf '%-14s %5d %8d\n' "$target" "$code" $(($(date +%s) - start))
    [ "$code" = 0 ] || failed=1
done
exit $failed
