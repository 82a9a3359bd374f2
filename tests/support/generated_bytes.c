#include "generated_bytes.h"

#include <stdbool.h>

static uint32_t made_next(uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

static void make_periods(uint8_t *bytes, size_t size, uint64_t *seed) {
    size_t period = 1, begin = 0, end = 0;
    for (size_t i = 0; i < size; i++) {
        if (i == end) {
            period = 1 + made_next(seed) % 40;
            begin = i;
            end = begin + period * (1 + made_next(seed) % 12);
        }
        bytes[i] = i < begin + period ? (uint8_t)made_next(seed) : bytes[i - period];
    }
}

static void make_records(uint8_t *bytes, size_t size, uint64_t *seed) {
    for (size_t i = 0; i < size; i++) {
        bool changes = made_next(seed) % 8 < (i % 14 < 8 ? 3 : 1);
        bytes[i] = i >= 14 && !changes ? bytes[i - 14] : (uint8_t)(made_next(seed) % 64);
    }
}

static void make_repeats(uint8_t *bytes, size_t size, uint64_t *seed) {
    size_t source = 0;
    bool again = false;
    for (size_t i = 0; i < size; i++) {
        if (i % 300 == 0) {
            again = i > 0 && made_next(seed) % 2;
            source = again ? made_next(seed) % i : 0;
        }
        bytes[i] = again ? bytes[source + i % 300 < i ? source + i % 300 : i - 1]
                         : (uint8_t)made_next(seed);
    }
}

static uint8_t made_byte(int kind, uint64_t *seed) {
    uint32_t value = made_next(seed);
    switch (kind) {
    case MADE_RANDOM:
        return (uint8_t)value;
    case MADE_TWO_VALUES:
        return value & 1 ? 'a' : 'b';
    case MADE_FEW_VALUES:
        return (uint8_t)(value & 15);
    case MADE_ALMOST_EQUAL:
        return value % 200 ? 0 : (uint8_t)(value >> 8);
    default:
        return 0;
    }
}

void make_bytes(uint8_t *bytes, size_t size, int kind, uint64_t seed) {
    seed = seed * 977 + (uint64_t)kind;
    made_next(&seed);
    if (kind == MADE_PERIODS) {
        make_periods(bytes, size, &seed);
    } else if (kind == MADE_RECORDS) {
        make_records(bytes, size, &seed);
    } else if (kind == MADE_LONG_REPEATS) {
        make_repeats(bytes, size, &seed);
    } else {
        for (size_t i = 0; i < size; i++) {
            bytes[i] = made_byte(kind, &seed);
        }
    }
}
