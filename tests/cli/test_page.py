#!/usr/bin/env python3
"""`gait page`: the files in a page, their names and bytes, and where gait.html is searched."""
import base64
import html
import html.parser
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import unittest

from command import (GAIT, PLATFORM, CommandTest, Result, gait, main, ogf, omf, posix_only, rtm,
                     windows_only)

MARKER = b"<!--gait:files-->"
BEFORE, AFTER = b"<!doctype html>\r\n<p>\xff\x00before", b"after</p>\n\n"
BLOCK = re.compile(rb'<script type="text/plain" class="gait-file" data-name="([^"<>\']*)">'
                   rb"([A-Za-z0-9+/]*={0,2})</script>\n")
CONFIG = (b'class CfgSkeletons { class Beast { isDiscrete = 1; skeletonInherit = "";'
          b' skeletonBones[] = {"One", "", "Two", "One"}; }; };')


def blocks(page, before=BEFORE, after=AFTER):
    """{name: bytes} of a page in the order of its files; everything else must be unchanged."""
    assert page.startswith(before) and page.endswith(after), page[:200]
    middle = page[len(before):len(page) - len(after)]
    found = {}
    for name, content in BLOCK.findall(middle):
        found[html.unescape(name.decode("utf-8"))] = base64.b64decode(content, validate=True)
    assert BLOCK.sub(b"", middle) == b"", middle[:200]
    return found


class Attributes(html.parser.HTMLParser):
    """The names of the files, as a browser reads them."""

    def __init__(self, page):
        super().__init__()
        self.names = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "script":
            self.names.append(dict(attrs)["data-name"])


class PageTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.page = self.put("page.html", BEFORE + MARKER + AFTER)
        self.out = self.folder / "out.html"

    def names(self, *arguments, **options):
        """The files of the page that the command writes."""
        self.works("page", "-f", "--page", self.page, *arguments, self.out, **options)
        return list(blocks(self.out.read_bytes()))

    def refuses(self, code, *arguments, cause=(), **options):
        """Fails with `code`, and writes nothing."""
        result = self.fails(code, "page", "--page", self.page, *arguments, cause=cause, **options)
        self.assertFalse(self.out.exists())
        self.assertEqual(self.leftovers(), [])
        return result


class Content(PageTest):
    def test_bytes_are_kept(self):
        bank, contents = omf(), {}
        for size in range(4):  # every length of the padding
            contents[f"{size}.omf"] = bank + bytes(size)
            self.put(f"{size}.omf", contents[f"{size}.omf"])
        paths = map(self.folder.joinpath, contents)
        self.works("page", "--no-skeleton", "--page", self.page, *paths, self.out)
        self.assertEqual(blocks(self.out.read_bytes()), contents)

    def test_large_files_are_kept(self):
        content = rtm(phases=[k / 999 for k in range(1000)], bones=[f"b{i}" for i in range(30)])
        path = self.put("a.rtm", content)
        self.works("page", "--page", self.page, path, self.out)
        self.assertEqual(blocks(self.out.read_bytes()), {"a.rtm": content})

    def test_a_page_of_only_the_marker(self):
        self.page.write_bytes(MARKER)
        path = self.put("a.rtm", rtm())
        page = self.works("page", "-q", "--page", self.page, path, "-").bytes
        self.assertEqual(blocks(page, b"", b""), {"a.rtm": rtm()})

    def test_standard_output_gets_the_same_bytes(self):
        path = self.put("a.rtm", rtm())
        self.works("page", "--page", self.page, path, self.out)
        shown = self.works("page", "--page", self.page, path, "-")
        self.assertEqual(shown.bytes, self.out.read_bytes())

    def test_messages_list_the_files(self):
        path = self.put("a.rtm", rtm())
        said = self.works("page", "-v", "--page", self.page, path, self.out).err
        self.assertIn(f"included: a.rtm, {len(rtm())} bytes\n", said)
        self.assertIn(f"wrote {self.out}: 1 file, {self.out.stat().st_size} bytes", said)
        said = self.works("page", "-f", "--page", self.page, path, self.out).err
        self.assertNotIn("included", said)

    def test_damaged_files_are_included_with_a_warning(self):
        for name, content, rule in (("a.omf", omf()[:60], "OMF"), ("a.rtm", rtm()[:-1], "RTM")):
            path = self.put(name, content)
            said = self.works("page", "-f", "--page", self.page, path, self.out).err
            self.assertIn(f"warning: {path}: cannot be opened, but the page contains it: ", said)
            self.assertRegex(said, rf"\[{rule}\d+\]")
            self.assertEqual(blocks(self.out.read_bytes()), {name: content})

    def test_unknown_and_missing_files_are_refused(self):
        good = self.put("good.rtm", rtm())
        for name, content, code in (("a.png", b"\x89PNG\r\n\x1a\n", 5), ("empty.rtm", b"", 4),
                                    ("text.omf", b"only text\n" * 10, 5)):
            path = self.put(name, content)
            self.assertEqual(gait("info", path).code, code)
            self.refuses(code, good, path, self.out, cause=name)
        self.refuses(3, good, self.folder / "none.rtm", self.out, cause="none.rtm: cannot open")

    def test_standard_input_has_no_name(self):
        self.refuses(2, "-", self.out, cause=("standard input", "has no name"), stdin=rtm())

    def test_folders_are_searched(self):
        self.put("in/b/z.rtm", rtm())
        self.put("in/a.omf", omf())
        self.put("in/a.ogf", ogf())
        self.put("in/server.cfg", b"hostname = \"x\";\n")
        self.put("in/readme.txt", b"x")
        result = self.works("page", "--page", self.page, self.folder / "in", self.out)
        self.assertIn("server.cfg is left out: it belongs to another program", result.err)
        self.assertEqual(list(blocks(self.out.read_bytes())), ["a.ogf", "a.omf", "b/z.rtm"])
        self.out.unlink()
        (self.folder / "empty").mkdir()
        self.refuses(2, self.folder / "empty", self.out, cause="no inputs")

    def test_files_are_included_once(self):
        path = self.put("a.omf", omf())
        model = self.put("a.ogf", ogf())
        (self.folder / "sub").mkdir()
        again = self.folder / "sub" / ".." / "a.omf"
        self.assertEqual(self.names(path, again, path), ["a.omf", "a.ogf"])
        self.assertEqual(self.names(model, path), ["a.ogf", "a.omf"])
        self.assertEqual(self.names("a.omf", path, cwd=self.folder), ["a.omf", "a.ogf"])


class Names(PageTest):
    def test_names_are_relative_to_the_common_folder(self):
        for paths, names in ((["x/a.rtm"], ["a.rtm"]),
                             (["x/a.rtm", "x/b.rtm"], ["a.rtm", "b.rtm"]),
                             (["x/a.rtm", "xy/a.rtm"], ["x/a.rtm", "xy/a.rtm"]),
                             (["x/d/a.rtm", "x/d/e/b.rtm", "x/c.rtm"],
                              ["d/a.rtm", "d/e/b.rtm", "c.rtm"])):
            for path in paths:
                self.put(path, rtm())
            self.assertEqual(self.names(*map(self.folder.joinpath, paths)), names)
            self.assertEqual(self.names(*paths, cwd=self.folder), names)

    def test_names_contain_the_folders_of_models(self):
        bank = self.put("meshes/a/bank.omf", omf())
        self.put("meshes/b/model.ogf", ogf(refs=("a\\bank",)))
        self.assertEqual(self.names(bank), ["a/bank.omf", "b/model.ogf"])

    @posix_only("files cannot have such names")
    def test_names_are_escaped(self):
        names = ["a&b.rtm", "a&amp;.rtm", "<script>.rtm", "\"'.rtm", "a>b/&/'.rtm",
                 "line\nend\r.rtm", "tab\t\x01\x7f.rtm", "Бег 歩く 🏃.rtm", "back\\slash.rtm",
                 "--><!--gait:files-->.rtm"]
        paths = [self.put(f"in/{name}", rtm()) for name in names]
        found = self.names(*paths)
        self.assertEqual(found, names)
        page = self.out.read_bytes()
        self.assertEqual(page.count(b"\n"), (BEFORE + AFTER).count(b"\n") + len(names))
        self.assertNotIn(MARKER, page)
        self.assertEqual(Attributes(page.decode("utf-8", "replace")).names, names)

    def test_wide_names(self):
        path = self.put("Бег вперёд/ходьба.rtm", rtm())
        other = self.put("b.rtm", rtm())
        self.assertEqual(self.names(path, other), ["Бег вперёд/ходьба.rtm", "b.rtm"])

    @posix_only("names are UTF-16")
    def test_names_that_are_not_utf_8(self):
        for raw, shown in ((b"\xe1\xe5\xe3.rtm", "\ufffd" * 3 + ".rtm"),
                           (b"\xc3.rtm", "\ufffd.rtm"),
                           (b"\xc0\xaf\xed\xa0\x80.rtm", "\ufffd" * 5 + ".rtm"),
                           (b"\xf4\x90\x80\x80\xf0\x9f\x8f\x83.rtm", "\ufffd" * 4 + "🏃.rtm")):
            path = os.fsencode(self.folder) + b"/" + raw
            with open(path, "wb") as opened:
                opened.write(rtm())
            self.assertEqual(self.names(os.fsdecode(path)), [shown])

    @posix_only("wine hides symbolic links from programs")
    def test_links_keep_their_names(self):
        self.put("real/a.rtm", rtm())
        (self.folder / "link.rtm").symlink_to("real/a.rtm")
        (self.folder / "folder").symlink_to("real")
        self.assertEqual(self.names(self.folder / "link.rtm"), ["link.rtm"])
        self.assertEqual(self.names(self.folder / "folder/a.rtm", self.folder / "real/a.rtm"),
                         ["a.rtm"])

    @windows_only
    def test_drives_have_no_common_folder(self):
        path = "Z:" + str(self.put("a.rtm", rtm())).replace("/", "\\")
        self.assertEqual(self.names(path), ["a.rtm"])
        self.assertEqual(self.names(path, path.lower()[:2] + path[2:]), ["a.rtm"])


class Skeletons(PageTest):
    def test_the_model_of_a_bank_is_included(self):
        bank, model = self.put("a.omf", omf()), self.put("model.ogf", ogf())
        said = self.works("page", "-v", "--page", self.page, bank, self.out).err
        self.assertEqual(blocks(self.out.read_bytes()),
                         {"a.omf": omf(), "model.ogf": model.read_bytes()})
        self.assertIn(f"included: model.ogf, {model.stat().st_size} bytes, the skeleton of {bank}",
                      said)
        self.assertEqual(self.names("--no-skeleton", bank), ["a.omf"])

    def test_models_come_after_all_inputs(self):
        first, second = self.put("a/a.omf", omf()), self.put("b/b.omf", omf())
        self.put("a/a.ogf", ogf())
        self.put("b/b.ogf", ogf())
        self.assertEqual(self.names(first, second), ["a/a.omf", "b/b.omf", "a/a.ogf", "b/b.ogf"])

    def test_the_model_is_that_of_draw(self):
        bank = self.put("anim.omf", omf())
        for height, name in enumerate(("anim1.ogf", "other.ogf")):
            self.put(name, ogf(positions=((0, 0, 0), (0, height, 0))))
        drawn = self.works("draw", "--clip", "idle", bank, "-").err
        found = re.search(r"skeleton: \S*?(\w+\.ogf) \(", drawn).group(1)
        said = self.works("page", "--page", self.page, bank, self.out).err
        self.assertEqual(list(blocks(self.out.read_bytes())), ["anim.omf", found])
        self.assertIn("another rest pose or hierarchy, also possible", said)

    def test_the_config_of_an_rtm_is_included(self):
        path = self.put("a.rtm", rtm(bones=("One", "Two")))
        self.put("model.cfg", CONFIG)
        self.assertEqual(self.names(path), ["a.rtm", "model.cfg"])

    def test_built_in_skeletons_need_no_file(self):
        sample = pathlib.Path(os.environ["GAIT_SAMPLES"]) / "walk.rtm"
        said = self.works("page", "--page", self.page, sample, self.out).err
        self.assertEqual(list(blocks(self.out.read_bytes())), ["walk.rtm"])
        self.assertNotIn("warning", said)

    def test_a_missing_skeleton_is_a_warning(self):
        bank = self.put("a.omf", omf())
        said = self.works("page", "--page", self.page, bank, self.out).err
        self.assertIn(f"warning: {bank}: no file with its skeleton was found", said)
        self.assertIn("pass the .ogf of its model with --skeleton", said)
        said = self.works("page", "-f", "--no-skeleton", "--page", self.page, bank, self.out).err
        self.assertNotIn("warning", said)

    def test_folders_can_be_added(self):
        bank = self.put("bank/a.omf", omf())
        self.put("models/deep/model.ogf", ogf())
        wanted = ["bank/a.omf", "models/deep/model.ogf"]
        for option in ("--search", "--skeleton"):
            self.assertEqual(self.names(option, self.folder / "models", bank), wanted)
        environment = {**os.environ, "GAIT_SEARCH": str(self.folder / "models")}
        self.assertEqual(self.names(bank, env=environment), wanted)
        self.out.unlink()
        self.refuses(3, "--search", self.folder / "none", bank, self.out, cause="is not a folder")

    def test_a_given_skeleton_replaces_the_one_that_is_found(self):
        bank = self.put("a.omf", omf())
        self.put("a.ogf", ogf())
        first, second = self.put("x/other.ogf", ogf()), self.put("x/model.cfg", CONFIG)
        said = self.works("page", "-v", "--skeleton", first, "--skeleton", second, "--page",
                          self.page, bank, self.out).err
        self.assertEqual(list(blocks(self.out.read_bytes())),
                         ["a.omf", "x/other.ogf", "x/model.cfg"])
        self.assertIn("a --skeleton", said)

    def test_wrong_skeletons_are_refused(self):
        bank = self.put("a.omf", omf())
        config = self.put("model.cfg", CONFIG)
        for value, code, cause in (
                ("arma3-man", 2, ("built-in skeleton", "the page has all built-in skeletons")),
                ("ARMA3-MAN", 2, "built-in skeleton"), ("motion", 2, "the motion"),
                ("arma3-men", 2, "did you mean arma3-man"),
                (f"{config}:Beast", 2, ("whole file", f"--skeleton {config}")),
                (bank, 5, "holds no skeleton"), ("-", 2, "standard input"),
                (self.folder / "none.ogf", 3, "cannot open"),
                (self.page, 5, "page.html")):
            self.refuses(code, "--skeleton", value, bank, self.out, cause=cause)
        for options in (("--skeleton", config), ("--search", self.folder)):
            self.refuses(2, "--no-skeleton", *options, bank, self.out,
                         cause="--no-skeleton cannot be combined")

    def test_buffers_of_a_gltf_are_included(self):
        self.put("a.ogf", ogf())
        scene = self.folder / "out" / "a #1.gltf"
        scene.parent.mkdir()
        self.works("convert", self.put("a.omf", omf()), scene)
        buffer = scene.with_suffix(".bin")
        other = self.put("out/b.rtm", rtm())
        self.works("page", "-v", "--page", self.page, scene, other, self.out)
        found = blocks(self.out.read_bytes())
        self.assertEqual(list(found), ["a #1.gltf", "b.rtm", "a #1.bin"])
        self.assertEqual(found["a #1.bin"], buffer.read_bytes())
        self.assertEqual(self.names("--skeleton", scene, other),
                         ["b.rtm", "a #1.bin", "a #1.gltf"])
        buffer.unlink()
        said = self.works("page", "-f", "--page", self.page, scene, self.out).err
        self.assertIn("cannot be opened, but the page contains it", said)
        self.assertEqual(list(blocks(self.out.read_bytes())), ["a #1.gltf"])

    def test_the_sidecar_of_a_gltf_is_included(self):
        self.put("a.ogf", ogf())
        bank = self.put("a.omf", omf())
        for name in ("out/x.gltf", "out/y.glb"):
            (self.folder / "out").mkdir(exist_ok=True)
            self.works("convert", "--sidecar", bank, self.folder / name)
        scenes = [self.folder / "out/x.gltf", self.folder / "out/y.glb"]
        said = self.works("page", "-v", "--page", self.page, *scenes, self.out).err
        found = blocks(self.out.read_bytes())
        self.assertEqual(list(found), ["x.gltf", "y.glb", "x.bin", "x.gait.json", "y.gait.json"])
        for name in ("x", "y"):
            path = self.folder / f"out/{name}.gait.json"
            self.assertEqual(found[path.name], path.read_bytes())
        self.assertIn(f"the metadata of {scenes[1]}", said)

    @posix_only("wine hides symbolic links from programs")
    def test_buffers_in_a_linked_folder_keep_their_relative_path(self):
        self.put("a.ogf", ogf())
        self.works("convert", self.put("a.omf", omf()), self.folder / "a.gltf")
        (self.folder / "far").mkdir()
        (self.folder / "a.bin").rename(self.folder / "far" / "a.bin")
        (self.folder / "data").symlink_to("far")
        scene = (self.folder / "a.gltf").read_text()
        self.put("a.gltf", scene.replace('"a.bin"', '"data/a.bin"').encode())
        self.assertEqual(self.names(self.folder / "a.gltf"), ["a.gltf", "data/a.bin"])


class Template(PageTest):
    def test_pages_without_exactly_one_marker_are_refused(self):
        path = self.put("a.rtm", rtm())
        self.works("page", "--page", self.page, path, self.folder / "filled.html")
        filled = (self.folder / "filled.html").read_bytes()
        for content, cause in ((b"", "is missing"), (b"<p>page</p>", "is missing"),
                               (MARKER[:-1], "is missing"), (MARKER.upper(), "is missing"),
                               (filled, "already contains files"),
                               (MARKER * 2, "more than once"),
                               (b"a" + MARKER + b"b" + MARKER + b"c", "more than once"),
                               (filled + MARKER * 2, "more than once")):
            self.page.write_bytes(content)
            self.refuses(4, path, self.out, cause=("page.html", cause))

    def test_almost_markers_are_kept(self):
        before = b"<!--gait:files--<!--gait:file--><<!--gait<!-" * 3
        self.page.write_bytes(before + MARKER + before)
        self.works("page", "--page", self.page, self.put("a.rtm", rtm()), self.out)
        self.assertEqual(blocks(self.out.read_bytes(), before, before), {"a.rtm": rtm()})

    def test_a_missing_page_is_an_error(self):
        path = self.put("a.rtm", rtm())
        self.page.unlink()
        self.refuses(3, path, self.out, cause="page.html: cannot open")


class Lookup(PageTest):
    """Where the page is searched, with a copy of the program."""

    def setUp(self):
        super().setUp()
        self.path = self.put("a.rtm", rtm())

    def copy_program(self, place):
        """The command line of a copy of the program."""
        words = [GAIT]
        if PLATFORM:  # a script: exec EMULATOR PROGRAM "$@"
            words = shlex.split(pathlib.Path(GAIT).read_text().splitlines()[-1])[1:-1]
        program = self.folder / place
        program.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(words[-1], program)
        return [*words[:-1], str(program)]

    def run_copy(self, words, code, *options):
        done = subprocess.run([*words, "page", *map(str, options), str(self.path), "-"],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        result = Result(done)
        self.assertEqual(result.code, code, result.err)
        return result

    def place_page(self, place, mark):
        self.put(place, mark + MARKER + AFTER)

    def assert_used(self, words, mark, *options):
        page = self.run_copy(words, 0, *options).bytes
        self.assertEqual(blocks(page, mark), {"a.rtm": rtm()})

    def test_places_and_their_order(self):
        words = self.copy_program("x/bin/gait.exe")
        said = self.run_copy(words, 3).err
        for text in ("x/bin/gait.html", "x/share/gait/gait.html", "--page FILE",
                     "package of Gait", "make page"):
            self.assertIn(text, said)
        self.place_page("x/share/gait/gait.html", b"shared")
        self.assert_used(words, b"shared")
        self.place_page("x/bin/gait.html", b"beside")
        self.assert_used(words, b"beside")
        self.assert_used(words, BEFORE, "--page", self.page)

    def test_a_wrong_page_beside_the_program_is_not_skipped(self):
        words = self.copy_program("x/bin/gait.exe")
        self.place_page("x/share/gait/gait.html", b"shared")
        self.put("x/bin/gait.html", b"none")
        self.assertIn("x/bin/gait.html: is not the page", self.run_copy(words, 4).err)

    @posix_only("wine hides symbolic links from programs")
    def test_links_to_the_program_are_followed(self):
        words = self.copy_program("x/bin/gait.exe")
        link = self.folder / "links" / "gait"
        link.parent.mkdir()
        link.symlink_to("../x/bin/gait.exe")
        self.place_page("links/gait.html", b"beside the link")
        self.place_page("x/bin/gait.html", b"beside")
        self.assert_used([*words[:-1], str(link)], b"beside")

    def test_the_current_folder_is_not_searched(self):
        words = self.copy_program("x/bin/gait.exe")
        self.place_page("gait.html", b"here")
        done = subprocess.run([*words, "page", "a.rtm", "-"], cwd=self.folder, timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(done.returncode, 3)


class Output(PageTest):
    def setUp(self):
        super().setUp()
        self.path = self.put("a.rtm", rtm())

    def test_existing_file_is_kept_without_force(self):
        self.out.write_bytes(b"old")
        self.fails(3, "page", "--page", self.page, self.path, self.out, cause="exists already")
        self.assertEqual(self.out.read_bytes(), b"old")
        self.assertEqual(self.names(self.path), ["a.rtm"])
        self.assertEqual(self.leftovers(), [])

    def test_other_extensions_are_refused(self):
        bank = self.put("b.omf", omf())
        self.fails(2, "page", "-f", "--page", self.page, self.path, bank, cause=".html")
        self.assertEqual(bank.read_bytes(), omf())
        self.refuses(2, self.path, cause="page needs FILE... OUT")
        self.works("page", "--page", self.page, self.path, self.folder / "OUT.HTM")

    def test_inputs_are_not_overwritten(self):
        for out, options in ((self.page, [self.path]), (self.put("a.html", rtm()), [])):
            content = out.read_bytes()
            self.fails(2, "page", "-f", "--page", self.page, self.put("a.html", rtm()), *options,
                       out, cause="is an input, and would be overwritten")
            self.assertEqual(out.read_bytes(), content)

    def test_missing_output_folder_is_an_error(self):
        self.refuses(3, self.path, self.folder / "no" / "out.html", cause="there is no folder")

    def test_wildcards_in_the_output(self):
        if PLATFORM == "Windows":
            said = self.refuses(2, self.path, "*.html", cause="OUT cannot contain wildcards").err
            self.assertNotIn("--out", said)
        else:
            self.works("page", "--page", self.page, self.path, self.folder / "*.html")

    def test_a_wrong_input_keeps_the_old_file(self):
        self.out.write_bytes(b"old")
        self.fails(3, "page", "-f", "--page", self.page, self.path, self.folder / "none.omf",
                   self.out)
        self.assertEqual(self.out.read_bytes(), b"old")

    @posix_only("there are no limits of a process, and wine dies of its own")
    def test_a_failed_write_keeps_the_old_file(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        self.out.write_bytes(b"old")
        self.fails(3, "page", "-f", "--page", self.page, self.path, self.out, preexec_fn=limit,
                   cause="cannot write")
        self.assertEqual(self.out.read_bytes(), b"old")
        self.assertEqual(self.leftovers(), [])

    @unittest.skipIf(PLATFORM == "Windows", "there are no such devices")
    def test_a_closed_standard_output_is_an_error(self):
        with open("/dev/full", "wb") as full:
            self.fails(3, "page", "--page", self.page, self.path, "-", stdout=full,
                       cause="cannot write")


if __name__ == "__main__":
    main()
