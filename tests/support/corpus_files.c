#include "corpus_files.h"

#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fixtures.h"

/* nftw() passes no pointer of its caller. */
static struct {
    const char *extension;
    void (*visit)(const char *path, gait_span bytes);
} walk;

static bool is_selected(const char *path, const struct stat *about) {
    const char *dot = strrchr(path, '.');
    return walk.extension ? dot && strcmp(dot, walk.extension) == 0 : about->st_size > 0;
}

static int visit_entry(const char *path, const struct stat *about, int kind, struct FTW *place) {
    (void)place;
    if (kind == FTW_F && is_selected(path, about)) {
        gait_span bytes = test_file_bytes(path);
        walk.visit(path, bytes);
        free((void *)(uintptr_t)bytes.data);
    }
    return 0;
}

const char *corpus_folder(void) {
    struct stat about;
    const char *folder = getenv("GAIT_CORPUS");
    if (!folder || stat(folder, &about) != 0) {
        puts("skip: no corpus at GAIT_CORPUS");
        return NULL;
    }
    return folder;
}

bool corpus_each_below(const char *folder, const char *extension,
                       void (*visit)(const char *path, gait_span bytes)) {
    enum { MAX_OPEN_FOLDERS = 16 };
    walk.extension = extension;
    walk.visit = visit;
    return nftw(folder, visit_entry, MAX_OPEN_FOLDERS, FTW_PHYS) == 0;
}

bool corpus_each(const char *extension, void (*visit)(const char *path, gait_span bytes)) {
    const char *folder = corpus_folder();
    return folder && corpus_each_below(folder, extension, visit);
}
