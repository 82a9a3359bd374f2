#!/bin/sh
# version.sh: print the version of Gait, which include/gait/base.h contains.
set -eu
sed -n 's/^#define GAIT_VERSION_TEXT "\(.*\)".*/\1/p' "$(dirname "$0")/../include/gait/base.h"
