/* Applies --clip, --part, --flag and --event. */
#include "list/list.h"

#include <stdlib.h>

#include "base/base.h"
#include "gait/inspect.h"
#include "gait/names.h"

enum { LIST_SUBJECTS = LIST_EVENT + 1, ALL_PARTS = 0xFFFF };

/* The first flag: the motion plays on one bone. */
#define FLAG_FX 1u

static const char *const subject_names[LIST_SUBJECTS] = {"clip", "part", "event"};

/* --- texts ------------------------------------------------------------------------------------ */

char *list_part_text(const source *file, uint32_t clip) {
    gait_playback playback = gait_file_playback(file->file, clip);
    gait_span name = gait_file_playback_part(file->file, clip);
    uint32_t source_page = gait_file_source_code_page(file->file);
    if (!playback.known) {
        return text_copy("-");
    }
    if (name.size > 0) {
        return text_of_name(name, source_page ? source_page : gait_file_code_page(file->file));
    }
    if (playback.bone_or_part == ALL_PARTS) {
        return text_copy(playback.flags & FLAG_FX ? "root" : "all");
    }
    return text_format("%u", (unsigned)playback.bone_or_part);
}

char *list_event_text(const source *file, gait_span text) {
    return text_of_name(text, gait_file_code_page(file->file));
}

/* Adds the texts of one clip that patterns with this subject are compared with. */
static void add_texts(const source *file, uint32_t clip, list_subject subject, text_list *out) {
    if (subject == LIST_CLIP) {
        text_list_add(out, source_clip_name(file, clip));
    } else if (subject == LIST_PART) {
        text_list_add(out, list_part_text(file, clip));
    } else {
        uint32_t count = gait_file_clip_info(file->file, clip).event_count;
        for (uint32_t i = 0; i < count; i++) {
            text_list_add(out, list_event_text(file, gait_file_event(file->file, clip, i).name));
        }
    }
}

/* --- patterns --------------------------------------------------------------------------------- */

void list_filter_add(list_filter *self, list_subject subject, const text_list *texts) {
    for (size_t i = 0; i < texts->count; i++) {
        self->patterns =
            memory_reserve(self->patterns, self->count, &self->capacity, sizeof *self->patterns);
        self->patterns[self->count++] = (list_pattern){.subject = subject, .text = texts->items[i]};
    }
}

static uint32_t flag_named(const char *name) {
    uint32_t flag = 1;
    while (gait_playback_flag_name(flag) && !text_equal(gait_playback_flag_name(flag), name)) {
        flag <<= 1;
    }
    return gait_playback_flag_name(flag) ? flag : 0;
}

static int refuse_flag(const char *name) {
    text_list known = {0};
    for (uint32_t flag = 1; gait_playback_flag_name(flag); flag <<= 1) {
        text_list_add(&known, gait_playback_flag_name(flag));
    }
    char *list = text_list_join(&known, ", ");
    if (!log_unknown(NULL, "flag", name, &known)) {
        log_hint("the flags are %s", list);
    }
    free(list);
    text_list_free(&known, false);
    return EXIT_USAGE;
}

int list_filter_add_flags(list_filter *self, const text_list *names) {
    for (size_t i = 0; i < names->count; i++) {
        uint32_t flag = flag_named(names->items[i]);
        if (flag == 0) {
            return refuse_flag(names->items[i]);
        }
        self->flags |= flag;
    }
    return EXIT_OK;
}

void list_filter_free(list_filter *self) {
    for (size_t i = 0; i < self->count; i++) {
        text_list_free(&self->patterns[i].nearest, true);
    }
    free(self->patterns);
    *self = (list_filter){0};
}

/* --- one file --------------------------------------------------------------------------------- */

/* A name may contain a star, so a text that equals the pattern matches too. */
static bool matches_any(const text_list *texts, const char *pattern) {
    for (size_t i = 0; i < texts->count; i++) {
        if (text_equal(pattern, texts->items[i]) || text_matches(pattern, texts->items[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a clip matches a pattern of this subject, or there are none. */
static bool matches_subject(const list_filter *self, const source *file, uint32_t clip,
                            list_subject subject, list_matches *out) {
    text_list texts = {0};
    bool has_patterns = false, is_matched = false;
    for (size_t i = 0; i < self->count; i++) {
        if (self->patterns[i].subject != subject) {
            continue;
        }
        if (!has_patterns) {
            add_texts(file, clip, subject, &texts);
            has_patterns = true;
        }
        bool matches = matches_any(&texts, self->patterns[i].text);
        out->is_matched[i] = out->is_matched[i] || matches;
        is_matched = is_matched || matches;
    }
    text_list_free(&texts, true);
    return is_matched || !has_patterns;
}

/* Finds the nearest name for each pattern that the file does not match. */
static void find_nearest(const list_filter *self, const source *file, list_matches *out) {
    uint32_t count = gait_file_clip_count(file->file);
    for (size_t i = 0; i < self->count; i++) {
        text_list known = {0};
        for (uint32_t clip = 0; clip < count && !out->is_matched[i]; clip++) {
            add_texts(file, clip, self->patterns[i].subject, &known);
        }
        const char *nearest = text_nearest(self->patterns[i].text, known.items, known.count);
        out->nearest[i] = nearest ? text_copy(nearest) : NULL;
        text_list_free(&known, true);
    }
}

uint32_t *list_filter_apply(const list_filter *self, const source *file, size_t *out_count,
                            list_matches *out_matches) {
    uint32_t count = gait_file_clip_count(file->file);
    uint32_t *clips = memory_resize(NULL, count, sizeof *clips);
    list_matches *matches = out_matches;
    matches->count = self->count;
    matches->is_matched = memory_resize(NULL, self->count, sizeof *matches->is_matched);
    matches->nearest = memory_resize(NULL, self->count, sizeof *matches->nearest);
    for (size_t i = 0; i < self->count; i++) {
        matches->is_matched[i] = false;
        matches->nearest[i] = NULL;
    }
    *out_count = 0;
    for (uint32_t clip = 0; clip < count; clip++) {
        uint32_t flags = gait_file_playback(file->file, clip).flags;
        bool is_listed = (flags & self->flags) == self->flags;
        for (int subject = 0; subject < LIST_SUBJECTS; subject++) {
            is_listed =
                matches_subject(self, file, clip, (list_subject)subject, matches) && is_listed;
        }
        if (is_listed) {
            clips[(*out_count)++] = clip;
        }
    }
    find_nearest(self, file, matches);
    return clips;
}

/* --- all files -------------------------------------------------------------------------------- */

void list_matches_free(list_matches *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->nearest[i]);
    }
    free(self->is_matched);
    free(self->nearest);
    *self = (list_matches){0};
}

void list_filter_collect(list_filter *self, list_matches *matches) {
    for (size_t i = 0; i < matches->count; i++) {
        list_pattern *pattern = &self->patterns[i];
        pattern->is_matched = pattern->is_matched || matches->is_matched[i];
        if (matches->nearest[i]) {
            text_list_add(&pattern->nearest, matches->nearest[i]);
            matches->nearest[i] = NULL;
        }
    }
    list_matches_free(matches);
}

int list_filter_check(const list_filter *self, const char *place) {
    for (size_t i = 0; i < self->count; i++) {
        const list_pattern *pattern = &self->patterns[i];
        if (pattern->is_matched) {
            continue;
        }
        log_unknown(place, subject_names[pattern->subject], pattern->text, &pattern->nearest);
        if (pattern->text[0] == '\'') {
            log_hint("use double quotes: cmd does not remove single quotes");
        }
        return EXIT_USAGE;
    }
    return EXIT_OK;
}
