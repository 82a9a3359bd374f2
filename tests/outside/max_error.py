"""What the judges of poses measure: the worst of many differences, and where it was."""
import sys
from concurrent.futures import ThreadPoolExecutor


class MaxError:
    def __init__(self, unit):
        self.unit, self.apart, self.where = unit, 0.0, ""

    def note(self, apart, *where):
        if not apart <= self.apart:  # what is not a number is worst of all
            self.apart, self.where = apart, " ".join(map(str, where))

    def take(self, other):
        self.note(other.apart, other.where)

    def must_be_within(self, limit):
        assert self.apart <= limit, f"{self.apart} {self.unit}, {limit} allowed: {self.where}"

    def __str__(self):
        return f"{self.apart:.6f} {self.unit}: {self.where}"


def compare_all(judge, files, seen):
    """Runs judge(file, what the judge saw) for all, tells failures, and ends the test.
    A judge returns ({name: MaxError}, poses compared)."""

    def guarded(pair):
        try:
            return judge(*pair)
        except Exception as error:  # every failure is told, with its file
            return f"{pair[0].source}: {error!r}"[:1000]

    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(guarded, zip(files, seen, strict=True)))
    failures = [each for each in told if isinstance(each, str)]
    judged = [each for each in told if not isinstance(each, str)]
    worst = {}
    for each, _count in judged:
        for name, value in each.items():
            worst.setdefault(name, value).take(value)
    print(*failures, *(f"worst {name}: {value}" for name, value in worst.items()), sep="\n")
    print(f"{len(judged)} of {len(files)} files, {sum(len(file.clips) for file in files)} clips, "
          f"{sum(count for _worst, count in judged)} poses agree")
    sys.exit(1 if failures or not judged else 0)
