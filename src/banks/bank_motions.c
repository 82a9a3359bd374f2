/* Motions that several banks of a model have. */
#include "banks/bank_state.h"

/* All motions that games can find so far, by name. */
typedef struct bank_motion_index {
    gait_span *keys;
    uint32_t *owner; /* index of the bank */
    uint32_t count;
    gaiti_names set;
    gaiti_name_list *shared; /* per later bank: motions of the bank that is compared with it */
    uint32_t *winners;       /* the banks whose list in `shared` is not empty */
} bank_motion_index;

static bool bank_index_motions(gaiti_bank_check *check, bank_motion_index *index) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < check->bank_count; i++) {
        total += check->banks[i].summary ? check->banks[i].summary->motion_count : 0;
    }
    if (total > UINT32_MAX) {
        check->arena.status = GAIT_LIMIT;
        return false;
    }
    index->keys = gaiti_alloc(&check->arena, total, sizeof *index->keys);
    index->owner = gaiti_alloc(&check->arena, total, sizeof *index->owner);
    index->shared = gaiti_alloc(&check->arena, check->bank_count, sizeof *index->shared);
    index->winners = gaiti_alloc(&check->arena, check->bank_count, sizeof *index->winners);
    return index->keys && index->owner && index->shared && index->winners &&
           gaiti_names_init(&index->set, &check->arena, index->keys, (uint32_t)total);
}

/* Compares a bank with all later banks, and adds its motions. */
static void bank_compare_motions(const gaiti_bank_check *check, bank_motion_index *index,
                                 uint32_t bank) {
    const gait_bank_summary *summary = check->banks[bank].summary;
    uint32_t winner_count = 0;
    for (uint32_t m = 0; m < summary->motion_count; m++) {
        index->keys[index->count] = summary->motions[m].key;
        int32_t found = gaiti_names_add(&index->set, index->count);
        if (found < 0) {
            index->owner[index->count++] = bank;
            continue;
        }
        uint32_t winner = index->owner[found];
        if (index->shared[winner].count == 0) {
            index->winners[winner_count++] = winner;
        }
        gaiti_name_list_add(&index->shared[winner], summary->code_page,
                            gaiti_bank_motion_name(&summary->motions[m]));
    }
    for (uint32_t w = 0; w < winner_count; w++) {
        uint32_t winner = index->winners[w];
        gaiti_bank_raise(check, GAITI_OGF_MOTION_TWICE, &check->banks[bank], &check->banks[winner],
                         &index->shared[winner]);
        index->shared[winner] = (gaiti_name_list){0};
    }
}

bool gaiti_bank_check_motions(gaiti_bank_check *check) {
    bank_motion_index index = {0};
    if (!bank_index_motions(check, &index)) {
        return false;
    }
    for (uint32_t i = check->bank_count; i > 0; i--) {
        if (check->banks[i - 1].summary) {
            bank_compare_motions(check, &index, i - 1);
        }
    }
    return true;
}
