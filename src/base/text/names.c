/* An open-addressing hash set of names, each with an index. */
#include "base/text/names.h"

#include "base/bytes.h"
#include "base/text/text.h"

static uint64_t names_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ hash >> 29;
}

/* Makes the ASCII capital letters among eight bytes small. */
static uint64_t names_fold(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t low = word & ones * 0x7F;
    uint64_t from_a = low + ones * (0x80 - 'A'), after_z = low + ones * (0x7F - 'Z');
    return word | ((from_a ^ after_z) & ~word & ones * 0x80) >> 2;
}

/* Reads eight bytes at a time. */
uint32_t gaiti_names_hash(uint64_t key, bool is_exact, gait_span name) {
    const uint8_t *p = name.data;
    size_t left = name.size;
    uint64_t hash = key ^ left, rest = 0;
    for (; left >= 8; left -= 8, p += 8) {
        uint64_t word = gaiti_load_u64(p);
        hash = names_mix(hash, is_exact ? word : names_fold(word));
    }
    for (; left > 0; left--, p++) {
        rest = rest << 8 | *p;
    }
    return (uint32_t)names_mix(hash, is_exact ? rest : names_fold(rest));
}

static bool names_equal(const gaiti_names *names, gait_span a, gait_span b) {
    return names->is_exact ? gaiti_same_bytes(a, b) : gaiti_equal_name(a, b);
}

/* The slot that holds an equal name, or the empty slot for it. */
static uint32_t *names_slot(const gaiti_names *names, gait_span name) {
    uint32_t at = gaiti_names_hash(names->key, names->is_exact, name) & names->mask;
    while (names->slots[at] && !names_equal(names, names->first[names->slots[at] - 1], name)) {
        at = (at + 1) & names->mask;
    }
    return &names->slots[at];
}

size_t gaiti_names_cost(uint32_t count) {
    /* At most 4 slots per name, and at least 8. */
    uint64_t cost =
        (uint64_t)count * (sizeof(gait_span) + 4 * sizeof(uint32_t)) + 8 * sizeof(uint32_t) + 64;
    return cost < SIZE_MAX ? (size_t)cost : SIZE_MAX / 2;
}

bool gaiti_names_init(gaiti_names *names, gaiti_arena *arena, const gait_span *first,
                      uint32_t count) {
    uint64_t slots = 8;
    while (slots < (uint64_t)count * 2) {
        slots *= 2;
    }
    names->first = first;
    names->mask = (uint32_t)(slots - 1);
    names->is_exact = false;
    names->slots = gaiti_alloc(arena, slots, sizeof *names->slots);
    names->key = (uint64_t)(uintptr_t)names->slots;
    return names->slots != NULL;
}

int32_t gaiti_names_add(gaiti_names *names, uint32_t index) {
    uint32_t *slot = names_slot(names, names->first[index]);
    if (*slot) {
        return (int32_t)(*slot - 1);
    }
    *slot = index + 1;
    return -1;
}

int32_t gaiti_names_find(const gaiti_names *names, gait_span name) {
    return (int32_t)*names_slot(names, name) - 1;
}
