/* Recognises the human skeletons of the Operation Flashpoint and Arma games by their bones. */
#include "base/text/text.h"
#include "base/try.h"
#include "search/search_state.h"

enum {
    SEARCH_BMTR_OF_ARMA3 = 5, /* the first version of binarised RTM that Arma 3 writes */
    SEARCH_BODY_PART = 12     /* bones of a body that can be recognised without the other half */
};

static bool search_has_name(const gait_search *search, const char *name) {
    for (uint32_t i = 0; i < search->name_count; i++) {
        if (gaiti_equal_text(search->names[i], name)) {
            return true;
        }
    }
    return false;
}

static bool search_has_any_name(const gait_search *search, const char *const *names) {
    for (; *names; names++) {
        if (search_has_name(search, *names)) {
            return true;
        }
    }
    return false;
}

/* The bodies of all Arma generations have the same bones; the bones of the face differ. */
static const char *search_choose_human(const gait_search *search) {
    static const char *const arma3[] = {"Face_Hub", NULL};
    static const char *const arma2[] = {"jaw_rf", "HeadCutScene", NULL};
    static const char *const arma1[] = {"lBrow",  "mBrow",   "rBrow", "lMouth", "mMouth",
                                        "rMouth", "eyelids", "LLip",  NULL};
    static const char *const ofp[] = {"bricho", "hrudnik", "lruka", "pruka", "lstehno", NULL};
    bool is_old = gaiti_search_has_records(search) &&
                  gait_file_version(search->animation) < SEARCH_BMTR_OF_ARMA3;
    return search_has_any_name(search, arma3)   ? "arma3-man"
           : search_has_any_name(search, arma2) ? "arma2-man"
           : search_has_any_name(search, arma1) ? "arma1-man"
           : search_has_any_name(search, ofp)   ? "ofp-man"
           : is_old                             ? "arma2-man"
                                                : "arma3-man";
}

/* False for bones below the head, which form the face. */
static bool search_is_body(const gait_skeleton *human, uint32_t bone) {
    for (int32_t at = human->bones[bone].parent; at >= 0; at = human->bones[at].parent) {
        if (gaiti_equal_text(human->bones[at].name, "head") ||
            gaiti_equal_text(human->bones[at].name, "hlava")) {
            return false;
        }
    }
    return true;
}

static uint32_t search_builtin_index(const char *name) {
    uint32_t index = 0;
    while (index < gait_builtin_count() && !gaiti_equal_text(gait_builtin_at(index).name, name)) {
        index++;
    }
    return index;
}

/* True when a file with `found` bones of a body is that of a human: it has half of the body, or few
 * bones that are not of the skeleton, as in files that were made for another human skeleton. */
static bool search_is_human(gait_coverage coverage, uint32_t body, uint32_t found) {
    bool has_half = body > 0 && 2 * found >= body;
    return has_half || (found >= SEARCH_BODY_PART && coverage.matched >= 3 * coverage.missing);
}

gait_status gaiti_search_human(gait_search *search, gait_search_entry *entry,
                               gait_skeleton **out_human) {
    const char *name = search_choose_human(search);
    gait_skeleton *human;
    *out_human = NULL;
    GAITI_TRY(gait_builtin_skeleton(name, &search->quiet, &human));
    uint32_t body = 0, found = 0;
    for (uint32_t b = 0; b < human->bone_count; b++) {
        bool is_body = search_is_body(human, b);
        body += is_body;
        found += is_body && search_has_name(search, human->bones[b].name);
    }
    *entry = (gait_search_entry){.source = GAIT_SKELETON_BUILTIN,
                                 .outcome = GAIT_SEARCH_USED,
                                 .index = search_builtin_index(name),
                                 .coverage = gaiti_search_coverage(search, human),
                                 .body_count = body,
                                 .body_matched = found};
    if (!search_is_human(entry->coverage, body, found)) {
        entry->outcome = GAIT_SEARCH_LACKS_BODY;
    } else if (gaiti_search_has_records(search) && entry->coverage.missing > 0) {
        entry->outcome = GAIT_SEARCH_LACKS_BONES; /* its records are relative to the parents */
    }
    if (entry->outcome == GAIT_SEARCH_USED) {
        entry->reason =
            entry->coverage.missing == 0 ? GAIT_REASON_ALL_BONES : GAIT_REASON_MOST_BONES;
        *out_human = human;
    } else {
        gait_skeleton_free(human);
    }
    return GAIT_OK;
}
