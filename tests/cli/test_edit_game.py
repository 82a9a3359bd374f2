#!/usr/bin/env python3
"""set --game: files that a game reads, judged by a reader that knows nothing of the library."""
import struct

from edit_files import SAMPLES
from bank_walker import Bank
from command import CommandTest, gait, main, omf, rtm

ROTATION_CONSTANT, TRANSLATION_KEYS, WIDE, FLOATS = 2, 1, 4, 8


def widths(content):
    """The sizes of the keys of translations, of all tracks: 3, 6 or 12 bytes."""
    bank, found = Bank(content), set()
    bones = sum(len(listed) for _, listed in bank.parts)
    for _, motion in bank.motions:
        frames, tracks, at = struct.unpack("<I", motion[:4])[0], motion[4:], 0
        for _ in range(bones):
            flags = tracks[at]
            at += 1
            rotation = 16 if flags & FLOATS else 8
            count = 1 if flags & ROTATION_CONSTANT else frames
            at += (0 if flags & ROTATION_CONSTANT else 4) + count * rotation
            if flags & TRANSLATION_KEYS:
                size = 12 if flags & FLOATS else 6 if flags & WIDE else 3
                found.add(size)
                at += 4 + frames * size + (0 if flags & FLOATS else 12)
            at += 0 if flags & TRANSLATION_KEYS and flags & FLOATS else 12
        assert at == len(tracks), "the tracks end elsewhere"
    return found


class SetGame(CommandTest):
    def made(self, game, path, *options, code=0):
        out = self.put("out", path.read_bytes())  # stays when nothing changes
        done = gait("set", "--game", game, path, "-o", out, "-f", *options)
        self.assertEqual(done.code, code, done.err)
        return done if code else out.read_bytes()

    def test_keys_of_a_bank_for_shadow_of_chernobyl(self):
        path = SAMPLES / "stalker.omf"
        self.assertEqual(widths(path.read_bytes()), {3, 6})
        refused = self.made("soc", path, code=5)
        self.assertIn("EDT014", refused.err)
        content = self.made("soc", path, "--lossy")
        bank = Bank(content)
        self.assertEqual((bank.version, widths(content)), (3, {3}))
        self.assertEqual(len(bank.motions), len(Bank(path.read_bytes()).motions))
        self.put("again.omf", content)
        self.assertEqual(self.made("soc", self.folder / "again.omf"), content)
        findings = gait("check", "--json", "--game", "soc", self.folder / "again.omf").json()
        self.assertEqual(findings["errors"], 0)

    def test_a_bank_for_other_games_has_version_4(self):
        old = self.made("soc", SAMPLES / "stalker.omf", "--lossy")
        for game in ("cs", "cop", "ogsr", "ixray", "anomaly"):
            content = self.made(game, self.put("old.omf", old))
            self.assertEqual((Bank(content).version, widths(content)), (4, {3}))

    def test_marks_without_intervals_are_no_loss(self):
        self.put("a.omf", omf())
        gait("event", "--clip", "walk", "--add", "Left", self.folder / "a.omf", "--in-place")
        self.assertEqual(Bank(self.made("soc", self.folder / "a.omf")).version, 3)
        gait("event", "--clip", "walk", "--add", "Right", "--at", "0.01",
             self.folder / "a.omf", "--in-place")
        self.assertIn("walk", self.made("soc", self.folder / "a.omf", code=5).err)

    def test_frame_properties_are_of_newer_games(self):
        plain = rtm()
        self.put("a.rtm", plain)
        gait("event", "--add", "step", "--at", "0.5", self.folder / "a.rtm", "--in-place")
        marked = (self.folder / "a.rtm").read_bytes()
        for game in ("arma3", "dayz"):
            self.assertEqual(self.made(game, self.folder / "a.rtm"), marked)
        for game in ("ofp", "cwr", "arma1", "arma2"):
            self.made(game, self.folder / "a.rtm", code=5)
            self.assertEqual(self.made(game, self.folder / "a.rtm", "--lossy"), plain)

    def test_an_empty_block_of_frame_properties_is_removed(self):
        path = self.put("a.rtm", b"RTM_MDAT" + bytes(8) + rtm())
        self.assertEqual(self.made("arma3", path), path.read_bytes())
        self.assertEqual(self.made("ofp", path), rtm())

    def test_wrong_words(self):
        path = self.put("a.omf", omf())
        for words in (["--game", "quake"], ["--game", "soc", "--speed", "2"], ["--lossy"]):
            self.assertEqual(gait("set", path, "-o", self.folder / "b", *words).code, 2)
        self.assertEqual(gait("set", path, "-o", self.folder / "b", "--game", "ofp").code, 5)


if __name__ == "__main__":
    main()
