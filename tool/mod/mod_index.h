/* The index of the mod that a file belongs to. */
#ifndef TOOL_MOD_INDEX_H
#define TOOL_MOD_INDEX_H

#include "io/files.h"
#include "base/base.h"
#include "gait/mod.h"

typedef struct mod_index {
    gait_mod *mod;
    char *root;        /* "" = the current folder, else with a separator at its end */
    char *below;       /* path of the root in the project, such as "" or "src/"; NULL = elsewhere */
    file_bytes *bytes; /* of each file that was needed */
    uint32_t count;
} mod_index;

/* The folder of the mod that contains a file: that of the project; else the nearest one above it
 * that marks one, or the highest one with configs; the folder of the file if there is none. A new
 * text like that of mod_index.root. */
char *mod_root_of(const char *file);
/* The folder of the mod that contains a folder, in the same way; the folder itself if only a `.git`
 * is above it, and no config. A new text. */
char *mod_root_of_folder(const char *folder);
/* True when a folder above a file, or that of the file, has configs. */
bool mod_has_config(const char *file);
/* What an index is made of. */
typedef struct mod_request {
    const char *root;        /* the folder of the mod */
    const text_list *games;  /* folders of the unpacked game; may be NULL */
    const text_list *addons; /* folders of other addons, the same */
    bool finds_copies;       /* also read all animations, to find equal ones */
} mod_request;

/* Makes the index of all files below a folder. Logs errors and returns an exit code. Free the index
 * in every case. */
int mod_index_load(const mod_request *request, mod_index *out);
void mod_index_free(mod_index *self);
/* True when the project does not exclude the file; see project_selects(). */
bool mod_index_selects(const mod_index *self, uint32_t file, bool has_included, bool has_excluded);
/* The file of the index with this path; -1 = none. */
int32_t mod_index_find(const mod_index *self, const char *path);
/* The path of a file of the index as a new text. */
char *mod_index_path(const mod_index *self, uint32_t file);
/* Where a use is: "config.cpp:12", with an offset for a binarised config; a new text. */
char *mod_index_place(const mod_index *self, const gait_mod_use *use);

#endif
