/* Trees in the folder of an animation. */
#include "skeleton/skeleton_tree.h"

#include <stdlib.h>

#include "exit_code.h"
#include "gait/modelcfg.h"
#include "io/paths.h"
#include "terminal.h"

/* --- an .ogf beside a bank -------------------------------------------------------------------- */

/* The skeleton of a file nobody asked for: whatever is wrong with it is no business of ours. */
static gait_skeleton *peek_skeleton(source *file, const char *path) {
    gait_skeleton *skeleton = NULL;
    if (source_open(file, path) == EXIT_FINE) {
        memory_check(gait_file_own_skeleton(file->file, NULL, &skeleton));
    }
    return skeleton;
}

void tree_find_model(const source *animation, const text_list *names, bool verbose, tree *best) {
    if (path_is_stream(animation->path)) {
        return;
    }
    char *folder = path_folder(animation->path);
    inputs files = inputs_beside(folder, ".ogf");
    source *file = source_new();
    for (size_t i = 0; i < files.count; i++) {
        const char *path = files.items[i].path;
        gait_skeleton *skeleton = peek_skeleton(file, path);
        if (verbose) {
            tree_tell_candidate(path, skeleton, names);
        }
        if (tree_consider(best, skeleton, path, names) &&
            best->skeleton->bone_count == names->count) {
            break; /* no later one can be better */
        }
    }
    source_free(file);
    inputs_free(&files);
    free(folder);
}

/* --- a model.cfg beside an RTM ---------------------------------------------------------------- */

/* The name that CfgModels would have for the file. */
static char *base_name(const char *path) {
    char *bare = path_with_extension(path, "");
    char *name = text_copy(path_name(bare));
    free(bare);
    return name;
}

/* What an open model.cfg says about the animation; NULL when nothing. Takes no interest in what
 * else is wrong with the text. */
static gait_skeleton *pair_with_config(const source *config, const char *animation) {
    gait_modelcfg *text = NULL;
    gait_skeleton *skeleton = NULL;
    gait_span bytes = {config->bytes.data, config->bytes.size};
    char *name = base_name(animation);
    memory_check(gait_modelcfg_open(bytes, NULL, &text));
    int32_t index = text ? gait_modelcfg_pair(text, name) : -1;
    if (index >= 0) {
        memory_check(gait_modelcfg_tree(text, (uint32_t)index, NULL, &skeleton));
    }
    gait_modelcfg_free(text);
    free(name);
    return skeleton;
}

/* Plain RTM may have bones that the tree lacks, binarised must not. */
static bool config_fits(const source *animation, const gait_skeleton *skeleton,
                        const text_list *names) {
    gait_fit fit = tree_fit(skeleton, names);
    return animation->format == GAIT_FORMAT_RTM ? fit.matched > 0 : fit.missing == 0;
}

static void look_into_config(const source *animation, const char *path, const text_list *names,
                             bool verbose, tree *best) {
    source *config = source_new();
    gait_skeleton *skeleton = NULL;
    if (source_open(config, path) == EXIT_FINE && config->format == GAIT_FORMAT_MODELCFG) {
        skeleton = pair_with_config(config, animation->path);
    }
    if (verbose) {
        tree_tell_candidate(path, skeleton, names);
    }
    if (skeleton && config_fits(animation, skeleton, names)) {
        *best = (tree){skeleton, text_format("%s:%s", path, skeleton->name)};
    } else {
        gait_skeleton_free(skeleton);
    }
    source_free(config);
}

void tree_find_config(const source *animation, const text_list *names, bool verbose, tree *best) {
    if (path_is_stream(animation->path)) {
        return;
    }
    char *folder = path_folder(animation->path);
    inputs files = inputs_beside(folder, ".cfg");
    for (size_t i = 0; i < files.count && !best->skeleton; i++) {
        if (text_equal(path_name(files.items[i].path), "model.cfg")) {
            look_into_config(animation, files.items[i].path, names, verbose, best);
        }
    }
    inputs_free(&files);
    free(folder);
}
