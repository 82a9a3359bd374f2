#!/usr/bin/env python3
"""--names, and the guess of the code page of names in RTM."""
import json
import struct

from command import IDENTITY, CommandTest, main, ogf, omf

CZECH = ("vez_čtyřicet", "kůň", "Pánev", "levá ruka")
RUSSIAN = ("голова", "рука_Л", "Таз")


def rtm(names, events=()):
    """Plain RTM with two frames; names and events are bytes."""
    parts = []
    if events:
        parts = [b"RTM_MDAT", struct.pack("<2I", 0, len(events))]
        for name in events:
            parts += [struct.pack("<fB", 0.5, len(name)) + name, b"\0"]
    parts += [b"RTM_0101", struct.pack("<3f2I", 0, 0, 0, 2, len(names))]
    parts += [name.ljust(32, b"\0") for name in names]
    for frame in range(2):
        parts.append(struct.pack("<f", frame))
        for name in names:
            parts += [name.ljust(32, b"\0"), struct.pack("<12f", *IDENTITY)]
    return b"".join(parts)


def decoded(name, page):
    """A name as Python decodes it; undefined bytes become characters with the same number."""
    return "".join(bytes([byte]).decode(page, "ignore") or chr(byte) for byte in name)


class CodePages(CommandTest):
    def names(self, *arguments):
        return self.works("info", "--json", *arguments).json()["files"][0]["bones"]

    def extras(self, path):
        data = path.read_bytes()
        size = struct.unpack_from("<I", data, 12)[0]
        found = [node["extras"]["gait"] for node in json.loads(data[20:20 + size])["nodes"]
                 if "gait" in node.get("extras", {})]
        return json.loads(found[0])

    def test_every_byte_is_decoded_as_by_python(self):
        names = [b"b" + bytes(range(first, first + 16)) for first in range(0x80, 0x100, 16)]
        walk = self.put("walk.rtm", rtm(names))
        for page in ("1250", "1251", "1252"):
            self.assertEqual(self.names(f"--names={page}", walk),
                             [decoded(name, f"cp{page}") for name in names])

    def test_the_code_page_is_guessed_from_the_names(self):
        for names, page in ((CZECH, "cp1250"), (RUSSIAN, "cp1251")):
            walk = self.put("walk.rtm", rtm([name.encode(page) for name in names]))
            self.assertEqual(self.names(walk), list(names))

    def test_common_polish_letters_indicate_1250(self):
        names = ["miednica", "głowa", "lewa_ręka", "kręgosłup"]
        walk = self.put("walk.rtm", rtm([name.encode("cp1250") for name in names]))
        self.assertEqual(self.names(walk), names)

    def test_every_command_shows_names_in_the_code_page(self):
        walk = self.put("walk.rtm", rtm([name.encode("cp1250") for name in CZECH]))
        for command in (("map",), ("check", "--skeleton=ofp-man"), ("sample", "--frame=0"),
                        ("convert", "--to=bvh")):
            for option, name in (((), "vez_čtyřicet"),
                                 (("--names=1251",), "vez_иtyшicet")):
                picture = ("-",) if command[0] == "convert" else ()
                result = self.works(*command, *option, walk, *picture)
                self.assertIn(name, result.out + result.err, command)

    def test_round_trips_keep_the_bytes(self):
        files = [([name.encode("cp1250") for name in CZECH], ["střelba".encode("cp1250")]),
                 ([name.encode("cp1251") for name in RUSSIAN], ["шаг".encode("cp1251")]),
                 ([b"b" + bytes(range(first, first + 16)) for first in range(0x80, 0x100, 16)],
                  [])]
        for names, events in files:
            walk = self.put("walk.rtm", rtm(names, events))
            for option in ((), ("--names=1250",), ("--names=1251",), ("--names=1252",)):
                export, back = self.folder / "walk.glb", self.folder / "back.rtm"
                self.works("convert", "-f", *option, walk, export)
                for base in ((), ("--base", walk)):
                    self.works("convert", "-f", *base, export, back)
                    self.assertEqual(back.read_bytes(), walk.read_bytes(), (option, base))

    def test_only_an_unusual_code_page_is_recorded(self):
        for names, page, recorded in ((CZECH, "cp1250", 1250), (RUSSIAN, "cp1251", None),
                                      (("pelvis",), "ascii", None)):
            walk = self.put("walk.rtm", rtm([name.encode(page) for name in names]))
            self.works("convert", "-f", walk, self.folder / "walk.glb")
            source = self.extras(self.folder / "walk.glb")["source"]
            self.assertEqual(source.get("code_page"), recorded)

    def test_binarised_rtm_keeps_the_code_page(self):
        config = self.put("model.cfg", (
            "class CfgSkeletons { class S { skeletonBones[] = {" +
            ", ".join(f'"{name}", ""' for name in CZECH) + "}; }; };").encode("cp1250"))
        walk = self.put("walk.rtm", rtm([name.lower().encode("cp1250") for name in CZECH]))
        packed, plain = self.folder / "packed.rtm", self.folder / "plain.rtm"
        self.works("convert", "--to=bmtr", f"--skeleton={config}", walk, packed)
        self.assertEqual(self.names(packed), [name.lower() for name in CZECH])
        self.works("convert", "--to=rtm", f"--skeleton={config}", packed, plain)
        self.assertEqual(plain.read_bytes(), walk.read_bytes())

    def test_names_that_the_code_page_lacks_are_refused(self):
        walk = self.put("walk.rtm", rtm([name.encode("cp1250") for name in CZECH]))
        export = self.folder / "walk.glb"
        self.works("convert", walk, export)
        self.fails(5, "convert", "--names=1251", export, self.folder / "x.rtm",
                   cause=("RTM200", "vez_čtyřicet", "code page 1251"))
        self.assertFalse((self.folder / "x.rtm").exists())

    def test_x_ray_names_are_1251_unless_the_option_is_given(self):
        names = [name.lower().encode("cp1250").decode("cp1251") for name in CZECH]
        bank = self.put("bank.omf", omf(bones=names))
        model = self.put("bank.ogf", ogf(bones=[(names[0], "")] +
                                         [(name, names[0]) for name in names[1:]]))
        self.assertEqual(self.names(bank), names)
        forced = ("--names=1250",)
        self.assertEqual(self.names(*forced, bank), [name.lower() for name in CZECH])
        export, back = self.folder / "bank.glb", self.folder / "back.omf"
        self.works("convert", *forced, f"--skeleton={model}", bank, export)
        self.works("convert", "--base", bank, export, back)
        self.assertEqual(back.read_bytes(), bank.read_bytes())
        self.works("convert", f"--skeleton={model}", *forced, export, self.folder / "new.omf")
        self.assertEqual(self.names(self.folder / "new.omf"), names)

    def test_other_code_pages_are_wrong_usage(self):
        walk = self.put("walk.rtm", rtm([b"pelvis"]))
        self.fails(2, "info", "--names=866", walk, cause="1250")


if __name__ == "__main__":
    main()
