"""Run in Blender: measures the import and the way back in processor seconds, as the best of several
runs, and previews.

The arguments are the folder of the add-on, and a bank. A bank of 1000 clips is made of it."""
import pathlib
import sys
import time

import bpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import session  # noqa: E402  Blender does not look in this folder

RUNS = 3
PREVIEWS, POSES = 20, 200


def many_clips(path):
    """A file with 1000 clips, the clips of a bank several times."""
    with session.module("gait_library").open(path.read_bytes(), path.name) as file:
        names = [clip["name"] for clip in file.clips]
        script = "".join(f'duplicate --clip "{names[index % len(names)]}=copy_{index}"\n'
                         for index in range(1000 - len(names)))
        content = file.edit(script).bytes
    made = pathlib.Path(session.ARGUMENTS[0]) / "thousand.omf"
    made.write_bytes(content)
    return made


def seconds_of(path, clips):
    """Processor seconds of an import, which includes opening the file."""
    seconds = []
    for _ in range(RUNS):
        session.empty_file()
        session.module("bank").close_all()
        begin = time.process_time()
        session.import_file(path, clips=clips)
        seconds.append(time.process_time() - begin)
    return min(seconds), len(bpy.data.actions)


def print_write_back(path):
    """Prints the processor seconds of a comparison and a way back without an edit, and whether the
    bytes are the same."""
    session.empty_file()
    copy = pathlib.Path(session.ARGUMENTS[0]) / "same.omf"
    copy.write_bytes(path.read_bytes())
    owner, seconds = session.import_file(copy), []
    for _ in range(RUNS):
        begin = time.process_time()
        assert bpy.ops.gait.write_back() == {"FINISHED"}
        seconds.append(time.process_time() - begin)
    writer = session.module("writer")
    [plan] = writer.compare(bpy.context, owner, writer.Options())
    is_same = plan.content == copy.read_bytes() == path.read_bytes()
    print(f"result: unedited write-back in {min(seconds):.3f} s, goal 0.5 s: "
          f"{'met' if min(seconds) <= 0.5 else 'MISSED'}; {'same' if is_same else 'OTHER'} bytes")


def preview_figures(path, is_packed):
    """(processor milliseconds from a click to the first pose, poses per processor second): the
    slowest clip of those that are tried."""
    session.empty_file()
    names = [clip["name"] for clip in session.module("bank").open_bank(path).clips]
    owner = session.import_file(path, clips=names[0])
    browser = bpy.context.window_manager.gait_browser
    if is_packed:
        session.module("base").pack(owner)
    session.module("panels").fill()
    first, rates = [], []
    for row in range(0, len(browser.rows), len(browser.rows) // PREVIEWS + 1):
        begin = time.process_time()
        browser.row = row
        first.append(1000 * (time.process_time() - begin))
        assert not browser.problem, browser.problem
        begin = time.process_time()
        for frame in range(POSES):
            bpy.context.scene.frame_set(frame % (browser.rows[row].frames + 1))
        rates.append(POSES / (time.process_time() - begin))
    session.module("browse").stop()
    return max(first), min(rates)


def print_previews(path, is_packed):
    first, rate = preview_figures(path, is_packed)
    print(f"result: preview{' of a packed file' if is_packed else ''}: first pose after "
          f"{first:.1f} ms, goal 50 ms: {'met' if first <= 50 else 'MISSED'}; {rate:.0f} poses per "
          f"second, goal 60: {'met' if rate >= 60 else 'MISSED'}")


def main():
    add_on = session.load(session.ARGUMENTS[0])
    path = pathlib.Path(session.ARGUMENTS[1])
    names = [clip["name"] for clip in session.module("bank").open_bank(path).clips]
    for source, clips, goal in ((path, "", 1.0), (many_clips(path), "", 5.0),
                                (path, ",".join(names[::len(names) // 10 + 1]), 0.1)):
        seconds, count = seconds_of(source, clips)
        print(f"result: {count} clips imported in {seconds:.3f} s, goal {goal} s: "
              f"{'met' if seconds <= goal else 'MISSED'}")
    print_write_back(path)
    for is_packed in (False, True):
        print_previews(path, is_packed)
    add_on.unregister()


main()
