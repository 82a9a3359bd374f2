#!/usr/bin/env python3
"""What must not damage files of the user, in Blender 3.4 only: the main cases."""
import sys

import test_slow_blender_keep
import versions

CASES = ("check_baked", "check_damaged_pack", "check_new_over_base", "check_other_path",
         "check_one_record", "check_deleted_armature", "check_copies", "check_swap",
         "check_copy_of_renamed")

if versions.run("3.4", ["-b", "--version"]) is None:
    sys.exit(versions.SKIPPED)
test_slow_blender_keep.run(["3.4"], CASES)
