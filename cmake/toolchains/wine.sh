#!/bin/sh
# wine.sh PROGRAM [ARGUMENT...]: run a Windows program, with a drive C: of its own in build/wine.
# wine.sh --session COMMAND [ARGUMENT...]: run a command whose programs come here. Wine stays up
# meanwhile, which makes each of them 50 times as fast, and is ended with the command.
#
# Paths need no translation: with a current folder outside of that drive, \ is the root of all.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
export WINEPREFIX="${GAIT_WINE:-$root/build/wine}"
# Silent, but for the reason when a program finds no memory to start in.
export WINEDEBUG=-all,err+virtual
# No browser, no .NET, no menus: the prefix is made in seconds and without questions.
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
export LC_ALL=C.UTF-8
unset DISPLAY
# Every Windows program needs the page at 0x7ffe0000. Debian's wine has nothing that keeps it free,
# so that one program in some thousand has its heap there by chance, and ends with 1 in silence.
# Without random addresses the heap stays clear of it. Not everywhere may they be switched off.
fixed="setarch --addr-no-randomize"
$fixed true 2>/dev/null || fixed=""

make_prefix() {
    mkdir -p "$WINEPREFIX"
    # Tests start together: one of them makes it.
    (
        flock 9
        [ -f "$WINEPREFIX/system.reg" ] || $fixed wineboot --init >/dev/null 2>&1
        $fixed wineserver -w
    ) 9>"$WINEPREFIX.lock"
}

# A shell that waits for input, which never comes. Its greeting tells that wine is up.
start() {
    folder=$(mktemp -d)
    mkfifo "$folder/input" "$folder/output"
    exec 9<>"$folder/input"
    $fixed wine cmd <&9 >"$folder/output" 2>/dev/null 9>&- &
    exec 8<"$folder/output"
    rm -r "$folder"
    trap 'wineserver -k' EXIT
    trap 'exit 130' INT TERM
    read -r greeting <&8 && [ -n "$greeting" ]
}

session() {
    start || {
        echo "wine.sh: wine does not start" >&2
        exit 1
    }
    code=0
    "$@" 8<&- 9>&- || code=$?
    return $code
}

[ -f "$WINEPREFIX/system.reg" ] || make_prefix
if [ "$1" = --session ]; then
    shift
    session "$@"
else
    exec $fixed wine "$@"
fi
