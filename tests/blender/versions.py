"""Runs scripts in each version of Blender that is available, without the settings of the user."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
RUN = ROOT / "scripts" / "blender.sh"
VERSIONS = ("3.4", "4.3", "5.2")
EXTENSIONS_SINCE = "4.2"
RESULT = "result: "  # begin of the lines of sessions that are printed
SKIPPED = 77  # also the exit code of blender.sh for a version that is missing


def run(version, arguments, user=None, screen=None):
    """The output of Blender, which must exit with 0. None, and a line, if this version is missing.

    `user` is the folder with settings and add-ons of the user; without it, there are none. `screen`
    is that of the screen of scripts/blender.sh, for a window."""
    settings, start = {}, ["--factory-startup"]
    if user is not None:
        user.mkdir(exist_ok=True)  # Blender ignores a folder that does not exist
        settings, start = {"BLENDER_USER_RESOURCES": str(user)}, []
    window = ["--screen", screen] if screen else []
    command = [RUN, *window, version, *start, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, text=True,
                          env={**os.environ, **settings}, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode == SKIPPED:
        return None
    if done.returncode != 0:
        sys.exit(f"Blender {version}: exit {done.returncode}\n{done.stdout[-6000:]}")
    for line in done.stdout.splitlines():
        if line.startswith(RESULT):
            print(f"Blender {version}: {line[len(RESULT):]}", flush=True)
    return done.stdout


def run_script(version, script, arguments=(), user=None):
    """The output of a Python script in Blender without a window."""
    return run(version, ["-b", "--python-exit-code", "4", "--python", script, "--", *arguments],
               user)


def run_in_window(version, script, screen, arguments=()):
    """The same with a window, and with events that the script simulates."""
    return run(version, ["--enable-event-simulate", "--window-geometry", "0", "0", "1600", "1000",
                         "--python-exit-code", "4", "--python", script, "--", *arguments],
               screen=screen)


def available():
    """The versions that run here, with a line for each other one. Exits with 77 if none runs."""
    found = []
    for version in VERSIONS:
        if run(version, ["-b", "--version"]) is None:
            print(f"Blender {version} is not here, its tests are skipped", flush=True)
        else:
            found.append(version)
    if not found:
        sys.exit(SKIPPED)
    return found
