#include "corpus_clips.h"

#include "gait/search.h"

static void (*visit_clip)(const char *path, const gait_file *file, const gait_clip *clip);

static void visit_file(const char *path, gait_span bytes) {
    gait_file *file;
    gait_search_result *found = NULL;
    if (gait_file_open(bytes, path, NULL, &file) != GAIT_OK) {
        return;
    }
    uint32_t clips = gait_file_clip_count(file);
    const gait_skeleton *skeleton = NULL;
    if (clips > 0 && gait_skeleton_search(file, NULL, 0, NULL, &found) == GAIT_OK) {
        skeleton = gait_search_result_skeleton(found);
    }
    for (uint32_t c = 0; skeleton && c < clips; c++) {
        gait_clip *clip;
        if (gait_file_clip(file, c, skeleton, NULL, &clip) == GAIT_OK) {
            visit_clip(path, file, clip);
            gait_clip_free(clip);
        }
    }
    gait_search_result_free(found);
    gait_file_free(file);
}

bool corpus_each_clip(const char *extension, void (*visit)(const char *path, const gait_file *file,
                                                           const gait_clip *clip)) {
    visit_clip = visit;
    return corpus_each(extension, visit_file);
}
