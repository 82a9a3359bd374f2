#!/bin/sh
# debian_root.sh install FOLDER       installs the packages in FOLDER into a copy of a minimal
#                                     Debian, uses the command, removes and purges the packages,
#                                     and checks that nothing is left
# debian_root.sh autopkgtest FOLDER   runs the tests of the source package in another copy
# debian_root.sh piuparts FOLDER      runs piuparts with a third one
#
# The minimal Debian is made once, in build/roots/packages. Needs root.
set -eu
cd "$(dirname "$0")/../.."
. scripts/debian_root.sh
base=$PWD/build/roots/packages
root=$base.$1
folder=$2

# The paths of a root, without those that belong to dpkg and apt, and to running programs.
list_paths() {
    (cd "$root" && find . -xdev \
        \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/cache -o -path ./var/log \
        -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./etc/ld.so.cache \) \
        -prune -o -print | sort)
}

expect_nothing_left() { # STEP
    list_paths >"$root.after"
    diff "$root.before" "$root.after" || {
        echo "debian_root: these paths were not there before, after: $1" >&2
        exit 1
    }
}

test_install() {
    list_paths >"$root.before"
    mkdir "$root/tmp/packages" "$root/tmp/work"
    cp "$folder"/*gait*.deb "$root/tmp/packages/"
    cp -R samples packaging/debian/tests "$root/tmp/packages/"

    # Without apt: a minimal Debian has everything that the command needs.
    # shellcheck disable=SC2016 # the shell in the root expands it
    inside "$root" sh -euc 'cd /tmp/packages
        dpkg -i ./gait_*.deb ./libgait0*.deb
        dpkg --verify gait
        gzip -dc /usr/share/man/man1/gait.1.gz | grep "^\.TH GAIT"
        ldd /usr/bin/gait | grep "libgait\.so\.[0-9.]* => /"
        su -s /bin/sh -c "mkdir /var/tmp/work" nobody
        su -s /bin/sh -c "AUTOPKGTEST_TMP=/var/tmp/work tests/command" nobody
        rm -r /var/tmp/work
        dpkg -i ./libgait-dev_*.deb
        dpkg -r gait libgait-dev
        dpkg -r "$(dpkg-deb -f ./libgait0*.deb Package)"'
    expect_nothing_left "dpkg -r"
    # shellcheck disable=SC2016 # the shell in the root expands it
    inside "$root" sh -euc 'cd /tmp/packages
        dpkg -i ./*.deb
        gait version
        dpkg -P gait libgait-dev "$(dpkg-deb -f ./libgait0*.deb Package)"
        if dpkg -l | grep gait; then
            exit 1
        fi'
    expect_nothing_left "dpkg -P"
}

[ -d "$base" ] || make_root "$base" "$(machine_release)" ca-certificates
if [ "$1" = piuparts ]; then
    exec piuparts --existing-chroot="$base" --keep-sources-list --no-eatmydata --no-upgrade-test \
        --distribution="$(machine_release)" --log-file="$root.log" "$folder"/*gait*.deb
fi
remove_root "$root"
cp -a "$base" "$root"
trap 'remove_root "$root"' EXIT
mount_kernel "$root"
case $1 in
install) test_install ;;
autopkgtest)
    rm -rf "$root.log"
    autopkgtest --output-dir "$root.log" "$folder"/*gait*.deb "$folder"/gait_*.dsc -- chroot "$root"
    ;;
*) exit 2 ;;
esac
