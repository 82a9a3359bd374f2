"""Run in Blender: installs packages of the add-on and uses them, in one session.

Each argument is a step: `legacy=ZIP` or `extension=ZIP` installs a package as a user does,
`enable=MODULE` and `disable=MODULE` switch an add-on, `expect=MODULE:VERSION` requires that the
add-on runs in that version, `forget=MODULE` that nothing of it is left, and `save` saves the
preferences."""
import pathlib
import sys

import addon_utils
import bpy


def libraries():
    """The libraries of Gait in the memory of Blender, as lines of the system."""
    lines = pathlib.Path("/proc/self/maps").read_text().splitlines()
    return {line.split(maxsplit=5)[5] for line in lines if "libgait" in line}


def operators():
    """The operators of the add-on that Blender can describe."""
    names = [f"gait.{name}" for name in dir(bpy.ops.gait)]
    return [name for name in names
            if getattr(bpy.ops.gait, name[5:]).get_rna_type().identifier.startswith("GAIT_OT_")]


def install_legacy(path):
    assert bpy.ops.preferences.addon_install(filepath=path, overwrite=True) == {"FINISHED"}


def install_extension(path):
    assert bpy.ops.extensions.package_install_files(
        filepath=path, repo="user_default", enable_on_install=True) == {"FINISHED"}


def enable(module):
    assert bpy.ops.preferences.addon_enable(module=module) == {"FINISHED"}


def disable(module):
    assert bpy.ops.preferences.addon_disable(module=module) == {"FINISHED"}


def expect(text):
    module, version = text.split(":")
    assert addon_utils.check(module) == (True, True), addon_utils.check(module)
    [info] = [found.bl_info for found in addon_utils.modules() if found.__name__ == module]
    assert ".".join(map(str, info["version"])) == version, info
    library = sys.modules[module + ".gait_library"]
    assert library.version() == version, library.version()
    found = libraries()
    assert len(found) == 1 and "(deleted)" not in found.copy().pop(), found
    assert operators()
    print(f"session: {module} {version}: {', '.join(operators())}")


def forget(module):
    assert addon_utils.check(module) == (False, False), addon_utils.check(module)
    assert not libraries() and not dir(bpy.ops.gait), (libraries(), dir(bpy.ops.gait))


def save(_):
    assert bpy.ops.wm.save_userpref() == {"FINISHED"}


STEPS = {"legacy": install_legacy, "extension": install_extension, "enable": enable,
         "disable": disable, "expect": expect, "forget": forget, "save": save}
for step in sys.argv[sys.argv.index("--") + 1:]:
    name, _, value = step.partition("=")
    print(f"session: {step}", flush=True)
    STEPS[name](value)
