"""Comparison of poses: the largest of many differences, and its location."""
import sys
from concurrent.futures import ThreadPoolExecutor


class MaxError:
    def __init__(self, unit):
        self.unit, self.apart, self.where = unit, 0.0, ""

    def add(self, apart, *where):
        if not apart <= self.apart:  # what is not a number is worst of all
            self.apart, self.where = apart, " ".join(map(str, where))

    def merge(self, other):
        self.add(other.apart, other.where)

    def assert_within(self, limit):
        assert self.apart <= limit, f"{self.apart} {self.unit}, {limit} allowed: {self.where}"

    def __str__(self):
        return f"{self.apart:.6f} {self.unit}: {self.where}"


def compare_all(check, files, seen):
    """Runs check(file, result of the other program) for all, reports failures, and ends the test.
    check() returns ({name: MaxError}, poses compared)."""

    def guarded(pair):
        try:
            return check(*pair)
        except Exception as error:  # report every failure, with its file
            return f"{pair[0].source}: {error!r}"[:1000]

    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(guarded, zip(files, seen, strict=True)))
    failures = [each for each in told if isinstance(each, str)]
    checked = [each for each in told if not isinstance(each, str)]
    worst = {}
    for each, _count in checked:
        for name, value in each.items():
            worst.setdefault(name, value).merge(value)
    print(*failures, *(f"worst {name}: {value}" for name, value in worst.items()), sep="\n")
    print(f"{len(checked)} of {len(files)} files, {sum(len(file.clips) for file in files)} clips, "
          f"{sum(count for _worst, count in checked)} poses agree")
    sys.exit(1 if failures or not checked else 0)
