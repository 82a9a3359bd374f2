# SPDX-License-Identifier: GPL-3.0-or-later
"""The preferences of the add-on."""
import os

import bpy
from bpy.props import EnumProperty, StringProperty

from . import bank

CODE_PAGES = (("0", "Default", "That of the game: 1251 for S.T.A.L.K.E.R."),
              ("1250", "1250", "Central European"), ("1251", "1251", "Cyrillic"),
              ("1252", "1252", "Western European"))


class Defaults:
    """The preferences where the add-on is not enabled, such as in scripts that register it."""
    search, code_page, project = "", "0", ""


class GAIT_preferences(bpy.types.AddonPreferences):
    bl_idname = __package__
    search: StringProperty(
        name="Model Folders", description="Folders with models (.ogf, model.cfg) whose skeletons "
        f"are used if the mod of a file has none, separated by {os.pathsep}")
    code_page: EnumProperty(name="Code Page", items=CODE_PAGES,
                            description="Of names in game files")

    project: StringProperty(
        name="Project Folder", subtype="DIR_PATH", description="Edited files are written to their "
        "places in this folder, such as meshes/actors; empty: over the files of the game")

    def draw(self, context):
        for name in ("search", "code_page", "project"):
            self.layout.prop(self, name)


def get():
    """The preferences of the user, or the defaults."""
    found = bpy.context.preferences.addons.get(__package__)
    return found.preferences if found and found.preferences else Defaults


def open_bank(path, skeleton=""):
    """Opens a file with the preferences of the user. Raises Problem."""
    user = get()
    folders = [bpy.path.abspath(each) for each in user.search.split(os.pathsep) if each]
    return bank.open_bank(bpy.path.abspath(path), skeleton, int(user.code_page), folders)


CLASSES = (GAIT_preferences,)
