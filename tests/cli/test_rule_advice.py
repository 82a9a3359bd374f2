#!/usr/bin/env python3
"""Advice of rules: each command that it names removes the finding from a file that raises the rule.

NAME in a command is the first quoted name of the finding, NEW another name, TIME a time."""
# sanitized: edits and conversions of damaged files
import os
import pathlib
import re
import shlex

import edit_files
import ogf_fixtures
from builders import Bytes
from command import CommandTest, gait, main
from omf_fixtures import bank, keys_chunk, mark, motion, params, track, with_marks

DATA = pathlib.Path(os.environ.get("GAIT_DATA", "."))
# These only show something.
SHOWING = {"list", "refs", "uses", "check", "map", "dump", "help", "formats", "rules"}
# Raised by commands, not by `gait check` of a file: see the tests of these commands.
COMMANDS = ("CNV", "EDT", "RTP", "TXT", "OMF15", "OMF2", "SKL2", "OGF13")


def commands(advice):
    """The commands in a text of advice, as words without `gait`."""
    return [shlex.split(found)[1:] for found in re.findall(r"`(gait [^`]+)`", advice)]


def fixtures(rule):
    rows = [line.split("\t") for line in
            (DATA / "fixtures.tsv").read_text().splitlines()[1:]]
    return [DATA / row[0] for row in rows
            if row[1] == "file" and f"{rule}@" in row[5]]


class Advice(CommandTest):
    def findings(self, path):
        return [one for file in gait("check", "--json", path).json()["files"]
                for one in file["findings"]]

    def is_removed(self, rule, words, path):
        """True when the command works on the file and the result no longer raises the rule."""
        text = next(one["message"] for one in self.findings(path) if one["rule"] == rule)
        name = (re.findall(r'"([^"]*)"', text) or [""])[0]
        verb, *options = words
        options = [option.replace("NAME=name", f"{name}={name.lower()}").replace("NAME", name)
                   .replace("NEW", "other").replace("TIME", "0") for option in options]
        out = self.folder / f"out{path.suffix}"
        to = [out] if verb == "convert" else ["-o", out]
        done = gait(verb, path, *options, *to, "--force")
        return done.code == 0 and rule not in [one["rule"] for one in self.findings(out)]

    def test_every_command_of_a_rule_works(self):
        rules = gait("rules", "--json").json()["rules"]
        tried = 0
        for rule in rules:
            for words in commands(rule["advice"]):
                with self.subTest(rule=rule["id"], command=words):
                    self.works(words[0], "--help")
                    if words[0] in SHOWING or rule["id"].startswith(COMMANDS):
                        continue
                    if "MODEL" in words:
                        continue  # see below
                    tried += 1
                    files = fixtures(rule["id"])
                    self.assertTrue(any(self.is_removed(rule["id"], words, path)
                                        for path in files), [str(path) for path in files])
        self.assertGreater(tried, 10)

    def test_bones_of_motions_in_a_model_are_renamed_in_a_bank(self):
        tree = (("root", ""), ("hand", "root"))
        two = [motion(tracks=[track(2), track(2)])]
        parts = params((("default", (("root", 0), ("Hand", 1))),))
        model = self.put("model.ogf", bytes(ogf_fixtures.model(
            tree, 0, None, (14, keys_chunk(two)), (15, parts)).data))
        self.assertEqual([(one["rule"], one["bone"]["name"]) for one in self.findings(model)],
                         [("OMF103", "hand")])
        extracted, new = self.folder / "bank.omf", self.folder / "new.ogf"
        self.works("extract", model, "-o", extracted)
        self.works("rename", extracted, "--bone", "Hand=hand", "--in-place")
        self.works("convert", "--base", model, extracted, new)
        self.assertEqual(self.findings(new), [])

    def test_a_bank_with_marks_becomes_version_3(self):
        path = self.put("bank.omf", edit_files.omf())
        words = commands(gait("rules", "--json", "OMF154").json()["rules"][0]["advice"])
        self.fails(2, "set", path, "--format-version", "3", "--in-place",
                   cause=("--remove", "[EDT004]"))
        self.works(words[0][0], path, *words[0][1:], "--in-place")
        self.works("set", path, "--format-version", "3", "--in-place")
        self.assertEqual(self.works("info", "--json", path).json()["files"][0]["version"], 3)

    def test_bones_of_findings_are_those_of_the_tracks(self):
        """A bone has another place in the parts than its track."""
        parts = (("upper", (("Hand", 1),)), ("lower", (("root", 0),)))
        path = self.put("bank.omf", bytes(bank([motion(tracks=[track(2), track(2)])],
                                               params(parts)).data))
        self.assertEqual(self.findings(path)[0]["bone"], {"index": 1, "name": "Hand"})

    def test_packed_banks_keep_their_bytes_until_they_are_edited(self):
        path, new = DATA / "omf/bad/packed_keys.omf", self.folder / "new.omf"
        self.works("convert", path, new)
        self.assertEqual(new.read_bytes(), path.read_bytes())
        self.works("map", path)
        self.works("set", path, "--speed", "2", "-o", new, "--force")
        self.works("set", new, "--speed", "1", "--in-place")
        self.assertEqual(new.read_bytes(), bytes(bank().data))

    def test_intervals_of_slow_motions_are_in_real_time(self):
        for speed, rules in ((1, ["OMF167"]), (0.5, [])):
            path = self.put("bank.omf", bytes(with_marks(mark(b"Step", [(0.15, 0.2)]), frames=4,
                                                         ).data))
            self.works("set", path, f"--speed={speed}", "--in-place")
            self.assertEqual([one["rule"] for one in self.findings(path)], rules)


if __name__ == "__main__":
    main()
