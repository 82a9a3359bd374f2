#!/usr/bin/env python3
"""What the add-on writes is what is seen, in Blender 3.4 only: the main cases."""
import sys

import test_slow_blender_seen
import versions

CASES = ("check_muted_curves", "check_constraint", "check_unkeyed")

if versions.run("3.4", ["-b", "--version"]) is None:
    sys.exit(versions.SKIPPED)
test_slow_blender_seen.run(["3.4"], CASES)
