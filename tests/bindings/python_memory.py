"""Run with the installed package: what keeps what alive, and when it is freed."""
import gc
import os
import pathlib
import subprocess
import sys
import unittest
import weakref

import gait

SAMPLE = pathlib.Path(os.environ["GAIT_SAMPLES"]) / "stalker.omf"
STALKER = SAMPLE.read_bytes()
AT_EXIT = """import gait, sys
file = gait.open(open(sys.argv[1], "rb").read(), "bank.omf")
clip = file.clip("walk")
cycle = [file, clip]
cycle.append(cycle)
sys.stdout.write(str(clip.frame_count))
"""


def resident():
    """Bytes of memory of this process."""
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


class Memory(unittest.TestCase):
    def test_bytes_are_borrowed(self):
        content = bytes(bytearray(STALKER))
        before = sys.getrefcount(content)
        file = gait.open(content, "bank.omf")
        self.assertGreater(sys.getrefcount(content), before)
        file.close()
        self.assertEqual(sys.getrefcount(content), before)
        file = gait.open(memoryview(content), "bank.omf")
        self.assertGreater(sys.getrefcount(content), before)
        del file
        gc.collect()
        self.assertEqual(sys.getrefcount(content), before)

    def test_buffers_that_change(self):
        """They are copied, because the library reads the bytes later."""
        for content in (bytearray(STALKER), memoryview(STALKER + b"x")[:-1]):
            with gait.open(content, "bank.omf") as file:
                if isinstance(content, bytearray):
                    content[:] = b"\xff" * 10
                self.assertEqual(file.bytes(), STALKER)

    def test_objects_keep_their_file(self):
        clip = gait.open(STALKER, "bank.omf").clip("walk")
        gc.collect()
        self.assertEqual(len(clip.pose(0)), 47)
        skeleton = gait.open(STALKER, "bank.omf").skeleton()
        gc.collect()
        self.assertEqual(skeleton.bone_count, 47)
        rests = clip.pose(0)
        edited = gait.open(STALKER, "bank.omf")
        edited = edited.edited(edited.skeleton(), rests)
        gc.collect()
        edited.add("walk", clip.keys(rests))
        conversion = gait.open(STALKER, "bank.omf").convert("omf")
        gc.collect()
        self.assertEqual(next(conversion)[0].bytes, STALKER)
        context = gait.Gait()
        file = context.open(STALKER, "bank.omf")
        del context
        gc.collect()
        self.assertEqual(file.bytes(), STALKER)

    def test_a_file_is_freed_without_the_collector(self):
        gc.disable()
        try:
            file = gait.open(STALKER, "bank.omf")
            file.clip("walk").pose(0)
            seen = weakref.ref(file)
            del file
            self.assertIsNone(seen())
        finally:
            gc.enable()

    def test_cycles(self):
        """The collector ends objects of a cycle in any order."""
        for _ in range(50):
            context = gait.Gait()
            file = context.open(STALKER, "bank.omf")
            clip = file.clip("walk")
            context.cycle, file.cycle, clip.cycle = clip, clip, context
            seen = [weakref.ref(one) for one in (context, file, clip)]
            del context, file, clip
            gc.collect()
            self.assertEqual([one() for one in seen], [None] * 3)

    def test_the_collector_runs_inside_of_calls(self):
        gc.set_threshold(1)
        try:
            for _ in range(300):
                file = gait.open(STALKER, "bank.omf")
                clip = file.clip("walk")
                file.cycle = clip
                self.assertEqual(file.info()["format"], "omf")
                self.assertEqual(len(clip.pose(0.1)), 47)
        finally:
            gc.set_threshold(700, 10, 10)

    def test_nothing_is_left(self):
        def use():
            file = gait.open(STALKER, "bank.omf")
            for index in range(5):
                file.clip(index).poses([0, 0.1])
            file.cycle = file
            return None

        for _ in range(200):
            use()
        gc.collect()
        before = resident()
        for _ in range(2000):
            use()
        gc.collect()
        self.assertLess(resident() - before, 8_000_000)

    def test_end_of_the_program(self):
        done = subprocess.run([sys.executable, "-X", "dev", "-c", AT_EXIT, SAMPLE],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("Error")),
                         (0, "33", 0), done.stderr)


if __name__ == "__main__":
    unittest.main()
