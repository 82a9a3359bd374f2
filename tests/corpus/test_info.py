#!/usr/bin/env python3
"""`info` on every real file agrees with an independent parser; unsupported and damaged files are
named and refused."""
import hashlib
import json

from corpus import ROOT, each, gait, gait_json, is_read, table

DAMAGED = 4
REFUSED = 5


def game_bytes(text):
    """The bytes of a name: CP1251, where U+0098 is the byte undefined in CP1251."""
    return b"".join(b"\x98" if c == "\x98" else c.encode("cp1251") for c in text)


def digest(names, encode):
    return hashlib.sha1(b"\n".join(encode(name) for name in names)).hexdigest()


def bones_of(path, said):
    """Names of the bones; of a file with several skeletons one list after the other."""
    if said["bones"] is not None:
        return said["bones"]
    names = []
    for skeleton in said["skeletons"]:
        tree = gait_json("skeleton", f"{path}:{skeleton['name']}")["bones"]
        assert len(tree) == skeleton["bones"], skeleton
        names += [bone["name"] for bone in tree]
    return names


def check_fact(fact):
    done = gait("info", "--json", ROOT / fact["file"])
    said = json.loads(done.stdout)["files"][0]
    if not is_read(fact):
        status, code = ("bad", DAMAGED) if fact["status"] == "bad" else ("unsupported", REFUSED)
        assert done.returncode == code, f"exit {done.returncode}"
        assert said["status"] == status, said["status"]
        assert said["error"]["message"], "no reason given"
        assert said["format"] == fact["format"], said["format"]
        if fact["format"] == "omf":
            assert said["error"]["rule"] == "OMF003", "an OMF is refused for being encrypted only"
        return
    clips = said["clips"]
    bones = bones_of(ROOT / fact["file"], said)
    encode_clip = str.encode if fact["format"] in ("rtm", "bmtr") else game_bytes
    found = {
        "format": said["format"],
        "version": "" if said["version"] is None else str(said["version"]),
        "status": said["status"],
        "bones": str(len(bones)),
        "clips": str(len(clips)),
        "frames": str(sum(clip["frames"] for clip in clips)),
        "events": str(sum(clip["events"] for clip in clips)),
        "bones_sha1": digest(bones, game_bytes),
        "clips_sha1": digest([clip["name"] for clip in clips], encode_clip),
    }
    wrong = {key: (value, fact[key]) for key, value in found.items() if value != fact[key]}
    assert done.returncode == 0 and not wrong, f"exit {done.returncode}, (found, right): {wrong}"


facts = table("files.tsv")
banks = [fact for fact in facts if fact["format"] in ("omf", "ogf")]
refused = [fact for fact in banks if not is_read(fact)]
print(f"{len(banks)} banks and models, {len(refused)} of them to be refused")
assert len(banks) - len(refused) >= 100 and all(f["status"] == "unsupported" for f in refused)
each(facts, check_fact)
