/* Applies --clip to the clips of a file, and refuses names that match none. */
#include "options/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "gait/output_names.h"

static void clip_choice_log_clips(const text_list *names) {
    enum { MAX_SHOWN = 40 };
    text_list shown = *names;
    shown.count = shown.count < MAX_SHOWN ? shown.count : MAX_SHOWN;
    char *list = text_list_join(&shown, ", ");
    log_hint("it holds %zu clip%s: %s%s", names->count, text_plural(names->count), list,
             shown.count < names->count ? ", ..." : "");
    free(list);
}

static int clip_choice_refuse_name(const source *file, const char *name, const text_list *names) {
    if (!log_unknown(source_label(file), "clip", name, names)) {
        clip_choice_log_clips(names);
    }
    if (name[0] == '\'') {
        log_hint("use double quotes: cmd does not remove single quotes");
    }
    return EXIT_USAGE;
}

static int compare_names(const void *a, const void *b) {
    const char *left = *(const char *const *)a, *right = *(const char *const *)b;
    while (*left && text_lower(*left) == text_lower(*right)) {
        left++;
        right++;
    }
    return text_lower(*left) - text_lower(*right);
}

/* Warns when two of the matches have one name. Sorts the matches. */
static void warn_equal(const source *file, text_list *matches) {
    if (matches->count > 1) {
        qsort(matches->items, matches->count, sizeof *matches->items, compare_names);
    }
    for (size_t i = 1; i < matches->count; i++) {
        if (text_equal(matches->items[i - 1], matches->items[i])) {
            const char *name = matches->items[i];
            log_warning(source_label(file), "several clips have the name '%s'", name);
            log_hint("\"%s@1\" chooses the first of them, \"%s@2\" the second", name, name);
            return;
        }
    }
}

/* A clip with the pattern as its name matches too, because a name may contain a star. */
static int mark_matches(const source *file, const char *pattern, const text_list *names,
                        bool *chosen) {
    text_list matches = {0};
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        if (text_equal(pattern, name) || text_matches(pattern, name)) {
            chosen[i] = true;
            text_list_add(&matches, name);
        }
    }
    bool found = matches.count > 0;
    warn_equal(file, &matches);
    text_list_free(&matches, false);
    int32_t numbered = found ? -1 : gait_file_find_clip(file->file, pattern);
    if (numbered >= 0) {
        chosen[numbered] = true;
    }
    return found || numbered >= 0 ? EXIT_OK : clip_choice_refuse_name(file, pattern, names);
}

static int mark_first(const source *file, const char *name, const text_list *names, bool *chosen) {
    int32_t found = gait_file_find_clip(file->file, name); /* the first of equal names */
    text_list matches = {0};
    if (found < 0) {
        return clip_choice_refuse_name(file, name, names);
    }
    chosen[found] = true;
    for (size_t i = 0; i < names->count; i++) {
        if (text_equal(names->items[i], name)) {
            text_list_add(&matches, names->items[i]);
        }
    }
    warn_equal(file, &matches);
    text_list_free(&matches, false);
    return EXIT_OK;
}

/* Frees the choice. */
static void list_chosen(bool *chosen, size_t count, clip_choice *out) {
    out->clips = memory_resize(NULL, count, sizeof *out->clips);
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (chosen[i]) {
            out->clips[out->count++] = (uint32_t)i;
        }
    }
    free(chosen);
}

/* Makes a choice of all clips, or of none. */
static bool *mark_all(const text_list *names, bool is_chosen) {
    bool *chosen = memory_resize(NULL, names->count, sizeof *chosen);
    for (size_t i = 0; i < names->count; i++) {
        chosen[i] = is_chosen;
    }
    return chosen;
}

int clips_choose(const source *file, const text_list *patterns, clip_choice *out) {
    text_list names = source_clip_names(file);
    bool *chosen = mark_all(&names, patterns->count == 0);
    int code = EXIT_OK;
    for (size_t i = 0; i < patterns->count && code == EXIT_OK; i++) {
        code = mark_matches(file, patterns->items[i], &names, chosen);
    }
    list_chosen(chosen, names.count, out);
    text_list_free(&names, true);
    return code;
}

text_list clips_name_outputs(const source *file, const clip_choice *clips, const char *pattern) {
    text_list paths = {0};
    gait_output_names *names;
    memory_check(gait_output_names_new(pattern, (uint32_t)clips->count, NULL, &names));
    for (size_t i = 0; i < clips->count; i++) {
        char *clip = source_clip_name(file, clips->clips[i]);
        const char *path = gait_output_names_next(names, clip);
        memory_check(path ? GAIT_OK : GAIT_NO_MEMORY);
        text_list_add(&paths, text_copy(path));
        free(clip);
    }
    gait_output_names_free(names);
    return paths;
}

void clips_free(clip_choice *choice) {
    free(choice->clips);
    *choice = (clip_choice){0};
}

static int choose_only(const source *file, const text_list *names) {
    if (names->count == 1) {
        return EXIT_OK;
    }
    if (names->count == 0) {
        log_error(source_label(file), "holds no clips");
    } else {
        log_error(source_label(file), "holds several clips: choose one with --clip NAME");
        clip_choice_log_clips(names);
    }
    return EXIT_USAGE;
}

int clips_choose_first(const source *file, const text_list *patterns, clip_choice *out) {
    text_list names = source_clip_names(file);
    int code = patterns->count == 0 || names.count == 0 ? choose_only(file, &names) : EXIT_OK;
    bool *chosen = mark_all(&names, patterns->count == 0 && code == EXIT_OK);
    for (size_t i = 0; i < patterns->count && code == EXIT_OK; i++) {
        const char *pattern = patterns->items[i];
        code = strpbrk(pattern, "*?") ? mark_matches(file, pattern, &names, chosen)
                                      : mark_first(file, pattern, &names, chosen);
    }
    list_chosen(chosen, names.count, out);
    text_list_free(&names, true);
    return code;
}

int clip_choose_only(const source *file) {
    text_list names = source_clip_names(file);
    int code = choose_only(file, &names);
    text_list_free(&names, true);
    return code;
}
