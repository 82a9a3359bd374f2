/* "fix": repairs what needs no choice (docs/commands/fix.md). Each repair is one difference. */
#include <string.h>

#include "base/number/number.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "base/try.h"
#include "edit/edit_state.h"
#include "formats/file_state.h"

/* What a repair changes, and how. */
static const struct {
    const char *what, *done;
} edit_repairs[GAITI_REPAIR_COUNT] = {
    [GAITI_REPAIR_CHECKSUMS] = {"checksums of keys", "corrected"},
    [GAITI_REPAIR_BONE_IDS] = {"ids of bones", "corrected"},
    [GAITI_REPAIR_EVENT_IDS] = {"ids of events", "corrected"},
    [GAITI_REPAIR_EVENT_COUNT] = {"number of events", "corrected"},
    [GAITI_REPAIR_LINE_ENDS] = {"line ends of marks", "changed to CR LF"},
    [GAITI_REPAIR_MARKS] = {"marks without name and intervals", "removed"},
    [GAITI_REPAIR_FRAMES] = {"frames with another order of bones", "sorted as the header"},
    [GAITI_REPAIR_RESERVED] = {"reserved numbers", "set to 0"},
    [GAITI_REPAIR_UNREAD] = {"bytes of events that cannot be read", "removed"},
    [GAITI_REPAIR_TAIL] = {"bytes after the end", "removed"},
};

static gait_status edit_add_repair(gait_edit *edit, gaiti_repair repair, uint64_t count) {
    char number[GAITI_NUMBER_MAX + 1] = "";
    (void)gaiti_print_u64(number, count);
    return count == 0 ? GAIT_OK
                      : GAITI_EDIT_CHANGE(edit, edit_repairs[repair].what, ": ", number, " ",
                                          edit_repairs[repair].done);
}

static gait_status edit_fix_one(gait_edit *edit, gaiti_repair repair) {
    uint64_t count = 0;
    GAITI_TRY(edit->functions->repair(edit->document.document, repair, &count));
    return edit_add_repair(edit, repair, count);
}

/* --- names of bones --------------------------------------------------------------------------- */

static gait_span edit_bone_name(gait_edit *edit, uint32_t bone) {
    gaiti_edit_document *doc = &edit->document;
    return edit->functions->bone_name ? edit->functions->bone_name(doc, bone)
                                      : doc->row->bone_name(doc->document, bone);
}

static gait_status edit_fix_bone(gait_edit *edit, uint32_t bone, gait_span name) {
    uint8_t *lower = gaiti_alloc_uninitialised(&edit->scratch, name.size, 1);
    GAITI_TRY(gaiti_edit_status(edit));
    for (size_t i = 0; i < name.size; i++) {
        lower[i] = gaiti_ascii_lower(name.data[i]);
    }
    const char *before = gaiti_edit_utf8(edit, name);
    gait_status status =
        edit->functions->set_bone_name(&edit->document, bone, gaiti_span(lower, name.size));
    if (status != GAIT_OK) { /* the file stores no names, or one that is too long */
        return gaiti_edit_status(edit);
    }
    return gaiti_edit_add_renamed(edit, "bone", before,
                                  gaiti_edit_utf8(edit, gaiti_span(lower, name.size)));
}

/* Writes names in lower case, except those of bones that are listed twice. */
static gait_status edit_fix_bones(gait_edit *edit) {
    const gaiti_edit_document *doc = &edit->document;
    uint32_t count = doc->row->bone_count(doc->document);
    gaiti_names set;
    gait_span *names = gaiti_alloc(&edit->scratch, count, sizeof *names);
    bool *is_twice = gaiti_alloc(&edit->scratch, count, sizeof *is_twice);
    gaiti_names_init(&set, &edit->scratch, names, count);
    GAITI_TRY(gaiti_edit_status(edit));
    for (uint32_t b = 0; b < count; b++) {
        names[b] = edit_bone_name(edit, b);
        int32_t other = gaiti_names_add(&set, b);
        is_twice[b] = other >= 0;
        is_twice[other >= 0 ? (uint32_t)other : b] = other >= 0;
    }
    for (uint32_t b = 0; b < count; b++) {
        GAITI_TRY(gaiti_has_upper_case(names[b]) && !is_twice[b] ? edit_fix_bone(edit, b, names[b])
                                                                 : GAIT_OK);
    }
    return GAIT_OK;
}

/* --- the edit --------------------------------------------------------------------------------- */

gait_status gaiti_edit_fix(gait_edit *edit, const gaiti_edit_request *request) {
    void *model = edit->document.model;
    const gaiti_model_functions *functions = edit->file->row->model;
    (void)request; /* it has no options */
    if (model) {
        GAITI_TRY(edit_add_repair(edit, GAITI_REPAIR_TAIL, functions->remove_tail(model)));
    }
    if (model && !functions->is_exact(model)) {
        return GAIT_OK;
    }
    GAITI_TRY(gaiti_edit_list_names(edit));
    for (uint32_t r = 0; r < GAITI_REPAIR_COUNT; r++) {
        GAITI_TRY(edit_fix_one(edit, (gaiti_repair)r));
    }
    return edit->functions->has_lower_bones ? edit_fix_bones(edit) : GAIT_OK;
}
