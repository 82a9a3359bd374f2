# debian_root.sh: shell functions for folders with a minimal Debian, made by debootstrap. Scripts
# source this file; all functions need root.
#
# Nothing of the machine may be mounted in a root when it is removed: remove_root() refuses to
# remove a root below which a file system is mounted, other than those of mount_kernel().
# shellcheck shell=sh

# /proc, and a /dev in memory with devices of its own.
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
        echo "$(basename "$0" .sh): something is mounted below $1; it is not removed" >&2
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

# Debian's release of this machine, such as bookworm.
machine_release() {
    (. /etc/os-release && echo "$VERSION_CODENAME")
}

# The sources of a root: those of this machine for the same release, else the release on the same
# server.
root_sources() { # RELEASE
    if [ "$1" = "$(machine_release)" ]; then
        list_sources
    else
        echo "deb $(release_address) $1 main"
    fi
}

# Address of the server from which this machine has its own release.
release_address() {
    list_sources | awk -v release="$(machine_release)" '$3 == release { print $2; exit }'
}

# Makes a root that has the given packages without recommended ones, or nothing. The log is
# ROOT.new.log.
make_root() { # ROOT RELEASE PACKAGE...
    made=$1
    release=$2
    shift 2
    scratch=$made.new
    mkdir -p "$(dirname "$made")"
    remove_root "$scratch"
    echo "$(basename "$0" .sh): making a minimal $release"
    debootstrap --variant=minbase "$release" "$scratch" "$(release_address)" \
        >"$scratch.log" 2>&1 || {
        tail "$scratch.log" >&2
        exit 3
    }
    rm -rf "$scratch"/etc/apt/sources.list "$scratch"/etc/apt/sources.list.d/*
    root_sources "$release" >"$scratch/etc/apt/sources.list"
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
    {
        inside "$scratch" apt-get -qq update &&
            inside "$scratch" apt-get -qq -y --no-install-recommends install "$@" &&
            inside "$scratch" apt-get clean
    } >>"$scratch.log" 2>&1 || {
        tail "$scratch.log" >&2
        exit 3
    }
    mv "$scratch" "$made"
}

# Runs a command in a root, with the settings of this machine for downloads.
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
