#!/bin/sh
# setup.sh [SET]: install what is missing on Debian 12, and nothing else. Sets:
#
#   base       build the library and the command
#   check      base, and everything the tests need
#   outside    check, and the other programs that tests/outside compares with
#   windows    base, and mingw, and wine to run the tests of the command with
#   wasm       base, and clang for WebAssembly
#   npm        wasm, and what the package for JavaScript is made with
#   page       npm, and the programs that build the page
#   check-page page, and the browsers that its tests use
#   bench-page page, and Chromium
#   wheel      base, and the compilers that the Python package is built with
#   packages   page, wheel and deb, and musl for two processors
#   check-packages check and packages, and what the tests of the packages need
#   blender    wheel: the packages of the add-on hold the same libraries
#   check-blender check, blender, Blender, and what makes roots with other versions of it
#   deb        what builds the Debian packages
#   check-deb  check and deb, and what checks the packages in minimal roots (as root)
#   platforms  check, windows, wasm, and other processors by qemu (docs/platforms.md)
#   slow       outside, and what the other long tests need
#   bench      base, and what is measured against
#   fuzz       base, and clang with libFuzzer
#   docs       Doxygen, for the reference of the library
#   python     what scripts/amalgamate.py and packaging/check_release.py need
#   fresh      what scripts/fresh.sh needs
#
# Does nothing, and needs no rights, when all is there.
set -eu
cd "$(dirname "$0")/.."

set_name=${1:-base}
missing=""
with_node=no
with_cmocka=no
with_musl=no

need_program() { # PROGRAM PACKAGE...
    program=$1
    shift
    command -v "$program" >/dev/null 2>&1 || missing="$missing $*"
}

need_package() { # PACKAGE...
    for package in "$@"; do
        state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
}

if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: no apt-get here, so nothing is installed; this script names what is needed" >&2
    exit 0
fi

with_base() {
    need_program cmake cmake
    need_program ninja ninja-build
    need_program gcc gcc
    need_package libc6-dev
}

with_check() {
    with_base
    with_node=yes
    need_program g++ g++
    need_program pkg-config pkgconf
    need_program clang-format-14 clang-format-14
    need_program doxygen doxygen
    need_program node nodejs npm
    need_program npm npm
    need_program xmllint libxml2-utils
    need_program git git
    need_program yamllint yamllint
    need_program ruby ruby # syntax of the formula for Homebrew
    need_package python3-yaml
    need_package python3 python3-venv python3-jsonschema
    need_package libcmocka-dev zlib1g-dev liblzo2-dev libjansson-dev
}

with_browser() {
    need_program chromium chromium
}

with_page() {
    with_npm
    with_node=required
}

with_browsers() {
    with_browser
    need_program firefox-esr firefox-esr
    need_program WebKitWebDriver webkit2gtk-driver
    need_program Xvfb xvfb
    need_program xdotool xdotool                 # drags files with the mouse
    need_package python3-gi gir1.2-gtk-3.0       # the window from which they are dragged
    need_package python3 libgl1-mesa-dri libegl1 # WebGL of both
}

with_outside() {
    with_browser
    need_program blender blender
    need_package python3-numpy python3-requests # Debian's Blender only recommends them
    need_package libegl1 libgl1-mesa-dri        # pictures that Blender renders
}

with_windows() {
    with_base
    with_cmocka=yes
    need_program x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
    need_program wine wine wine64
    need_package python3 xz-utils
}

with_wasm() {
    with_base
    need_program clang-14 clang-14
    need_program llvm-ar-14 llvm-14
    need_program node nodejs
    need_package lld-14 wasi-libc libclang-rt-14-dev-wasm32
}

with_npm() {
    with_wasm
    need_program npm npm
    need_program wasm-opt binaryen
    need_program zopfli zopfli
}

with_wheel() {
    with_base
    need_program x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
    need_package python3 gcc-aarch64-linux-gnu libc6-dev-arm64-cross
}

with_package_tests() {
    need_program wine wine wine64
    need_program x86_64-w64-mingw32-g++ g++-mingw-w64-x86-64
    need_program qemu-aarch64 qemu-user
    need_program musl-gcc musl-tools
}

with_blenders() {
    with_wheel
    need_program blender blender
    need_package python3-numpy python3-requests # Debian's Blender only recommends them
    need_program debootstrap debootstrap
    need_program xvfb-run xvfb xauth
    need_package libegl1 libgl1-mesa-dri
}

with_deb() {
    need_program cmake cmake
    need_program git git
    need_program dpkg-buildpackage dpkg-dev
    need_package debhelper build-essential python3 libcmocka-dev
}

with_packages() {
    with_page
    with_wheel
    with_deb
    with_musl=yes
    need_program git git
    need_package musl-dev
}

with_deb_tests() {
    need_program lintian lintian
    need_program piuparts piuparts
    need_program autopkgtest autopkgtest
    need_program debootstrap debootstrap
}

with_platforms() {
    with_windows
    with_wasm
    need_program qemu-s390x qemu-user
    need_package gcc-s390x-linux-gnu libc6-dev-s390x-cross
    need_package gcc-aarch64-linux-gnu libc6-dev-arm64-cross
}

case $set_name in
base) with_base ;;
check) with_check ;;
outside) with_check && with_outside ;;
windows) with_windows ;;
wasm) with_wasm ;;
npm) with_npm ;;
page) with_page ;;
check-page) with_page && with_browsers ;;
bench-page) with_page && with_browser ;;
wheel | blender) with_wheel ;;
packages) with_packages ;;
check-packages) with_check && with_packages && with_package_tests ;;
check-blender) with_check && with_blenders ;;
deb) with_deb ;;
check-deb) with_check && with_deb && with_deb_tests ;;
platforms) with_check && with_platforms ;;
slow)
    with_check && with_outside
    need_program clang-tidy-14 clang-tidy-14
    ;;
bench)
    with_base
    need_program g++ g++
    need_package python3 libtinygltf-dev zlib1g-dev liblzo2-dev
    ;;
fuzz)
    with_base
    need_program clang-14 clang-14
    need_program llvm-symbolizer-14 llvm-14 # names in the reports of sanitizers
    need_package python3 libclang-rt-14-dev liblzo2-dev
    ;;
docs)
    need_program doxygen doxygen
    need_program python3 python3
    ;;
python) need_program python3 python3 ;;
fresh)
    need_program debootstrap debootstrap
    need_program git git
    ;;
*)
    sed -n 's/^#   \([a-z-]*\) .*/\1/p' scripts/setup.sh |
        xargs echo "usage: scripts/setup.sh SET; sets:" >&2
    exit 2
    ;;
esac

if [ -n "$missing" ]; then
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "setup: not root and no sudo; as root, run: apt-get install$missing" >&2
            exit 3
        fi
        as_root="sudo"
    fi
    echo "setup: installing$missing"
    $as_root apt-get -qq -o DPkg::Lock::Timeout=900 update
    # shellcheck disable=SC2086 # a list of words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        -o DPkg::Lock::Timeout=900 install $missing >/dev/null
fi

# npm notes what it installed in node_modules/.package-lock.json. Without it every other test runs,
# but the page cannot be built. No package needs its install script: programs that are built for
# one machine are packages of their own.
if [ "$with_node" != no ] && ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
    if [ -L node_modules ]; then # npm would empty the folder to which it leads
        rm node_modules
    fi
    npm ci --loglevel=error --no-audit --no-fund --fetch-retries=1 --ignore-scripts || {
        rm -rf node_modules
        if [ "$with_node" = required ]; then
            echo "setup: npm cannot fetch the programs that build the page" >&2
            exit 3
        fi
        echo "setup: npm cannot fetch the programs of tests/outside; their tests are skipped" >&2
    }
fi

if [ "$with_cmocka" = yes ]; then
    scripts/fetch_cmocka.sh ||
        echo "setup: no source of cmocka; foreign builds go without the unit tests" >&2
fi

if [ "$with_musl" = yes ]; then
    scripts/fetch_musl.sh || {
        echo "setup: no musl-dev for 64-bit ARM" >&2
        exit 3
    }
fi
