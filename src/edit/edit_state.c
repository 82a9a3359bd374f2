/* Reports refusals of edits, and lists the clips, bones or parts that a name selects. */
#include "edit/edit_state.h"
#include "formats/file_state.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"

enum { EDIT_SUGGESTIONS = 16 }; /* for so many missing names, a similar one is searched */

/* --- reporting -------------------------------------------------------------------------------- */

gait_status gaiti_edit_refuse(const gait_edit *edit, gaiti_rule rule, const char *name,
                              const char *place, const char *other) {
    gaiti_report report = gaiti_report_to(edit->options.diagnostics);
    report.has_no_offset = true;
    GAITI_TRY(gaiti_edit_status(edit));
    return gaiti_raise(&report, rule,
                       (gaiti_detail){.name = gaiti_span_of(name),
                                      .name_is_utf8 = true,
                                      .place = gaiti_span_of(place),
                                      .other = gaiti_span_of(other)});
}

gait_status gaiti_edit_refuse_value(const gait_edit *edit, const gaiti_edit_value *value,
                                    const char *why) {
    return gaiti_edit_refuse(edit, GAITI_EDIT_BAD_VALUE, value->text,
                             gaiti_edit_option_name(value->option), why);
}

/* The name that is most similar; NULL when none is similar. */
static const char *edit_nearest(const char *name, const gait_span *names, uint32_t count) {
    const char *nearest = NULL;
    uint32_t distance = gaiti_name_distance_limit(name);
    for (uint32_t i = 0; i < count; i++) {
        if (gaiti_name_is_nearer(name, (const char *)names[i].data, &distance)) {
            nearest = (const char *)names[i].data;
        }
    }
    return nearest;
}

gait_status gaiti_edit_refuse_missing(const gait_edit *edit, const char *what, const char *name,
                                      const gait_span *names, uint32_t count) {
    const char *nearest = edit_nearest(name, names, count);
    return gaiti_edit_refuse(edit, nearest ? GAITI_EDIT_MISSING_NEAR : GAITI_EDIT_MISSING, name,
                             what, nearest);
}

gait_status gaiti_edit_refuse_unknown(gait_edit *edit, const char *what, const char *name,
                                      const gait_span *names, uint32_t count) {
    const char *nearest = edit_nearest(name, names, count);
    return gaiti_edit_refuse(edit, GAITI_EDIT_UNKNOWN, name, what,
                             nearest ? GAITI_EDIT_JOIN(edit, "; did you mean \"", nearest, "\"?")
                                     : NULL);
}

gait_status gaiti_edit_note_missing(gait_edit *edit, const char *what, const char *name,
                                    const gait_span *names, uint32_t count) {
    if (!edit->allows_missing) {
        return gaiti_edit_refuse_missing(edit, what, name, names, count);
    }
    /* A long table may have thousands of names that one of many files lacks. */
    const char *nearest =
        edit->missing_count < EDIT_SUGGESTIONS ? edit_nearest(name, names, count) : NULL;
    gait_edit_missing added = {.kind = what, .name = gaiti_copy_text(&edit->arena, name)};
    added.nearest = nearest ? gaiti_copy_text(&edit->arena, nearest) : NULL;
    GAITI_TRY(gaiti_edit_status(edit));
    return gaiti_append(&edit->arena, &edit->missing, &edit->missing_count, &edit->missing_capacity,
                        &added, sizeof added);
}

void gaiti_edit_warn_equal(const gait_edit *edit, const char *what, gait_span name) {
    (void)gaiti_edit_refuse(edit, GAITI_EDIT_EQUAL_NAMES, (const char *)name.data, what, NULL);
}

gait_status gaiti_edit_refuse_format(const gait_edit *edit, const char *what) {
    const gait_format_info *info = gait_format_get_info(gait_file_format(edit->file));
    return gaiti_edit_refuse(edit, GAITI_EDIT_NOT_IN_FORMAT, info->title, NULL, what);
}

gait_status gaiti_edit_refuse_version(const gait_edit *edit, const char *what) {
    const gait_format_info *info = gait_format_get_info(gait_file_format(edit->file));
    const gaiti_edit_document *doc = &edit->document;
    bool is_bank = doc->model && doc->document;
    gaiti_report report = gaiti_report_to(edit->options.diagnostics);
    report.has_no_offset = true;
    return gaiti_raise(&report, GAITI_EDIT_NOT_IN_VERSION,
                       (gaiti_detail){.name = gaiti_span_of(info->title),
                                      .name_is_utf8 = true,
                                      .found = is_bank ? doc->row->version(doc->document)
                                                       : gait_file_version(edit->file),
                                      .other = gaiti_span_of(what)});
}

gait_status gaiti_edit_status(const gait_edit *edit) {
    return edit->arena.status ? edit->arena.status : edit->scratch.status;
}

const char *gaiti_edit_join(gait_edit *edit, const char *const *texts) {
    size_t size = 0;
    for (uint32_t i = 0; texts[i]; i++) {
        size += strlen(texts[i]);
    }
    char *joined = gaiti_alloc_uninitialised(&edit->scratch, size + 1, 1);
    for (size_t i = 0, at = 0; joined && texts[i]; at += strlen(texts[i]), i++) {
        memcpy(joined + at, texts[i], strlen(texts[i]));
    }
    if (!joined) {
        return "";
    }
    joined[size] = 0;
    return joined;
}

gait_status gaiti_edit_add_change(gait_edit *edit, const char *text) {
    gait_edit_change change = {edit->line, gaiti_copy_text(&edit->arena, text)};
    GAITI_TRY(gaiti_edit_status(edit));
    return gaiti_append(&edit->arena, &edit->changes, &edit->change_count, &edit->change_capacity,
                        &change, sizeof change);
}

gait_status gaiti_edit_add_renamed(gait_edit *edit, const char *what, const char *old_name,
                                   const char *new_name) {
    return GAITI_EDIT_CHANGE(edit, what, " ", old_name, " -> ", new_name);
}

gait_status gaiti_edit_split_pair(gait_edit *edit, const gaiti_edit_value *value,
                                  const char **out_old, const char **out_new) {
    const char *text = value->text;
    size_t length = strlen(text);
    const char *tab = memchr(text, '\t', length);
    const char *sign = tab ? tab : memchr(text, '=', length);
    if (!sign || sign == text || !sign[1]) {
        return gaiti_edit_refuse_value(edit, value, "it must be OLD=NEW");
    }
    size_t size = (size_t)(sign - text);
    char *old_name = gaiti_alloc(&edit->scratch, size + 1, 1);
    GAITI_TRY(gaiti_edit_status(edit));
    memcpy(old_name, text, size);
    *out_old = old_name;
    *out_new = sign + 1;
    return GAIT_OK;
}

/* --- names ------------------------------------------------------------------------------------ */

const char *gaiti_edit_utf8(gait_edit *edit, gait_span name) {
    const char *text = gaiti_utf8(&edit->scratch, gait_file_code_page(edit->file), name);
    return text ? text : "";
}

const char *gaiti_edit_replaced(gait_edit *edit, const char *replacement,
                                const gaiti_edit_match *match) {
    size_t size = gaiti_edit_replace(replacement, match, NULL);
    char *text = gaiti_alloc(&edit->scratch, size + 1, 1);
    if (!text) {
        return "";
    }
    (void)gaiti_edit_replace(replacement, match, text);
    return text;
}

gait_status gaiti_edit_encode(gait_edit *edit, const char *what, const char *text, gait_span *out) {
    size_t size;
    uint8_t *bytes = gaiti_alloc(&edit->scratch, strlen(text) + 1, 1);
    GAITI_TRY(gaiti_edit_status(edit));
    if (!gaiti_from_utf8(gait_file_code_page(edit->file), text, bytes, &size)) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_BAD_NAME, text, what, NULL);
    }
    *out = gaiti_span(bytes, size);
    return GAIT_OK;
}

uint32_t gaiti_edit_clip_count(const gait_edit *edit) {
    const gaiti_edit_document *doc = &edit->document;
    return doc->document ? doc->row->clip_count(doc->document) : gait_file_clip_count(edit->file);
}

gait_clip_info gaiti_edit_clip_info(const gait_edit *edit, uint32_t clip) {
    const gaiti_edit_document *doc = &edit->document;
    return doc->model ? doc->row->clip_info(doc->document, clip)
                      : gait_file_clip_info(edit->file, clip);
}

/* The bank of a model becomes a separate document. */
static gait_status edit_extract_bank(gait_edit *edit) {
    gaiti_edit_document *doc = &edit->document;
    if (!doc->model || doc->document) {
        return GAIT_OK;
    }
    gait_status status =
        edit->file->row->model->extract(doc->model, &edit->options, &doc->document);
    return status == GAIT_NOT_FOUND
               ? gaiti_edit_refuse_format(edit, "motions: this model contains none")
               : status;
}

gait_status gaiti_edit_list_names(gait_edit *edit) {
    gait_status status = edit->names ? GAIT_OK : edit_extract_bank(edit);
    if (edit->names || status != GAIT_OK) {
        return status;
    }
    uint32_t count = gaiti_edit_clip_count(edit);
    gait_span *names = gaiti_alloc(&edit->arena, count, sizeof *names);
    for (uint32_t i = 0; names && i < count; i++) {
        gait_clip_info info = gaiti_edit_clip_info(edit, i);
        names[i] = gaiti_span_of(
            info.name_is_utf8
                ? gaiti_copy_text(&edit->arena, (const char *)info.name.data)
                : gaiti_utf8(&edit->arena, gait_file_code_page(edit->file), info.name));
    }
    GAITI_TRY(gaiti_edit_status(edit));
    edit->names = names;
    edit->name_capacity = count;
    return GAIT_OK;
}

gait_status gaiti_edit_index_names(gait_edit *edit) {
    GAITI_TRY(gaiti_edit_list_names(edit));
    gaiti_edit_index_make(&edit->index, &edit->arena, edit->names, gaiti_edit_clip_count(edit));
    return gaiti_edit_status(edit);
}

static gait_status edit_choose_pattern(gait_edit *edit, const char *pattern, bool *chosen) {
    uint32_t count = gaiti_edit_clip_count(edit), equal = GAITI_EDIT_NONE;
    const gaiti_edit_index *index = &edit->index;
    bool is_found = false;
    if (gaiti_edit_is_pattern(pattern)) {
        for (uint32_t i = 0; i < count; i++) {
            bool is_match = gaiti_edit_matches(pattern, (const char *)edit->names[i].data, NULL);
            bool is_equal = is_match && gaiti_edit_index_next(index, i) != GAITI_EDIT_NONE;
            chosen[i] = chosen[i] || is_match;
            is_found = is_found || is_match;
            equal = is_equal && equal == GAITI_EDIT_NONE ? i : equal;
        }
    } else {
        uint32_t i = gaiti_edit_index_first(index, gaiti_span_of(pattern));
        bool is_equal = i != GAITI_EDIT_NONE && gaiti_edit_index_next(index, i) != GAITI_EDIT_NONE;
        equal = is_equal ? i : equal;
        for (; i != GAITI_EDIT_NONE && !chosen[i]; i = gaiti_edit_index_next(index, i)) {
            chosen[i] = is_found = true;
        }
        is_found = is_found || i != GAITI_EDIT_NONE;
        i = is_found ? GAITI_EDIT_NONE : gaiti_edit_index_numbered(index, pattern);
        if (i != GAITI_EDIT_NONE) {
            chosen[i] = is_found = true;
        }
    }
    if (equal != GAITI_EDIT_NONE) {
        gaiti_edit_warn_equal(edit, "clip", edit->names[equal]);
    }
    return is_found ? GAIT_OK : gaiti_edit_note_missing(edit, "clip", pattern, edit->names, count);
}

gait_status gaiti_edit_choose(gait_edit *edit, const gaiti_edit_request *request,
                              bool **out_chosen) {
    GAITI_TRY(gaiti_edit_index_names(edit));
    uint32_t count = gaiti_edit_clip_count(edit);
    bool *chosen = gaiti_alloc(&edit->scratch, count, sizeof *chosen);
    *out_chosen = chosen;
    GAITI_TRY(gaiti_edit_status(edit));
    if (gaiti_edit_count(request, GAITI_EDIT_CLIP) == 0) {
        memset(chosen, true, count * sizeof *chosen);
    }
    for (uint32_t v = 0; v < request->count; v++) {
        if (request->values[v].option == GAITI_EDIT_CLIP) {
            GAITI_TRY(edit_choose_pattern(edit, request->values[v].text, chosen));
        }
    }
    return GAIT_OK;
}
