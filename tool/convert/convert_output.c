#include "convert/convert_output.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/paths.h"
#include "terminal.h"

static const char clip_mark[] = "{clip}";

bool convert_is_per_clip(const char *out) {
    return strstr(out, clip_mark) != NULL;
}

void convert_warn_of_braces(const char *out) {
    if (strchr(out, '{') && !convert_is_per_clip(out)) {
        tell_warning(out, "is taken as it stands: only {clip} is replaced");
    }
}

char *convert_path(const char *pattern, const char *clip_name) {
    char *safe = path_safe_name(clip_name);
    char *path = text_copy(pattern);
    for (char *at = strstr(path, clip_mark); at;) {
        size_t before = (size_t)(at - path);
        char *longer = text_format("%.*s%s%s", (int)before, path, safe, at + strlen(clip_mark));
        free(path);
        path = longer;
        at = strstr(path + before + strlen(safe), clip_mark);
    }
    free(safe);
    return path;
}

/* A path that is not among `taken`, which then owns it. */
static const char *distinct_path(const source *in, const char *pattern, uint32_t clip,
                                 text_list *taken) {
    char *name = source_clip_name(in, clip);
    char *path = convert_path(pattern, name);
    for (unsigned number = 2;; number++) {
        bool free_path = true;
        for (size_t i = 0; i < taken->count && free_path; i++) {
            free_path = !text_equal(taken->items[i], path);
        }
        if (free_path) {
            break;
        }
        char *numbered = text_format("%s-%u", name, number);
        free(path);
        path = convert_path(pattern, numbered);
        free(numbered);
    }
    free(name);
    text_list_add(taken, path);
    return path;
}

int convert_each(const source *in, const clip_choice *clips, const char *pattern,
                 convert_maker *make, void *user) {
    text_list taken = {0};
    int code = EXIT_FINE;
    for (size_t i = 0; i < clips->count && code == EXIT_FINE; i++) {
        uint32_t clip = clips->clips[i];
        code = make(user, distinct_path(in, pattern, clip, &taken), clip);
    }
    text_list_free(&taken, true);
    return code;
}

int convert_write_parts(const conversion *job, const char *path, const gait_span *parts,
                        uint32_t count) {
    return job->options->dry_run ? files_may_write(path, job->options->force)
                                 : files_write_parts(path, parts, count, job->options->force);
}

int convert_write(const conversion *job, const char *path, const gait_buffer *content) {
    gait_span part = {content->data, content->size};
    return convert_write_parts(job, path, &part, 1);
}
