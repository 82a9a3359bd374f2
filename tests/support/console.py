"""Windows programs on a console of their own, run by wine."""
import os
import pty
import re
import select
import subprocess
import time

KEY_PROMPT = "Press any key to close this window."


def plain(shown):
    """Wine moves the cursor instead of writing spaces."""
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", shown.replace("\x1b[1C", " "))


def run(*command, cwd, **streams):
    """Runs a command as Explorer does, alone in a new console. Returns the text on the console,
    whether the command waited for a key, which it then gets, and the exit code."""
    lead, follow = pty.openpty()
    console = {"stdin": follow, "stdout": follow, "stderr": follow, **streams}
    process = subprocess.Popen(command, cwd=cwd, start_new_session=True, **console)
    os.close(follow)
    shown, waited, end = "", False, time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([lead], [], [], 0.3)[0]:
            try:
                shown += os.read(lead, 4096).decode("utf-8", "replace")
            except OSError:  # the other side was closed
                break
        elif process.poll() is not None:
            break
        elif KEY_PROMPT in plain(shown) and not waited:
            waited = True
            os.write(lead, b"x")
    code = process.wait(timeout=60)
    os.close(lead)
    return plain(shown), waited, code
