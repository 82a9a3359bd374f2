#!/bin/sh
# blender.sh [--screen FOLDER] VERSION ARGUMENT...: run Blender 3.4 (this machine's own program), or
# 4.3 or 5.2 (in the root that scripts/blender_roots.sh made; needs root).
#
# In a root, the folder of this project, ../shared (read only) and /tmp have the same paths as
# outside; the current folder must be in one of them. Environment variables are passed on, except
# PATH and HOME. The exit code is 77 if that version is not here.
#
# With --screen, Blender has a screen in memory for its window. Its picture is FOLDER/Xvfb_screen0
# (format xwd) while Blender runs; from 4.3 on, Blender's own screenshots are black there. FOLDER is
# an absolute path without spaces.
#
# The mounts belong to the process of Blender alone (a mount namespace): no other process sees them,
# and the kernel removes them when Blender ends, also when it is killed. Therefore nothing of the
# machine is mounted in a root for programs that delete it.
set -eu

# Inside the mount namespace: mounts what the root needs, and runs the command in it.
run_in_root() { # PROJECT ROOT COMMAND...
    project=$1
    root=$2
    shift 2
    . "$project/scripts/debian_root.sh"
    mount_kernel "$root"
    mount --bind /tmp "$root/tmp"
    mkdir -p "$root$project"
    mount --bind "$project" "$root$project"
    if shared=$(cd "$project/../shared" 2>/dev/null && pwd -P); then
        mkdir -p "$root$shared"
        mount --bind "$shared" "$root$shared"
        mount -o remount,bind,ro "$root$shared"
    fi
    # shellcheck disable=SC2016 # parameters of the inner shell
    exec chroot "$root" env HOME=/root PATH=/usr/local/bin:/usr/bin:/bin \
        sh -c 'cd "$1" && shift && exec "$@"' sh "$(pwd -P)" "$@"
}

if [ "${1-}" = --run-in-root ]; then
    shift
    run_in_root "$@"
fi

screen=""
if [ "${1-}" = --screen ] && [ $# -ge 2 ]; then
    screen=$2
    shift 2
fi
if [ $# -eq 0 ]; then
    echo "usage: scripts/blender.sh [--screen FOLDER] VERSION ARGUMENT..." >&2
    exit 2
fi
version=$1
shift
set -- blender "$@"
if [ -n "$screen" ]; then
    set -- xvfb-run -a -s "-screen 0 1600x1000x24 -fbdir $screen" "$@"
fi

project=$(cd "$(dirname "$0")/.." && pwd -P)
root=$project/build/roots/$version
case $version in
3.4)
    # Its Python searches modules next to the first python3 on PATH: that must be Debian's.
    PATH=/usr/bin:$PATH
    command -v blender >/dev/null 2>&1 && exec "$@"
    ;;
4.3 | 5.2)
    [ -d "$root" ] && [ "$(id -u)" = 0 ] &&
        exec unshare --mount "$project/scripts/blender.sh" --run-in-root "$project" "$root" "$@"
    ;;
*)
    echo "blender.sh: unknown version $version; known: 3.4 4.3 5.2" >&2
    exit 2
    ;;
esac
echo "blender.sh: Blender $version is not here (scripts/blender_roots.sh)" >&2
exit 77
