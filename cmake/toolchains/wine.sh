#!/bin/sh
# wine.sh PROGRAM [ARGUMENT...]: run a Windows program, with a drive C: of its own in build/wine.
# wine.sh --session COMMAND [ARGUMENT...]: run a command whose programs come here. Wine stays up
# meanwhile, which makes each of them 50 times as fast, and is ended with the command.
#
# Paths need no translation: with a current folder outside of that drive, \ is the root of all.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
export WINEPREFIX="${GAIT_WINE:-$root/build/wine}"
export WINEDEBUG=-all
# No browser, no .NET, no menus: the prefix is made in seconds and without questions.
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
export LC_ALL=C.UTF-8
unset DISPLAY

make_prefix() {
    mkdir -p "$WINEPREFIX"
    # Tests start together: one of them makes it.
    (
        flock 9
        [ -f "$WINEPREFIX/system.reg" ] || wineboot --init >/dev/null 2>&1
        wineserver -w
    ) 9>"$WINEPREFIX.lock"
}

session() {
    folder=$(mktemp -d)
    mkfifo "$folder/input"
    # A shell that waits for input, which never comes.
    exec 9<>"$folder/input"
    wine cmd <&9 >/dev/null 2>&1 9>&- &
    rm -r "$folder"
    trap 'wineserver -k' EXIT
    trap 'exit 130' INT TERM
    code=0
    "$@" 9>&- || code=$?
    return $code
}

[ -f "$WINEPREFIX/system.reg" ] || make_prefix
if [ "$1" = --session ]; then
    shift
    session "$@"
else
    exec wine "$@"
fi
