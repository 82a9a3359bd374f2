#!/usr/bin/env python3
"""Reading and writing files: errors, and what is preserved."""
import ctypes
import os
import pathlib
import pty
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import unittest

from command import GAIT, NO_SPACE, PLATFORM, CommandTest, gait, main, ogf, omf, posix_only, rtm


class Reading(CommandTest):
    def test_missing_file_is_an_error(self):
        for command in ("info", "map", "check", "skeleton"):
            self.fails(3, command, self.folder / "none.rtm", cause=("none.rtm", "cannot open"))
        self.fails(3, "sample", "--all", self.folder / "none.rtm", cause="cannot open")
        self.fails(3, "convert", self.folder / "none.rtm", self.folder / "x.glb",
                   cause="cannot open")

    def test_folder_instead_of_a_file_is_an_error(self):
        self.fails(3, "skeleton", self.folder, cause="no RTM file")

    def test_folder_without_files_is_an_error(self):
        self.fails(2, "map", self.folder, cause="no inputs")
        self.fails(2, "sample", "--all", self.folder, cause="no inputs")

    def test_path_through_a_file_is_an_error(self):
        path = self.put("a.rtm", rtm())
        self.fails(3, "info", path / "b.rtm", cause="cannot open")

    def test_standard_input_is_read_whole(self):
        content = rtm(phases=[k / 999 for k in range(1000)], bones=[f"b{i}" for i in range(30)])
        self.assertGreater(len(content), 1 << 20)
        result = self.works("info", "--json", "-", stdin=content)
        entry = result.json()["files"][0]
        self.assertEqual((entry["path"], entry["bytes"]), ("-", len(content)))
        self.assertEqual(entry["clips"][0]["frames"], 1000)

    def test_standard_input_can_be_a_file(self):
        path = self.put("a.rtm", rtm())
        with open(path, "rb") as opened:
            self.assertEqual(self.works("info", "--json", "-", stdin_file=opened).json()["files"]
                             [0]["bytes"], path.stat().st_size)

    @posix_only("names are UTF-16")
    def test_characters_that_change_the_direction_of_text_are_not_shown(self):
        path = self.put("a\u202erm\u2066\u200f\u061c.rtm", rtm()[:9])
        result = self.fails(4, "info", path)
        for character in "\u202e\u2066\u200f\u061c":
            self.assertNotIn(character, result.out + result.err)

    @posix_only("pipes have a folder of their own")
    def test_named_pipes_are_read(self):
        path = self.folder / "pipe"
        os.mkfifo(path)
        writer = threading.Thread(target=lambda: path.write_bytes(rtm()))
        writer.start()
        self.assertEqual(self.works("info", "--json", path).json()["files"][0]["format"], "rtm")
        writer.join()

    def test_empty_file_is_an_error(self):
        self.fails(4, "info", self.put("a.rtm", b""), cause="FIL001")
        self.fails(4, "info", "-", stdin=b"", cause=("standard input", "FIL001"))

    def test_a_file_beyond_the_limit_is_refused_before_it_is_read(self):
        path = self.folder / "huge.omf"
        with open(path, "wb") as huge:
            huge.truncate((1 << 31) + 1)
        self.fails(4, "info", path, cause="larger than 2147483648 bytes")
        self.fails(4, "check", path, cause="larger than")

    def test_large_foreign_files_are_refused_by_their_beginning(self):
        """The pipe stays open: the command must not wait for the end."""
        for content, rule in ((bytes(1 << 20), "FIL010"), (b"text" * (1 << 18), "FIL011")):
            process = subprocess.Popen([GAIT, "info", "-"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdin.write(content)
            process.stdin.flush()
            self.assertEqual(process.wait(timeout=20), 5)
            self.assertIn(rule, process.stderr.read().decode())
            for stream in (process.stdin, process.stdout, process.stderr):
                stream.close()

    def sparse(self, name, size, end=b"", start=b""):
        path = self.folder / name
        with open(path, "wb") as opened:
            opened.write(start)
            opened.truncate(size)
            opened.seek(size)
            opened.write(end)
        return path

    def test_large_foreign_files_keep_their_size_in_reports(self):
        path = self.sparse("a.omf", 1 << 30)
        result = self.fails(5, "info", "--json", path)
        self.assertEqual(result.json()["files"][0]["bytes"], 1 << 30)
        self.assertIn("FIL010", result.out)

    def test_large_files_with_a_late_beginning_are_read_whole(self):
        size = 65 << 20
        head = struct.pack("<II", 0x1234, size - 8)
        bank = self.sparse("a.omf", size, end=omf(), start=head)
        self.assertIn("omf", self.works("info", bank).out)
        bvh = self.folder / "a.bvh"
        self.works("convert", self.put("b.rtm", rtm()), bvh)
        bvh.write_bytes(b" " * size + bvh.read_bytes())
        self.assertIn("bvh", self.works("info", bvh).out)

    def test_folders_are_walked_and_sorted_by_bytes(self):
        names = ("b/z.rtm", "b.rtm", "B.RTM", "a/deep/er/x.omf", "b/readme.txt", "ü.rtm")
        for name in names:
            self.put(name, omf() if name.endswith("omf") else rtm())
        if PLATFORM != "Windows":
            os.mkfifo(self.folder / "pipe.rtm")  # no writer: opening would block
            (self.folder / "link.rtm").symlink_to("b.rtm")
            (self.folder / "loop").symlink_to(".")
        shown = self.works("info", "--json", self.folder).json()["files"]
        paths = [entry["path"][len(str(self.folder)) + 1:] for entry in shown]
        wanted = [name for name in names if not name.endswith("txt")]
        self.assertEqual(paths, sorted(wanted, key=lambda name: name.encode()))

    def test_link_given_as_argument_is_followed(self):
        self.put("real/a.rtm", rtm())
        (self.folder / "file.rtm").symlink_to("real/a.rtm")
        (self.folder / "folder").symlink_to("real")
        shown = self.works("info", "--json", self.folder / "file.rtm", self.folder / "folder")
        self.assertEqual(len(shown.json()["files"]), 2)

    def test_deep_folder_tree_does_not_overflow_the_stack(self):
        deep = self.folder
        here = os.open(deep, os.O_RDONLY)
        for _ in range(400):  # longer than the maximum path length
            os.mkdir("directory_x", dir_fd=here)
            inner = os.open("directory_x", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        os.close(here)
        self.put("a.rtm", rtm())
        result = gait("info", "--json", self.folder)
        self.assertEqual(result.code, 3)  # the deepest folder has no usable path
        shown = result.json()["files"]
        self.assertEqual([entry["status"] for entry in shown], ["ok", "unreadable"])
        subprocess.run(["rm", "-rf", str(self.folder / "directory_x")], check=True)

    def test_folder_without_known_files_is_reported(self):
        self.put("readme.txt", b"x")
        self.works("info", self.folder)
        self.assertIn("no file of a known format", gait("info", self.folder).err)


class Writing(CommandTest):
    def setUp(self):
        super().setUp()
        self.source = self.put("in.rtm", rtm())
        self.content = self.source.read_bytes()

    def assert_untouched(self, path, content=b"old"):
        self.assertEqual(path.read_bytes(), content)
        self.assertEqual(self.leftovers(), [])

    def test_existing_file_is_kept_without_force(self):
        out = self.put("out.rtm", b"old")
        self.fails(3, "convert", self.source, out, cause=("out.rtm", "exists already", "-f"))
        self.assert_untouched(out)
        self.works("convert", "-f", self.source, out)
        self.assert_untouched(out, self.content)

    def test_the_input_itself_can_be_replaced(self):
        self.works("convert", "-f", self.source, self.source)
        self.assert_untouched(self.source, self.content)

    @posix_only("there are no modes")
    def test_modes_are_kept(self):
        out = self.put("out.rtm", b"old")
        out.chmod(0o640)
        self.works("convert", "-f", self.source, out)
        self.assertEqual(stat.S_IMODE(out.stat().st_mode), 0o640)
        out.chmod(0o444)
        self.works("convert", "-f", self.source, out)
        self.assertEqual(stat.S_IMODE(out.stat().st_mode), 0o444)

    @posix_only("there are no modes")
    def test_new_files_have_the_mode_that_umask_gives(self):
        self.works("convert", self.source, self.folder / "new.rtm", umask=0o027)
        mode = stat.S_IMODE((self.folder / "new.rtm").stat().st_mode)
        self.assertEqual(mode, 0o640)

    @posix_only("wine hides symbolic links from programs")
    def test_output_links_are_followed_and_kept(self):
        real = self.put("real/out.rtm", b"old")
        link = self.folder / "link.rtm"
        link.symlink_to("real/out.rtm")
        second = self.folder / "second.rtm"
        second.symlink_to(link)
        self.fails(3, "convert", self.source, second, cause="exists already")
        self.works("convert", "-f", self.source, second)
        self.assertTrue(second.is_symlink() and link.is_symlink() and not real.is_symlink())
        self.assertEqual(real.read_bytes(), self.content)

    @posix_only("wine hides symbolic links from programs")
    def test_dangling_output_link_creates_its_target(self):
        (self.folder / "there").mkdir()
        link = self.folder / "link.rtm"
        link.symlink_to("there/new.rtm")
        self.works("convert", self.source, link)
        self.assertTrue(link.is_symlink())
        self.assertEqual((self.folder / "there/new.rtm").read_bytes(), self.content)

    def test_links_in_a_circle_are_an_error(self):
        (self.folder / "a.rtm").symlink_to("b.rtm")
        (self.folder / "b.rtm").symlink_to("a.rtm")
        self.fails(3, "convert", "-f", self.source, self.folder / "a.rtm", cause="cannot write")

    def test_a_folder_is_not_overwritten(self):
        (self.folder / "out.rtm").mkdir()
        self.fails(3, "convert", "-f", self.source, self.folder / "out.rtm", cause="is a folder")

    def test_missing_output_folder_is_an_error(self):
        self.fails(3, "convert", self.source, self.folder / "no" / "out.rtm",
                   cause="cannot write")

    def test_standard_output_is_binary(self):
        result = self.works("convert", "--to", "rtm", self.source, "-")
        self.assertEqual(result.bytes, self.content)
        self.assertNotIn("error", result.err)
        through = self.works("convert", "--to", "rtm", "-", "-", stdin=result.bytes)
        self.assertEqual(through.bytes, self.content)

    def test_standard_output_needs_a_format(self):
        self.fails(2, "convert", self.source, "-", cause="--to")

    def test_devices_are_written_directly(self):
        self.works("convert", "--to", "rtm", self.source, "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_a_full_device_is_an_error(self):
        self.fails(3, "convert", "--to", "rtm", self.source, "/dev/full",
                   cause=("/dev/full", NO_SPACE))

    def test_full_disk_keeps_the_old_file_and_no_temporary(self):
        small = self.folder / "small"
        small.mkdir()
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mount(b"none", bytes(small), b"tmpfs", 0, b"size=8k") != 0:
            self.skipTest("only root can mount a small disk")
        self.addCleanup(lambda: libc.umount2(bytes(small), 2))
        big = self.put("big.rtm", rtm(phases=[k / 99 for k in range(100)]))
        out = small / "out.rtm"
        out.write_bytes(b"old")
        self.fails(3, "convert", "-f", big, out, cause=("out.rtm", NO_SPACE))
        self.assertEqual(out.read_bytes(), b"old")
        self.assertEqual(os.listdir(small), ["out.rtm"])

    @posix_only("there are no limits of a process, and wine dies of its own")
    def test_a_limit_on_the_size_of_files_is_an_error(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        out = self.put("out.rtm", b"old")
        self.fails(3, "convert", "-f", self.source, out, preexec_fn=limit, cause="cannot write")
        self.assert_untouched(out)

    def test_dry_runs_write_nothing_and_still_refuse(self):
        for name in ("new.rtm", "new.glb", "new.gltf"):
            said = self.works("convert", "--dry-run", self.source, self.folder / name).err
            self.assertIn("would write", said)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["in.rtm"])
        out = self.put("out.rtm", b"old")
        self.fails(3, "convert", "--dry-run", self.source, out, cause="exists already")

    def preloading(self, source):
        """The environment for a command that uses these functions instead of those of the C
        library."""
        if b"/ld-" not in pathlib.Path(GAIT).read_bytes()[:4096]:
            self.skipTest("the command is static; the one with sanitizers is not")
        shim = self.put("preloaded/shim.c", source)
        library = shim.with_suffix(".so")
        subprocess.run([os.environ.get("GAIT_CC", "cc"), "-shared", "-fPIC", str(shim), "-o",
                        str(library)], check=True)
        return {**os.environ, "LD_PRELOAD": str(library),
                "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}

    def stopped_at_sync(self, number, sync, *arguments):
        """Runs the command until its sync with this number, yields, and sends a signal."""
        environment = self.preloading(b"""
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            int fsync(int fd) {
                static int count;
                (void)fd;
                if (++count == atoi(getenv("SLOW_SYNC"))) {
                    puts("syncing");
                    fflush(stdout);
                    sleep(30);
                }
                return 0;
            }
        """)
        process = subprocess.Popen(
            [GAIT, "convert", "-f", *map(str, arguments)], stdout=subprocess.PIPE,
            env={**environment, "SLOW_SYNC": str(sync)})
        self.assertEqual(process.stdout.readline(), b"syncing\n")
        yield
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=20), -number)
        process.stdout.close()
        yield

    @unittest.skipIf(PLATFORM, "the slow sync is a library of this machine")
    def test_stopped_command_leaves_no_temporary_file(self):
        out = self.put("out.rtm", b"old")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            run = self.stopped_at_sync(number, 1, self.source, out)
            next(run)
            self.assertEqual(len(self.leftovers()), 1)
            next(run)
            self.assert_untouched(out)

    @unittest.skipIf(PLATFORM, "the slow sync is a library of this machine")
    def test_files_of_one_output_are_replaced_only_when_all_are_complete(self):
        olds = [self.put(name, b"old") for name in ("out.gltf", "out.bin", "out.gait.json")]
        run = self.stopped_at_sync(signal.SIGTERM, 3, "--sidecar", self.source, olds[0])
        next(run)
        self.assertEqual(len(self.leftovers()), 3)
        next(run)
        for old in olds:
            self.assert_untouched(old)

    def convert_with_failing_renames(self, failing):
        """Replaces three files; the renames with these numbers fail. Returns stderr, and which
        files are replaced."""
        names = ("out.bin", "out.gait.json", "out.gltf")
        for name in names:
            self.put(name, b"old")
        environment = self.preloading(b"""
            #include <errno.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            #include <sys/syscall.h>
            #include <fcntl.h>
            int rename(const char *from, const char *to) {
                static int count;
                if (strchr(getenv("FAILING"), '0' + ++count)) {
                    errno = EBUSY;
                    return -1;
                }
                return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
            }
        """)
        result = self.fails(3, "convert", "-f", "--sidecar", self.source,
                            self.folder / "out.gltf", env={**environment, "FAILING": failing})
        self.assertEqual(self.leftovers(), [])
        return result.err, [(self.folder / name).read_bytes() != b"old" for name in names]

    @unittest.skipIf(PLATFORM, "the failing rename is a library of this machine")
    def test_a_failing_rename_puts_back_the_files_before_it(self):
        for number in "123":
            said, replaced = self.convert_with_failing_renames(number)
            self.assertEqual(replaced, [False] * 3)
            self.assertEqual(said.count(" is not changed\n"), 3)
            self.assertNotIn("was not put back", said)

    @unittest.skipIf(PLATFORM, "the failing rename is a library of this machine")
    def test_files_that_cannot_be_put_back_are_named(self):
        """The third rename fails, and so does the fifth, which puts back the first file."""
        said, replaced = self.convert_with_failing_renames("35")
        self.assertEqual(replaced, [False, True, False])
        self.assertIn("out.gait.json: is changed, and was not put back; its old content is in",
                      said)
        self.assertIn("out.gait.json.bak'", said)
        self.assertEqual((self.folder / "out.gait.json.bak").read_bytes(), b"old")
        for name in ("out.bin", "out.gltf"):
            self.assertIn(f"{name} is not changed", said)

    def test_an_output_of_which_one_file_exists_is_not_written(self):
        self.put("out.bin", b"old")
        self.fails(3, "convert", "--sidecar", self.source, self.folder / "out.gltf",
                   cause=("out.bin", "exists already"))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["in.rtm", "out.bin"])

    def test_old_temporary_files_of_ended_commands_are_removed(self):
        ended = subprocess.Popen([sys.executable, "-c", ""])
        ended.wait()
        old, other = f".gait-{ended.pid}-0.tmp", f".gait-{ended.pid}.tmp"
        kept = [f".gait-{os.getpid()}-0.tmp", f".gait-{ended.pid}-1.tmp", other]
        if PLATFORM == "Windows":  # numbers of processes of wine are others
            kept.remove(kept[0])
        for name in [old, *kept]:
            path = self.put(name, b"part")
            age = 3500 if name.endswith("-1.tmp") else 3700
            os.utime(path, (time.time() - age, time.time() - age))
        self.works("convert", self.source, self.folder / "out.rtm")
        self.assertEqual(sorted(self.leftovers()), sorted(kept))

    def test_sockets_are_refused_with_a_reason(self):
        path = self.folder / "socket"
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(str(path))
            self.fails(3, "convert", "--to", "rtm", self.source, path, cause="cannot write")


class Streams(CommandTest):
    def run_raw(self, shell):
        done = subprocess.run(["sh", "-c", shell], capture_output=True, timeout=60, check=False,
                              env={**os.environ, "GAIT_UNDER_TEST": GAIT,
                                   "FOLDER": str(self.folder)})
        return done.returncode, done.stderr.decode()

    def setUp(self):
        super().setUp()
        self.put("a.rtm", rtm())

    def test_full_standard_output_is_reported(self):
        for arguments in ("help", "version", 'info "$FOLDER"', 'map "$FOLDER/a.rtm"',
                          'map --json "$FOLDER/a.rtm"', 'check --sarif "$FOLDER"',
                          'sample -q --all --csv "$FOLDER/a.rtm"',
                          'convert -q --to rtm "$FOLDER/a.rtm" -'):
            code, said = self.run_raw(f'"$GAIT_UNDER_TEST" {arguments} > /dev/full')
            self.assertEqual((arguments, code), (arguments, 3), said)
            self.assertIn(f"standard output: {NO_SPACE}", said)

    @posix_only("wine itself needs its streams")
    def test_closed_standard_output_is_reported(self):
        code, said = self.run_raw('"$GAIT_UNDER_TEST" info "$FOLDER" >&-')
        self.assertEqual(code, 3)
        self.assertIn("standard output: cannot write", said)

    @posix_only("wine itself needs its streams")
    def test_messages_never_enter_files_if_streams_are_closed(self):
        code, _ = self.run_raw('"$GAIT_UNDER_TEST" convert -v "$FOLDER/a.rtm" "$FOLDER/b.rtm" '
                               '>&- 2>&-')
        self.assertEqual(code, 0)
        self.assertEqual((self.folder / "b.rtm").read_bytes(), rtm())

    def test_broken_output_pipe_causes_no_message(self):
        big = self.put("big.rtm", rtm(phases=[k / 999 for k in range(1000)]))
        process = subprocess.Popen([GAIT, "map", "-v", str(big)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.read(10)
        process.stdout.close()
        said = process.stderr.read().decode()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), 3)
        self.assertEqual(said, "")

    def test_no_command_reports_a_closed_output_pipe(self):
        walk = self.put("walk.rtm", rtm())
        bank, model = self.put("bank.omf", omf()), self.put("bank.ogf", ogf())
        for arguments in (["info", walk], ["map", walk], ["check", "--sarif", walk],
                          ["sample", "--all", "--clip=idle", bank], ["skeleton", model],
                          ["sample", "--all", "--clip=*", "--json", bank],
                          ["sample", "--fps=60", "--clip=*", "--csv", bank],
                          ["draw", "--clip=idle", bank, "-"], ["formats"], ["rules"], ["help"],
                          ["version"], ["convert", "--to=gltf", walk, "-"],
                          ["convert", "--to=bvh", "--clip=idle", bank, "-"],
                          ["convert", "--to=omf", bank, "-"]):
            unread, pipe = os.pipe()
            os.close(unread)
            done = gait(*arguments, stdout=pipe)
            os.close(pipe)
            self.assertEqual((arguments[0], done.code), (arguments[0], 3), done.err)
            self.assertNotIn("error:", done.err)


@posix_only("a console is no pseudo terminal")
class Progress(CommandTest):
    def talk_of_slow_run(self, *arguments):
        """Terminal output of a run over two files, the first of which is slow."""
        slow = self.folder / "slow.rtm"
        os.mkfifo(slow)
        lead, follow = pty.openpty()
        command = [GAIT, "info", *arguments, str(slow), str(self.put("fast.rtm", rtm()))]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=follow)
        with open(slow, "wb") as writer:
            time.sleep(0.7)
            writer.write(rtm())
        self.assertEqual(process.wait(timeout=60), 0)
        os.write(follow, b"END")
        os.close(follow)
        shown = b""
        while not shown.endswith(b"END"):
            shown += os.read(lead, 1000)
        os.close(lead)
        return shown

    def test_long_runs_show_and_clear_progress(self):
        shown = self.talk_of_slow_run()
        self.assertRegex(shown, rb"\[#+\.+\] 1 of 2, [0-9.]+/s, 1 s left")
        self.assertTrue(shown.endswith(b"\r\033[KEND"))

    def test_quiet_runs_show_no_progress(self):
        self.assertEqual(self.talk_of_slow_run("-q"), b"END")


if __name__ == "__main__":
    main()
