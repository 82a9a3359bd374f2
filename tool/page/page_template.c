/* Finds gait.html, and the marker in it. */
#include "page/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"

/* --- the places of the page ------------------------------------------------------------------- */

/* The paths at which the page is searched; empty when the path of the program is unknown. */
static text_list list_places(void) {
    text_list places = {0};
    char *program = NULL;
    if (platform_program(&program) != 0) {
        return places;
    }
    char *folder = path_folder(program);
    char *parent = path_parent(folder);
    text_list_add(&places, path_join(folder, "gait.html"));
    if (parent) {
        text_list_add(&places, path_join(parent, "share/gait/gait.html"));
    }
    free(parent);
    free(folder);
    free(program);
    return places;
}

/* Packages such as Debian's contain no page, because it is built from packages of npm. */
static int page_template_refuse_missing(const text_list *places) {
    log_error(NULL, "gait.html, the page that shows the files, was not found");
    for (size_t i = 0; i < places->count; i++) {
        log_hint("there is no %s", places->items[i]);
    }
    if (places->count == 0) {
        log_hint("the folder of the program is unknown");
    }
    log_hint("take gait.html from a package of Gait, or run make page in its sources");
    log_hint("then pass its path with --page FILE");
    return EXIT_FILES;
}

/* Finds the page that is installed with the program. Returns an exit code. */
static int find_page(char **out_path) {
    platform_info info;
    text_list places = list_places();
    *out_path = NULL;
    for (size_t i = 0; i < places.count && !*out_path; i++) {
        if (!platform_is_missing(platform_look(places.items[i], &info))) {
            *out_path = text_copy(places.items[i]);
        }
    }
    int code = *out_path ? EXIT_OK : page_template_refuse_missing(&places);
    text_list_free(&places, true);
    return code;
}

/* --- the marker ------------------------------------------------------------------------------- */

/* The first occurrence of a text, or NULL. */
static const uint8_t *find_text(gait_span bytes, const char *text) {
    size_t size = strlen(text);
    const uint8_t *at = bytes.data, *end = bytes.data + bytes.size;
    while (at && (size_t)(end - at) >= size) {
        if (memcmp(at, text, size) == 0) {
            return at;
        }
        at = memchr(at + 1, text[0], (size_t)(end - at) - 1);
    }
    return NULL;
}

static int refuse_page(const page_template *self, const char *problem, const char *advice) {
    log_error(self->path, "%s", problem);
    log_hint("%s", advice);
    return EXIT_DAMAGED;
}

static int split_at_marker(page_template *self) {
    static const char marker[] = "<!--gait:files-->";
    static const char block[] = "<script type=\"text/plain\" class=\"gait-file\"";
    gait_span all = {self->bytes.data, self->bytes.size};
    const uint8_t *found = find_text(all, marker);
    if (!found && find_text(all, block)) {
        return refuse_page(self, "already contains files",
                           "use the page without files, gait.html, and give all files at once");
    }
    if (!found) {
        return refuse_page(self,
                           "is not the page of Gait: the comment <!--gait:files--> is missing",
                           "--page takes a gait.html that contains no files");
    }
    size_t size = (size_t)(found - all.data);
    self->before = (gait_span){all.data, size};
    self->after = (gait_span){found + sizeof marker - 1, all.size - size - (sizeof marker - 1)};
    if (find_text(self->after, marker)) {
        return refuse_page(self, "contains the comment <!--gait:files--> more than once",
                           "the comment must mark one place, where the files are inserted");
    }
    return EXIT_OK;
}

int page_template_load(page_template *self, const char *given) {
    if (given) {
        self->path = text_copy(given);
    } else {
        TRY(find_page(&self->path));
    }
    TRY(files_read_or_fail(self->path, &self->bytes));
    return split_at_marker(self);
}

void page_template_free(page_template *self) {
    free(self->path);
    files_free(&self->bytes);
    *self = (page_template){0};
}
