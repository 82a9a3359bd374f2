# SPDX-License-Identifier: GPL-3.0-or-later
"""Where files are written. A file that exists is replaced only if it is the base of the clips, if
the add-on has written it, or if the user allows it."""
import os
import re

from . import bank, base, browse, gait_library, preferences, stored
from .problem import ExistsProblem, Problem


def path_of(owner, record, path):
    """The path of the result: as given, the place of the base in the project folder, or itself."""
    own, project = stored.locate(owner, record), preferences.get().project
    if path or not project:
        return base.absolute_path(path) if path else own
    return gait_library.project_path(own, base.absolute_path(project))


def check(owner, plan, overwrite):
    """Raises Problem if the result would replace a file that is not that of the clips."""
    path, old = plan.path, base.read_old(plan.path)
    if plan.is_base:
        plan.keeps_old = base.keeps_old(path, plan.record["sha256"]
                                        if plan.record.get("written") else None)
    elif old != plan.content:
        check_free(path, overwrite or base.is_result(owner, path, stored.id_of(plan.record)))
        plan.keeps_old = not base.is_own(owner, path)
        if os.path.isfile(path) and plan.keeps_old:
            with bank.problems_of(path):
                kept = os.path.basename(gait_library.backup_path(path))
            plan.notes.append(f"{path} is replaced, and kept as {kept}")


def check_free(path, overwrite):
    """Raises Problem if a path is that of a base, or of a file that must not be replaced."""
    owner = base.owner_of(path)
    if owner:
        raise Problem(f"{path} is the file of clips of {owner.name}", "choose another name, or use "
                      "Write Back to write edited clips into it")
    if os.path.isfile(path) and not overwrite:
        raise ExistsProblem(f"{path} exists", "choose another name, or Overwrite to replace it; it "
                            "is kept as .bak")


def write_files(files):
    try:
        gait_library.write_files(files)
    except OSError as error:
        raise Problem(f"{error.filename} cannot be written: {error.strerror or error}",
                      "choose another file, or a project folder in the preferences") from None


def proposed(owner, endings):
    """The path of a new file: the name of the action, in the format of its base."""
    action = browse.action_of(owner)
    record = action and base.base_of(owner, action)
    ending = os.path.splitext(record["path"])[1].lower() if record else ""
    name = re.sub(r'[\\/:*?"<>|\x00-\x1f]', "_", (action or owner).name)
    return name + (ending if ending in endings else ".omf")


def write_new(owner, files, names, overwrite):
    """Writes new files of the actions with these names, and returns their paths. Raises Problem."""
    for file in files:
        check_free(file.path, overwrite)
    files = [file._replace(keep_old=not base.is_own(owner, file.path)
                           or base.clips_of_result(owner, file.path) != names) for file in files]
    old = [base.read_old(file.path) for file in files]
    write_files(files)
    for file, content in zip(files, old):
        record = base.record_at(owner, file.path)
        if record:  # a base into which edits cannot be written
            base.replace(owner, record, [content, b""], file.content, file.path)
        base.add_result(owner, file.path, "", content, file.content, names)
    return [file.path for file in files]
