#!/bin/sh
# join_notices.sh COMPONENT...: print the licenses of parts by others that a package contains, one
# text of packaging/notices after the other.
set -eu
cd "$(dirname "$0")/notices"
echo "This package contains parts of the following software by others."
for component in "$@"; do
    printf '\n%s\n\n' \
        "--------------------------------------------------------------------------------"
    cat "$component.txt"
done
