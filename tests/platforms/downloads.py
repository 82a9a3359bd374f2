"""What the command writes for the downloads of the page that page.mjs makes."""
import hashlib
import json

CLIPS = 2  # of a bank are written as BVH and RTM
REPORTS = ("info", "check", "list", "map")
NO_BANKS = ("--ignore", "OGF132")  # banks of models are searched on the disk, not by the page


def clip_names(info):
    """The first names of clips in gait.info/1, and the number of all clips."""
    clips = json.loads(info)["files"][0]["clips"] or []
    return list(dict.fromkeys(clip["name"] for clip in clips))[:CLIPS], len(clips)


def commands(path, info):
    """{what: arguments}; of several clips, each gets a file, which the page puts in an archive."""
    names, count = clip_names(info)
    chosen = [word for name in names for word in ("--clip", name)]
    made = {kind: [kind, "--json", path] for kind in REPORTS}
    made |= {"check": ["check", "--json", *NO_BANKS, path],
             "sarif": ["check", "--sarif", *NO_BANKS, path]}
    if not names:
        return made  # the page converts animations only
    made |= {"glb": ["convert", "--to", "gltf", path, "-"]}
    made |= {target: ["convert", "--to", target, *chosen, path,
                      f"{{clip}}.{target}" if count > 1 else "-"] for target in ("bvh", "rtm")}
    return made | {"svg": ["draw", *chosen[:2], path, "-"]}


def normalised(log):
    """A SARIF log without white space; that of the page is its own."""
    return json.dumps(json.loads(log), separators=(",", ":"), ensure_ascii=False).encode()


def results(runner, path):
    """{what: digest}; None when the command refuses, and prints nothing."""
    made = {}
    for what, arguments in commands(path, runner.run(["info", "--json", path])[1]).items():
        (code, output, _), printed = runner.run(arguments)
        if what == "sarif":
            output = hashlib.sha256(normalised(printed)).hexdigest()
        made[what] = output if code == 0 or printed else None
    return made
