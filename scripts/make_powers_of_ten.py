#!/usr/bin/env python3
"""make_powers_of_ten.py [--update | --prove]: prints src/base/number/powers_of_ten.c, or writes it,
or proves what number_print.c beside it assumes."""
import contextlib
import math
import pathlib
import sys
from fractions import Fraction

FIRST, LAST = -342, 324  # the least that parsing needs, the most that printing needs


def floor_log2(x):
    n, d = x.numerator, x.denominator
    e = n.bit_length() - d.bit_length()
    return e if x >= Fraction(2) ** e else e - 1


def power(k):
    """10^k rounded up to 128 bits with the top bit set."""
    x = Fraction(10) ** k
    return math.ceil(x / Fraction(2) ** (floor_log2(x) - 127))


def table():
    print("/* Written by scripts/make_powers_of_ten.py. */")
    print('#include "base/number/powers_of_ten.h"\n')
    print("const uint64_t gaiti_powers_of_ten[GAITI_POWER_LAST - GAITI_POWER_FIRST + 1][2] = {")
    for k in range(FIRST, LAST + 1):
        value = power(k)
        assert value >> 127 == 1
        print(f"    {{0x{value >> 64:016x}, 0x{value & (1 << 64) - 1:016x}}}, /* 1e{k} */")
    print("};")


def nearest_misses(x, limit):
    """The smallest non-zero distance above and below a whole number of m*x, 1 <= m <= limit.

    The walk of Euclid's algorithm over the one-sided best approximations of x; needs a
    denominator beyond the limit, so that no m*x is whole.
    """
    above, unit = x.numerator % x.denominator, x.denominator
    m_above, m_below = 1, 0
    below = unit
    while True:
        t = min((below - 1) // above, (limit - m_below) // m_above)
        below, m_below = below - t * above, m_below + t * m_above
        u = min((above - 1) // below, (limit - m_above) // m_below) if m_below else 0
        above, m_above = above - u * below, m_above + u * m_below
        if t == 0 and u == 0:
            return Fraction(above, unit), Fraction(below, unit)


def prove():
    # The walk against brute force.
    for x in (Fraction(355, 1130001), Fraction(2**40, 5**19), Fraction(5**9, 2**31)):
        parts = [(m * x) % 1 for m in range(1, 2001)]
        assert nearest_misses(x, 2000) == (min(parts), 1 - max(parts))

    # Logarithms by multiplication and shift.
    for e in range(-1100, 1101):
        x = Fraction(2) ** e
        k = (e * 1292913986) >> 32
        assert Fraction(10) ** k <= x < Fraction(10) ** (k + 1)
        k = (e * 1292913986 - 536607788) >> 32
        assert Fraction(10) ** k <= x * 3 / 4 < Fraction(10) ** (k + 1)
    for k in range(FIRST, LAST + 1):
        assert (k * 14267572527) >> 32 == floor_log2(Fraction(10) ** k)

    # What printing multiplies: up to 4 c + 2 for significands c below 2^53.
    closest, error = Fraction(1), Fraction(0)
    for e in range(-1074, 972):
        for k in {(e * 1292913986) >> 32, (e * 1292913986 - 536607788) >> 32}:
            shift = e + floor_log2(Fraction(10) ** -k) + 1
            assert 0 <= shift <= 4
            x = Fraction(2) ** e / Fraction(10) ** k
            error = max(error, Fraction(1 << 55 + shift, 1 << 128))  # the table is < 1 too large
            if x.denominator > 1 << 55:
                closest = min(closest, *nearest_misses(x, 1 << 55))
            else:
                closest = min(closest, Fraction(1, x.denominator))
    print(f"log2: closest miss {math.log2(closest):.2f}, error {math.log2(error):.2f}")
    # So the error carries nothing over the next whole number, and the first 66 bits of the
    # fraction are all zero exactly when the true product is whole.
    assert error < Fraction(1, 1 << 66) < closest


if sys.argv[1:] == ["--prove"]:
    prove()
elif sys.argv[1:] == ["--update"]:
    path = pathlib.Path(__file__).parents[1] / "src/base/number/powers_of_ten.c"
    with open(path, "w") as file, contextlib.redirect_stdout(file):
        table()
else:
    table()
