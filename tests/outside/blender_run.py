"""Running Blender without a window, with a script of ours and jobs for it."""
import json
import os
import subprocess
import sys

# Its Python searches modules next to the first python3 on PATH: that must be Debian's.
PATH = "/usr/bin" + os.pathsep + os.environ.get("PATH", "")


def run_blender(script, jobs, folder, told=True):
    """The results that the script wrote for the jobs; None if it writes none."""
    given, out = folder / "jobs.json", folder / "out.json"
    given.write_text(json.dumps(jobs))
    done = subprocess.run(
        ["blender", "-b", "--factory-startup", "--python-exit-code", "4", "--python", script, "--",
         given, *([out] if told else [])], capture_output=True, text=True, errors="replace",
        env={**os.environ, "PATH": PATH})
    if done.returncode != 0:
        sys.exit(f"blender: exit {done.returncode}\n{(done.stdout + done.stderr)[-4000:]}")
    return json.loads(out.read_text(encoding="utf-8")) if told else None
