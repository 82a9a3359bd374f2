# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators of the import: menu, drop, dialog and scripts."""
import os

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, StringProperty

from . import armature, bank, claims, compat, dialogs, gait_library, importer, preferences
from .dialogs import HIDDEN
from .problem import Problem, SkeletonProblem

EXTENSIONS = ".rtm;.omf;.ogf;.p3d;.skl;.skls;.bvh;.seanim;.anm"
MANY = 300  # clips; above, the dialog suggests a selection
TARGETS = (("AUTO", "Selected Armature if It Fits", "Otherwise a new armature"),
           ("SELECTED", "Selected Armature", "Fails if its bones do not fit"),
           ("NEW", "New Armature", "One for each file that needs another skeleton"))
EXISTING = (("AUTO", "Replace If Not Edited", "Actions that hold more stay; clips are added"),
            ("REPLACE", "Replace", "Edits are lost, and what the file cannot hold"),
            ("ADD", "Add", "The clips are added"))
RATES = (("AUTO", "Automatic", "30 if there are no actions, otherwise the rate of the scene"),
         ("KEEP", "Keep", "Keys are placed by time, also between frames"),
         ("SET", "Set to 30", "The scene gets the frame rate of the games"))


# The following functions get the properties of the import operator: Blender does not pass the
# operator itself to the functions of its properties.

def paths_of(properties):
    names = [file.name for file in properties.files if file.name] if properties.directory else []
    return [os.path.join(properties.directory, name) for name in names] or (
        [bpy.path.abspath(properties.filepath)] if properties.filepath else [])


def open_all(properties):
    """([Bank], [Problem]) of the files."""
    opened, problems = [], []
    for path in paths_of(properties):
        try:
            opened.append(preferences.open_bank(path, properties.skeleton))
        except Problem as problem:
            problems.append(problem)
    return opened, problems


def search_skeletons(properties, context, text):
    """Suggestions: built-in skeletons, and models in the folder of the first file."""
    folder = os.path.dirname(next(iter(paths_of(properties)), ""))
    models = [each for is_rtm in (False, True) for each in gait_library.models_in(folder, is_rtm)]
    names = (*bank.context().builtin_names, *models)
    return [each for each in names if text.lower() in each.lower()]


def list_clips(properties, context=None):
    """Fills the rows of the dialog, and describes the files. Returns their problems."""
    opened, problems = open_all(properties)
    count = sum(len(each.clips) for each in opened)
    before = {(row.file, row.index): row.is_ticked for row in properties.rows}
    properties.rows.clear()
    for number, each in enumerate(opened):
        prefix = f"{each.name}: " if len(opened) > 1 else ""
        for clip in each.clips:
            dialogs.add_row(
                properties.rows, prefix + clip["name"], frames=clip["frames"], file=number,
                index=clip["index"],
                is_ticked=before.get((number, clip["index"]), count <= MANY))
    properties.lines = "\n".join([
        *(f"ARMATURE_DATA\t{each.name}: skeleton {each.origin}" for each in opened),
        *(f"ERROR\t{problem}" for problem in problems)])
    properties.has_phases = any(gait_library.is_rtm(each.file) for each in opened)
    properties.is_again = any(claims.imported(armature.active(bpy.context), each)
                              for each in opened)
    properties.has_model = any(each.has_model for each in opened)
    return problems


def change_skeleton(properties, context):
    if properties.is_dialog:
        list_clips(properties)


class GAIT_OT_import(dialogs.Dialog, bpy.types.Operator):
    """Import clips of game animation files as actions"""
    bl_idname = "gait.import_animation"
    bl_label = "Import Game Animation"

    filepath: StringProperty(subtype="FILE_PATH", options={"SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options=HIDDEN)
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options=HIDDEN)
    clips: StringProperty(options=HIDDEN, description="Names or patterns such as walk*, with "
                          "commas between; empty: all")
    skeleton: StringProperty(
        name="Skeleton", description="A built-in skeleton, or the path of a model (model.cfg:Name "
        "for one of several); empty: search it", search=search_skeletons,
        search_options={"SUGGESTION"}, update=change_skeleton, options={"SKIP_SAVE"})
    target: EnumProperty(name="Target", items=TARGETS, options={"SKIP_SAVE"})
    frame_rate: EnumProperty(name="Frame Rate", items=RATES, options={"SKIP_SAVE"})
    duration: FloatProperty(
        name="Duration", description="Of RTM clips, whose keys have no times; 0: one frame per key",
        min=0, max=3600, unit="TIME_ABSOLUTE", options={"SKIP_SAVE"})
    existing: EnumProperty(name="Existing Actions", items=EXISTING, options={"SKIP_SAVE"},
                           description="Actions of the same clips that were imported before")
    fake_user: BoolProperty(name="Fake User", default=True,
                            description="Actions are saved even if nothing uses them")
    mesh: BoolProperty(name="Mesh", default=True, options={"SKIP_SAVE"},
                       description="Of the model with the skeleton, moved by the armature")
    has_phases: BoolProperty(options=HIDDEN)
    is_again: BoolProperty(options=HIDDEN)
    has_model: BoolProperty(options=HIDDEN)

    def invoke(self, context, event):
        problems = list_clips(self.properties)
        if not self.rows and not any(isinstance(each, SkeletonProblem) for each in problems):
            return self.execute(context)
        self.tick_all = len(self.rows) <= MANY
        return self.open_dialog(context)

    def settings(self, context):
        asks_rate = len(bpy.data.actions) and importer.rate_of(context.scene) != importer.GAME_FPS
        return ["skeleton", "target", *["existing"] * self.is_again, *["mesh"] * self.has_model,
                *["frame_rate"] * asks_rate, *["duration"] * self.has_phases]

    def run(self, context):
        opened, problems = open_all(self.properties)
        options = importer.Options(self.target, self.frame_rate, self.duration, self.fake_user,
                                   self.existing, self.mesh)
        results = []
        for number, each in enumerate(opened):
            try:
                chosen = self.selection(number, each)
                if chosen or not each.clips:
                    results.append(importer.import_clips(context, each, chosen, options,
                                                         [done.owner for done in results]))
            except Problem as problem:
                problems.append(problem)
        if not results:
            raise Problem("\n".join(map(str, problems)) or "no clip is selected: tick some")
        count = sum(len(done.actions) for done in results)
        return [*(("INFO", note) for done in results for note in done.notes),
                ("INFO", f"Imported {gait_library.counted(count, 'clip') if count else 'a model'}"),
                *(("ERROR", str(problem)) for problem in problems)]

    def selection(self, number, opened):
        """The indices of the clips of a file: those that are ticked in the dialog, or named."""
        if self.is_dialog:
            return [row.index for row in self.rows if row.file == number and row.is_ticked]
        with bank.problems_of(opened.path):
            return gait_library.select([clip["name"] for clip in opened.clips], self.clips)


class GAIT_OT_choose(bpy.types.Operator):
    """Choose game animation files to import"""
    bl_idname = "gait.choose_animation"
    bl_label = "Import Game Animation"
    directory: StringProperty(subtype="DIR_PATH")
    files: CollectionProperty(type=bpy.types.OperatorFileListElement)
    filepath: StringProperty(subtype="FILE_PATH")
    filter_glob: StringProperty(default="*" + EXTENSIONS.replace(";", ";*"), options={"HIDDEN"})

    def invoke(self, context, event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        names = [{"name": file.name} for file in self.files]
        try:
            return bpy.ops.gait.import_animation("INVOKE_DEFAULT", directory=self.directory,
                                                 files=names, filepath=self.filepath)
        except RuntimeError as error:  # its report, which Blender has printed
            self.report({"ERROR"}, str(error).replace("Error: ", "").strip())
            return {"CANCELLED"}


def draw_menu(self, context):
    self.layout.operator(GAIT_OT_choose.bl_idname,
                         text="Game animation (.rtm .omf .ogf .p3d .skl .skls .bvh .seanim .anm)")


CLASSES = [GAIT_OT_import, GAIT_OT_choose]

if compat.HAS_FILE_HANDLERS:
    class GAIT_FH_animation(bpy.types.FileHandler):
        bl_idname = "GAIT_FH_animation"
        bl_label = "Game Animation"
        bl_import_operator = GAIT_OT_import.bl_idname
        bl_file_extensions = EXTENSIONS

        @classmethod
        def poll_drop(cls, context):
            return context.area is not None and context.area.type in ("VIEW_3D", "OUTLINER")

    CLASSES.append(GAIT_FH_animation)
