#!/usr/bin/env python3
"""tests/support/shells.py finds the arguments that shells of Windows pass on."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import shells


class Shells(unittest.TestCase):
    def test_quotes_and_backslashes(self):
        for line, expected in ((r'gait info "a b" c', ["gait", "info", "a b", "c"]),
                               (r'gait "a\\" b', ["gait", "a\\", "b"]),
                               (r'gait a\b\ c', ["gait", "a\\b\\", "c"]),
                               (r'gait x"y z"', ["gait", "xy z"]),
                               ('gait ""  a', ["gait", "", "a"])):
            self.assertEqual(shells.cmd(line), expected)
            self.assertEqual(shells.powershell(line), expected)
        self.assertEqual(shells.split(r'gait "say \"hi\""'), ["gait", 'say "hi"'])

    def test_syntax_of_cmd(self):
        for line in ("gait a > b", "gait %x%", 'gait "50%"', "gait 'a b'", 'gait "a', "gait a&b"):
            with self.assertRaises(ValueError, msg=line):
                shells.cmd(line)
        self.assertEqual(shells.cmd("gait {clip}.glb 0,1 $x"), ["gait", "{clip}.glb", "0,1", "$x"])

    def test_syntax_of_powershell(self):
        for line in ("gait {clip}.glb", "gait 0,1", "gait $x", 'gait "$x"', "gait @x", "gait #x",
                     "gait a > b", "gait --limit=0.1", "gait 'a'", "gait -a:b"):
            with self.assertRaises(ValueError, msg=line):
                shells.powershell(line)
        self.assertEqual(shells.powershell('gait "{clip}.glb" "*2" a@b --x 0.1 --f=+a'),
                         ["gait", "{clip}.glb", "*2", "a@b", "--x", "0.1", "--f=+a"])


if __name__ == "__main__":
    unittest.main()
