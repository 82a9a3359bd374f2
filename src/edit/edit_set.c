/* "set": parameters of motions, root motion and phases. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "base/try.h"
#include "edit/edit_state.h"
#include "formats/xray/xray_playback.h"

/* The names of parts and bones, to which motions refer by index. */
enum { EDIT_ALL = 0xFFFF };

typedef struct edit_setting {
    gait_edit *edit;
    const gaiti_edit_request *request;
    uint32_t clip;
} edit_setting;

static const char *edit_setting_clip(const edit_setting *self) {
    return gaiti_edit_clip_name(self->edit, self->clip);
}

/* Adds the difference "CLIP: NAME OLD -> NEW". */
static gait_status edit_add_setting(const edit_setting *self, const char *name,
                                    const char *old_text, const char *new_text) {
    return GAITI_EDIT_CHANGE(self->edit, edit_setting_clip(self), ": ", name, " ", old_text, " -> ",
                             new_text);
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* "*1.5" multiplies the old value. */
static gait_status edit_set_number(const edit_setting *self, gaiti_edit_option option,
                                   float *number) {
    const gaiti_edit_value *value = gaiti_edit_find(self->request, option);
    gait_edit *edit = self->edit;
    float old = *number, read = 0;
    if (!value) {
        return GAIT_OK;
    }
    bool is_factor = value->text[0] == '*';
    const char *text = value->text + is_factor;
    GAITI_TRY(gaiti_edit_read_float(edit, value, text, strlen(text), &read));
    *number = is_factor ? old * read : read;
    if (!gaiti_is_finite(*number)) {
        return gaiti_edit_refuse_value(edit, value, "the product does not fit into a float");
    }
    if (memcmp(&old, number, sizeof old) == 0) {
        return GAIT_OK;
    }
    return edit_add_setting(self, gaiti_edit_option_name(option) + 2,
                            gaiti_edit_print_float(edit, old),
                            gaiti_edit_print_float(edit, *number));
}

static gait_status edit_set_flags(const edit_setting *self, uint32_t *flags) {
    const gaiti_edit_value *value = gaiti_edit_find(self->request, GAITI_EDIT_FLAGS);
    uint32_t old = *flags;
    GAITI_TRY(value ? gaiti_edit_read_flags(self->edit, value, old, flags) : GAIT_OK);
    if (*flags == old) {
        return GAIT_OK;
    }
    return edit_add_setting(self, "flags", gaiti_edit_print_flags(self->edit, old),
                            gaiti_edit_print_flags(self->edit, *flags));
}

/* --- parts and bones -------------------------------------------------------------------------- */

static uint32_t edit_target_count(const gait_edit *edit, bool is_bone) {
    const gaiti_edit_document *doc = &edit->document;
    return is_bone ? doc->row->bone_count(doc->document) : doc->row->part_count(doc->document);
}

/* The name of a bone or part in the file. */
static gait_span edit_target_at(const gait_edit *edit, bool is_bone, uint32_t index) {
    const gaiti_edit_document *doc = &edit->document;
    return is_bone ? doc->row->bone_name(doc->document, index)
                   : doc->row->part(doc->document, index).name;
}

/* The name that a value of bone_or_part stands for. */
static const char *edit_target_name(gait_edit *edit, bool is_bone, uint32_t index) {
    char number[GAITI_NUMBER_MAX + 1] = "";
    if (index == EDIT_ALL) {
        return is_bone ? "root" : "all";
    }
    if (index >= edit_target_count(edit, is_bone)) {
        (void)gaiti_print_u64(number, index);
        return GAITI_EDIT_JOIN(edit, number);
    }
    return gaiti_edit_utf8(edit, edit_target_at(edit, is_bone, index));
}

static gait_status edit_note_missing_target(gait_edit *edit, const gaiti_edit_value *value,
                                            uint32_t count) {
    bool is_bone = value->option == GAITI_EDIT_BONE;
    gait_span *names = gaiti_alloc(&edit->scratch, count, sizeof *names);
    for (uint32_t i = 0; names && i < count; i++) {
        names[i] = gaiti_span_of(edit_target_name(edit, is_bone, i));
    }
    GAITI_TRY(gaiti_edit_status(edit));
    return gaiti_edit_note_missing(edit, is_bone ? "bone" : "part", value->text, names, count);
}

/* Finds a part or bone by its name; "all" is all parts, and "root" the root bone, unless one has
 * this name. *out_index stays as it is when a missing name is allowed. */
static gait_status edit_find_target(gait_edit *edit, const gaiti_edit_value *value,
                                    uint32_t *out_index) {
    bool is_bone = value->option == GAITI_EDIT_BONE;
    uint32_t page = gait_file_code_page(edit->file), count = edit_target_count(edit, is_bone);
    for (uint32_t i = 0; i < count && i < EDIT_ALL; i++) {
        if (gaiti_equal_utf8(page, edit_target_at(edit, is_bone, i), value->text)) {
            *out_index = i;
            return GAIT_OK;
        }
    }
    if (strcmp(value->text, is_bone ? "root" : "all") != 0) {
        return edit_note_missing_target(edit, value, count);
    }
    *out_index = EDIT_ALL;
    return GAIT_OK;
}

static gait_status edit_set_target(const edit_setting *self, gaiti_edit_playback *playback) {
    const gaiti_edit_value *part = gaiti_edit_find(self->request, GAITI_EDIT_PART);
    const gaiti_edit_value *bone = gaiti_edit_find(self->request, GAITI_EDIT_BONE);
    const gaiti_edit_value *value = part ? part : bone;
    bool is_fx = playback->flags & GAIT_OMF_FX;
    uint32_t old = playback->bone_or_part;
    gait_edit *edit = self->edit;
    if (!value) {
        return GAIT_OK;
    }
    if (!edit->document.row->part_count) {
        return gaiti_edit_refuse_format(edit, "names of parts and bones for motions");
    }
    if (is_fx != (value == bone)) {
        const char *why =
            is_fx ? " is an FX: it plays on a --bone" : " is not an FX: it plays on a --part";
        return gaiti_edit_refuse_value(edit, value,
                                       GAITI_EDIT_JOIN(edit, edit_setting_clip(self), why));
    }
    GAITI_TRY(edit_find_target(edit, value, &playback->bone_or_part));
    if (playback->bone_or_part == old) {
        return GAIT_OK;
    }
    return edit_add_setting(self, is_fx ? "bone" : "part", edit_target_name(edit, is_fx, old),
                            edit_target_name(edit, is_fx, playback->bone_or_part));
}

/* --- parameters of a motion ------------------------------------------------------------------- */

/* In other ranges, an SKLS is not recognised when it is opened. */
static gait_status edit_set_fps(const edit_setting *self, gaiti_edit_playback *playback) {
    const gaiti_edit_value *value = gaiti_edit_find(self->request, GAITI_EDIT_FPS);
    if (!value) {
        return GAIT_OK;
    }
    if (playback->fps == 0) {
        return gaiti_edit_refuse_format(self->edit, "frames per second");
    }
    GAITI_TRY(edit_set_number(self, GAITI_EDIT_FPS, &playback->fps));
    return !(playback->fps >= 1 && playback->fps <= 1000)
               ? gaiti_edit_refuse_value(self->edit, value, "it must be from 1 to 1000")
               : GAIT_OK;
}

/* A motion that becomes an FX, or stops to be one, needs a bone or a part: the old number would be
 * that of another thing. */
static gait_status edit_check_kind(const edit_setting *self, const gaiti_edit_playback *old,
                                   const gaiti_edit_playback *playback) {
    const gaiti_edit_value *flags = gaiti_edit_find(self->request, GAITI_EDIT_FLAGS);
    bool is_changed = (old->flags ^ playback->flags) & GAIT_OMF_FX;
    bool has_target = gaiti_edit_find(self->request, GAITI_EDIT_PART) ||
                      gaiti_edit_find(self->request, GAITI_EDIT_BONE);
    if (!is_changed || has_target || !flags || !self->edit->document.row->part_count ||
        (playback->bone_or_part & EDIT_ALL) == EDIT_ALL) {
        return GAIT_OK;
    }
    const char *why = playback->flags & GAIT_OMF_FX
                          ? " becomes an FX: also give --bone NAME, or --bone root"
                          : " is no longer an FX: also give --part NAME, or --part all";
    return gaiti_edit_refuse_value(self->edit, flags,
                                   GAITI_EDIT_JOIN(self->edit, edit_setting_clip(self), why));
}

/* Warns about values that were set and that games change. All of them matter when the motion
 * becomes an FX or a cycle. */
static void edit_check_values(const edit_setting *self, const gaiti_edit_playback *playback) {
    const struct {
        gaiti_edit_option option;
        gaiti_xray_value value;
        float number;
    } rows[] = {{GAITI_EDIT_SPEED, GAITI_XRAY_SPEED, playback->speed},
                {GAITI_EDIT_POWER, GAITI_XRAY_POWER, playback->power},
                {GAITI_EDIT_ACCRUE, GAITI_XRAY_ACCRUE, playback->accrue},
                {GAITI_EDIT_FALLOFF, GAITI_XRAY_FALLOFF, playback->falloff}};
    gaiti_report report = gaiti_report_on_clip(self->edit->options.diagnostics, NULL);
    const gaiti_xray_owner owner = {.is_sdk = self->edit->functions->is_sdk,
                                    .is_fx = playback->flags & GAIT_OMF_FX};
    bool has_flags = gaiti_edit_find(self->request, GAITI_EDIT_FLAGS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (has_flags || gaiti_edit_find(self->request, rows[i].option)) {
            gaiti_xray_check_value(&report, owner, rows[i].value,
                                   (gaiti_detail){.number = (double)rows[i].number,
                                                  .name = self->edit->names[self->clip],
                                                  .name_is_utf8 = true});
        }
    }
}

static gait_status edit_set_clip(const edit_setting *self) {
    gait_edit *edit = self->edit;
    uint32_t before = edit->change_count;
    gaiti_edit_playback playback = edit->functions->playback(edit->document.document, self->clip);
    gaiti_edit_playback old = playback;
    GAITI_TRY(edit_set_flags(self, &playback.flags));
    GAITI_TRY(edit_check_kind(self, &old, &playback));
    GAITI_TRY(edit_set_target(self, &playback));
    GAITI_TRY(edit_set_number(self, GAITI_EDIT_SPEED, &playback.speed));
    GAITI_TRY(edit_set_number(self, GAITI_EDIT_POWER, &playback.power));
    GAITI_TRY(edit_set_number(self, GAITI_EDIT_ACCRUE, &playback.accrue));
    GAITI_TRY(edit_set_number(self, GAITI_EDIT_FALLOFF, &playback.falloff));
    GAITI_TRY(edit_set_fps(self, &playback));
    if (edit->change_count == before) {
        return GAIT_OK;
    }
    edit_check_values(self, &playback);
    gait_status status =
        edit->functions->set_playback(edit->document.document, self->clip, &playback);
    return status == GAIT_BAD_ARGUMENT || status == GAIT_WOULD_LOSE
               ? gaiti_edit_refuse_version(edit, "these values")
               : status;
}

/* --- root motion and phases ------------------------------------------------------------------- */

/* A vector as text, such as "0,0,-1.5". */
static const char *edit_print_vector(gait_edit *edit, const float vector[3]) {
    return GAITI_EDIT_JOIN(edit, gaiti_edit_print_float(edit, vector[0]), ",",
                           gaiti_edit_print_float(edit, vector[1]), ",",
                           gaiti_edit_print_float(edit, vector[2]));
}

/* Reads three numbers, or "*" and a factor for the old ones. */
static gait_status edit_read_vector(gait_edit *edit, const gaiti_edit_value *value,
                                    const float old[3], float out[3]) {
    float factor;
    if (value->text[0] != '*') {
        return gaiti_edit_read_floats(edit, value, 3, out);
    }
    GAITI_TRY(
        gaiti_edit_read_float(edit, value, value->text + 1, strlen(value->text + 1), &factor));
    for (int i = 0; i < 3; i++) {
        out[i] = old[i] * factor;
        if (!gaiti_is_finite(out[i])) {
            return gaiti_edit_refuse_value(edit, value, "the product does not fit into a float");
        }
    }
    return GAIT_OK;
}

static gait_status edit_set_root_motion(const edit_setting *self, const gaiti_edit_value *value) {
    gait_edit *edit = self->edit;
    float old[3], set[3];
    if (!edit->functions->root_motion) {
        return gaiti_edit_refuse_format(edit, "root motion");
    }
    edit->functions->root_motion(edit->document.document, old);
    GAITI_TRY(edit_read_vector(edit, value, old, set));
    if (memcmp(old, set, sizeof old) == 0) {
        return GAIT_OK;
    }
    if (edit->functions->set_root_motion(edit->document.document, set) != GAIT_OK) {
        return gaiti_edit_refuse_version(edit, "root motion in X or Y");
    }
    return edit_add_setting(self, "root-motion", edit_print_vector(edit, old),
                            edit_print_vector(edit, set));
}

/* Shifts and scales phases so that they begin at 0 and end at 1. */
static gait_status edit_fit_phases(const gait_edit *edit, const gaiti_edit_value *value,
                                   uint32_t count, float *phases) {
    double first = count > 0 ? (double)phases[0] : 0, last = first;
    for (uint32_t i = 0; i < count; i++) {
        first = (double)phases[i] < first ? (double)phases[i] : first;
        last = (double)phases[i] > last ? (double)phases[i] : last;
    }
    if (!(last > first) || !gaiti_is_finite(last - first)) {
        return gaiti_edit_refuse_value(edit, value, "the phases of all frames are equal");
    }
    for (uint32_t i = 0; i < count; i++) {
        phases[i] = (float)(((double)phases[i] - first) / (last - first));
    }
    return GAIT_OK;
}

/* Replaces the old phases by "even" or "fit" ones, by a list, or by their products with "*2" or
 * sums with "+0.1" and "-0.1". */
static gait_status edit_read_phases(gait_edit *edit, const gaiti_edit_value *value, uint32_t count,
                                    float *phases) {
    const char *text = value->text;
    bool is_factor = text[0] == '*', is_even = strcmp(text, "even") == 0;
    float number = 0;
    if (strcmp(text, "fit") == 0) {
        return edit_fit_phases(edit, value, count, phases);
    }
    bool is_sum = (text[0] == '+' || text[0] == '-') && !memchr(text, ',', strlen(text));
    if (!is_even && !is_factor && !is_sum) {
        return gaiti_edit_read_floats(edit, value, count, phases);
    }
    size_t skipped = is_factor || text[0] == '+';
    GAITI_TRY(is_even ? GAIT_OK
                      : gaiti_edit_read_float(edit, value, text + skipped, strlen(text + skipped),
                                              &number));
    for (uint32_t i = 0; i < count; i++) {
        double even = count > 1 ? (double)i / (count - 1) : 0;
        phases[i] = is_even     ? (float)even
                    : is_factor ? phases[i] * number
                                : (float)((double)phases[i] + (double)number);
    }
    return GAIT_OK;
}

static gait_status edit_set_phases(const edit_setting *self, const gaiti_edit_value *value) {
    gait_edit *edit = self->edit;
    uint32_t changed = 0;
    char number[GAITI_NUMBER_MAX + 1] = "";
    if (!edit->functions->set_phase) {
        return gaiti_edit_refuse_format(edit, "phases");
    }
    uint32_t count = gaiti_edit_clip_info(edit, self->clip).frame_count;
    float *phases = gaiti_alloc(&edit->scratch, count, sizeof *phases);
    GAITI_TRY(gaiti_edit_status(edit));
    for (uint32_t i = 0; i < count; i++) {
        phases[i] = edit->functions->frame_time(edit->document.document, self->clip, i);
    }
    GAITI_TRY(edit_read_phases(edit, value, count, phases));
    for (uint32_t i = 0; i < count; i++) {
        float old = edit->functions->frame_time(edit->document.document, self->clip, i);
        bool is_in_order =
            phases[i] >= 0 && phases[i] <= 1 && (i == 0 || phases[i] >= phases[i - 1]);
        if (!is_in_order) {
            return gaiti_edit_refuse_value(edit, value, "phases must ascend from 0 to 1");
        }
        if (memcmp(&old, &phases[i], sizeof old) != 0) {
            GAITI_TRY(edit->functions->set_phase(edit->document.document, i, phases[i]));
            changed++;
        }
    }
    if (changed == 0) {
        return GAIT_OK;
    }
    (void)gaiti_print_u64(number, changed);
    return GAITI_EDIT_CHANGE(edit, edit_setting_clip(self), ": ", number,
                             changed == 1 ? " phase" : " phases");
}

/* --- the edit --------------------------------------------------------------------------------- */

/* The number of parameters of motions. */
static uint32_t edit_count_playback(const gaiti_edit_request *request) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < request->count; v++) {
        gaiti_edit_option option = request->values[v].option;
        count += option != GAITI_EDIT_CLIP && option != GAITI_EDIT_ROOT_MOTION &&
                 option != GAITI_EDIT_PHASES && option != GAITI_EDIT_FORMAT_VERSION;
    }
    return count;
}

static gait_status edit_check_set(gait_edit *edit, const gaiti_edit_request *request) {
    const gaiti_edit_value *bone = gaiti_edit_find(request, GAITI_EDIT_BONE);
    if (request->count == gaiti_edit_count(request, GAITI_EDIT_CLIP)) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "a parameter, such as --speed 1.5");
    }
    if (gaiti_edit_count(request, GAITI_EDIT_PART) + gaiti_edit_count(request, GAITI_EDIT_BONE) >
        1) {
        return gaiti_edit_refuse_value(edit,
                                       bone ? bone : gaiti_edit_find(request, GAITI_EDIT_PART),
                                       "a motion plays on one part or one bone");
    }
    uint32_t refused = edit_count_playback(request);
    refused -= edit->functions->has_only_fps ? gaiti_edit_count(request, GAITI_EDIT_FPS) : 0;
    if (refused > 0 && (edit->functions->has_only_fps || !edit->functions->playback)) {
        return gaiti_edit_refuse_format(edit, "speed, power, accrue, falloff, flags and parts");
    }
    return GAIT_OK;
}

/* Changes the version of a bank, to 3 or 4. */
static gait_status edit_set_version(gait_edit *edit, const gaiti_edit_value *value) {
    uint64_t version;
    GAITI_TRY(gaiti_edit_list_names(edit));
    const gaiti_edit_document *doc = &edit->document;
    if (!edit->functions->set_version) {
        return gaiti_edit_refuse_format(edit, "another version: only banks (OMF) can");
    }
    if (!gaiti_parse_u64(value->text, strlen(value->text), &version) || version < 3 ||
        version > 4) {
        return gaiti_edit_refuse_value(edit, value, "it must be 3 or 4");
    }
    int32_t old = doc->row->version(doc->document);
    if (old == (int32_t)version) {
        return GAIT_OK;
    }
    gait_status status =
        edit->functions->set_version(doc->document, (int32_t)version, edit->options.diagnostics);
    if (status == GAIT_WOULD_LOSE) {
        return gaiti_edit_refuse_value(edit, value,
                                       "the bank has marks, which it cannot hold: remove them "
                                       "first with `gait event --remove \"*\"`");
    }
    if (status == GAIT_UNSUPPORTED) {
        return gaiti_edit_refuse_value(edit, value, "bones of the bank have no names");
    }
    GAITI_TRY(status);
    char number[GAITI_NUMBER_MAX + 1] = "";
    (void)gaiti_print_i64(number, old);
    return gaiti_edit_add_renamed(edit, "version", number, value->text);
}

gait_status gaiti_edit_set(gait_edit *edit, const gaiti_edit_request *request) {
    const gaiti_edit_value *root_motion = gaiti_edit_find(request, GAITI_EDIT_ROOT_MOTION);
    const gaiti_edit_value *phases = gaiti_edit_find(request, GAITI_EDIT_PHASES);
    const gaiti_edit_value *version = gaiti_edit_find(request, GAITI_EDIT_FORMAT_VERSION);
    bool *chosen;
    GAITI_TRY(edit_check_set(edit, request));
    GAITI_TRY(version ? edit_set_version(edit, version) : GAIT_OK);
    GAITI_TRY(gaiti_edit_choose(edit, request, &chosen));
    uint32_t count = gaiti_edit_clip_count(edit);
    for (uint32_t i = 0; i < count; i++) {
        edit_setting setting = {edit, request, i};
        if (!chosen[i]) {
            continue;
        }
        GAITI_TRY(root_motion ? edit_set_root_motion(&setting, root_motion) : GAIT_OK);
        GAITI_TRY(phases ? edit_set_phases(&setting, phases) : GAIT_OK);
        GAITI_TRY(edit_count_playback(request) > 0 ? edit_set_clip(&setting) : GAIT_OK);
    }
    return GAIT_OK;
}
