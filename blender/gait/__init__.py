# SPDX-License-Identifier: GPL-3.0-or-later
"""Gait for Blender: skeletal animations of Operation Flashpoint, Arma and S.T.A.L.K.E.R."""
import sys


def forget_modules():
    """Removes the modules of an earlier version: after an update, Blender may load only this one
    again."""
    for name in [name for name in sys.modules if name.startswith(__package__ + ".")]:
        del sys.modules[name]
        globals().pop(name[len(__package__) + 1:], None)


forget_modules()
import bpy

from . import (bank, base, browse, dialogs, gait_library, operators, panels, preferences, stored,
               write_operators)

bl_info = {
    "name": "Gait: RTM and OMF animations",
    "author": "Gait contributors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "File > Import",
    "description": "Import, edit and write S.T.A.L.K.E.R. and Arma animations",
    "category": "Import-Export",
}


MODULES = (preferences, dialogs, operators, write_operators, panels)
CLASSES = [each for module in MODULES for each in module.CLASSES]
MENUS = ((bpy.types.TOPBAR_MT_file_import, operators), (bpy.types.TOPBAR_MT_file_export,
                                                        write_operators))


def register():
    if hasattr(bpy.types.WindowManager, "gait_browser"):
        raise RuntimeError("Gait is enabled twice, as an extension and as an add-on: disable one")
    for each in CLASSES:
        bpy.utils.register_class(each)
    for menu, module in MENUS:
        menu.append(module.draw_menu)
    bpy.types.WindowManager.gait_browser = bpy.props.PointerProperty(type=panels.GAIT_browser)
    browse.register()
    base.register()
    stored.register()


def unregister():
    stored.unregister()
    base.unregister()
    browse.unregister()
    del bpy.types.WindowManager.gait_browser
    for menu, module in MENUS:
        menu.remove(module.draw_menu)
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
    bank.close_all()
    gait_library.unload()
