/* The bones of the banks of a model, and their parts. */
#include <string.h>

#include "banks/bank_state.h"

/* --- bones ------------------------------------------------------------------------------------ */

/* The bones of the model. */
typedef struct bank_model_bones {
    gait_span *names;
    gaiti_names set;
    bool *is_repeated; /* an earlier bone has the same name */
    bool *is_listed;   /* the bank lists it */
} bank_model_bones;

static bool bank_index_model(gaiti_bank_check *check, bank_model_bones *bones) {
    uint32_t count = check->model->bone_count;
    bones->names = gaiti_alloc(&check->arena, count, sizeof *bones->names);
    bones->is_repeated = gaiti_alloc(&check->arena, count, sizeof *bones->is_repeated);
    bones->is_listed = gaiti_alloc(&check->arena, count, sizeof *bones->is_listed);
    if (!bones->names || !bones->is_repeated || !bones->is_listed ||
        !gaiti_names_init(&bones->set, &check->arena, bones->names, count)) {
        return false;
    }
    for (uint32_t b = 0; b < count; b++) {
        bones->names[b] = check->model->bones[b].name;
        bones->is_repeated[b] = gaiti_names_add(&bones->set, b) >= 0;
    }
    return true;
}

static void bank_compare_bones(const gaiti_bank_check *check, const bank_model_bones *bones,
                               const gaiti_checked_bank *bank) {
    const gait_bank_summary *summary = bank->summary;
    uint32_t count = check->model->bone_count;
    gaiti_name_list lacking = {0}, additional = {0};
    memset(bones->is_listed, 0, count * sizeof *bones->is_listed);
    for (uint32_t b = 0; b < summary->bone_count; b++) {
        int32_t found = gaiti_names_find(&bones->set, summary->bones[b]);
        if (found >= 0) {
            bones->is_listed[found] = true;
        } else {
            gaiti_name_list_add(&additional, summary->code_page, summary->bones[b]);
        }
    }
    for (uint32_t b = 0; b < count; b++) {
        if (!bones->is_listed[b] && !bones->is_repeated[b]) {
            gaiti_name_list_add(&lacking, check->model->code_page, bones->names[b]);
        }
    }
    if (lacking.count > 0) {
        bool is_smaller = summary->bone_count < count;
        gaiti_bank_raise(check, is_smaller ? GAITI_OGF_BANK_LACKS : GAITI_OGF_BANK_PARTS, bank,
                         NULL, &lacking);
    }
    if (additional.count > 0) {
        gaiti_bank_raise(check, GAITI_OGF_BANK_ADDS, bank, NULL, &additional);
    }
}

bool gaiti_bank_check_bones(gaiti_bank_check *check) {
    bank_model_bones bones;
    if (!bank_index_model(check, &bones)) {
        return false;
    }
    for (uint32_t i = 0; i < check->bank_count; i++) {
        const gait_bank_summary *summary = check->banks[i].summary;
        if (summary && summary->has_bone_names) {
            bank_compare_bones(check, &bones, &check->banks[i]);
        }
    }
    return true;
}

/* --- parts ------------------------------------------------------------------------------------ */

/* The bones of the first bank, whose parts games use for all banks. */
typedef struct bank_first_parts {
    const gait_bank_summary *summary;
    gaiti_names set;
    uint32_t *part; /* per bone */
} bank_first_parts;

static bool bank_index_parts(gaiti_bank_check *check, bank_first_parts *first) {
    const gait_bank_summary *summary = first->summary;
    first->part = gaiti_alloc(&check->arena, summary->bone_count, sizeof *first->part);
    if (!first->part ||
        !gaiti_names_init(&first->set, &check->arena, summary->bones, summary->bone_count)) {
        return false;
    }
    for (uint32_t p = 0; p < summary->part_count; p++) {
        for (uint32_t b = 0; b < summary->parts[p].count; b++) {
            first->part[summary->parts[p].first + b] = p;
        }
    }
    for (uint32_t b = 0; b < summary->bone_count; b++) {
        gaiti_names_add(&first->set, b);
    }
    return true;
}

/* True when the first bank has a part with the same number and the same bones. */
static bool bank_is_same_part(const bank_first_parts *first, const gait_bank_summary *summary,
                              uint32_t part) {
    gaiti_bank_part bones = summary->parts[part];
    bool is_same =
        part < first->summary->part_count && first->summary->parts[part].count == bones.count;
    for (uint32_t b = 0; b < bones.count && is_same; b++) {
        int32_t found = gaiti_names_find(&first->set, summary->bones[bones.first + b]);
        is_same = found >= 0 && first->part[found] == part;
    }
    return is_same;
}

/* Lists the motions of a bank that play on a part which the first bank defines differently. */
static bool bank_compare_parts(gaiti_bank_check *check, const bank_first_parts *first,
                               const gaiti_checked_bank *bank) {
    const gait_bank_summary *summary = bank->summary;
    gaiti_name_list names = {0};
    bool *is_same = gaiti_alloc(&check->arena, summary->part_count, sizeof *is_same);
    if (!is_same) {
        return false;
    }
    for (uint32_t p = 0; p < summary->part_count; p++) {
        is_same[p] = bank_is_same_part(first, summary, p);
    }
    for (uint32_t m = 0; m < summary->motion_count; m++) {
        const gaiti_bank_motion *motion = &summary->motions[m];
        if (motion->part < summary->part_count && !is_same[motion->part]) {
            gaiti_name_list_add(&names, summary->code_page, gaiti_bank_motion_name(motion));
        }
    }
    if (names.count > 0) {
        gaiti_bank_raise(check, GAITI_OGF_OTHER_PARTS, bank, &check->banks[0], &names);
    }
    return true;
}

bool gaiti_bank_check_parts(gaiti_bank_check *check) {
    bank_first_parts first = {0};
    first.summary = check->is_first_known && check->bank_count > 1 ? check->banks[0].summary : NULL;
    if (!first.summary || !first.summary->has_bone_names) {
        return true;
    }
    bool is_done = bank_index_parts(check, &first);
    for (uint32_t i = 1; i < check->bank_count && is_done; i++) {
        const gait_bank_summary *summary = check->banks[i].summary;
        if (summary && summary->has_bone_names) {
            is_done = bank_compare_parts(check, &first, &check->banks[i]);
        }
    }
    return is_done;
}
