#include "convert/retarget.h"

#include <stdlib.h>

#include "convert/convert_messages.h"
#include "exit_code.h"
#include "gait/metadata.h"
#include "gait/ops.h"
#include "roundtrip/roundtrip_edited.h"
#include "roundtrip/roundtrip_notes.h"
#include "skeleton/skeleton_given.h"
#include "terminal.h"

struct fitting {
    source *in;
    gait_format target;
    gait_skeleton *tree;     /* what was given */
    gait_skeleton *skeleton; /* of the clips */
    edited_file edited;
    gait_back_base base; /* without clips: all are new */
    gait_back *back;
};

static gait_back_bones bones_of(gait_format target) {
    return target == GAIT_FORMAT_RTM    ? GAIT_BACK_MOVED_BONES
           : target == GAIT_FORMAT_BMTR ? GAIT_BACK_RECORDS
                                        : GAIT_BACK_EVERY_BONE;
}

/* --- what fits -------------------------------------------------------------------------------- */

static bool has_joint(const fitting *self, const char *name) {
    int32_t bone = self->back ? gait_skeleton_find(self->skeleton, name) : -1;
    return bone >= 0 && gait_back_joint_of(self->back, (uint32_t)bone) >= 0;
}

static text_list joint_names(const fitting *self) {
    text_list names = {0};
    for (uint32_t j = 0; j < self->edited.edit->joint_count; j++) {
        text_list_add(&names, self->edited.edit->joints[j].name);
    }
    return names;
}

/* Bones of the tree without a joint, each with the joint that may have been meant. */
static void tell_missing(const fitting *self) {
    enum { MOST_SHOWN = 8 };
    text_list names = joint_names(self);
    unsigned missing = 0;
    for (uint32_t b = 0; b < self->tree->bone_count; b++) {
        const char *name = self->tree->bones[b].name;
        if (has_joint(self, name) || missing++ >= MOST_SHOWN) {
            continue;
        }
        const char *nearest = text_nearest(name, names.items, names.count);
        tell_advice("no joint: %s%s%s", name, nearest ? ", nearest: " : "", nearest ? nearest : "");
    }
    if (missing > MOST_SHOWN) {
        tell_advice("and %u more", missing - MOST_SHOWN);
    }
    text_list_free(&names, false);
}

static void tell_unknown_rest(const fitting *self) {
    unsigned unknown = 0;
    for (uint32_t b = 0; b < self->tree->bone_count; b++) {
        unknown += self->tree->bones[b].rest_origin == GAIT_ORIGIN_UNKNOWN;
    }
    if (unknown > 0) {
        tell_note("%u bones of the skeleton have no rest pose of their own: the joints' is taken",
                  unknown);
    }
}

static int refuse_names(const fitting *self, const char *from) {
    tell_error(source_label(self->in), "no joint has the name of a bone of %s", from);
    tell_missing(self);
    return EXIT_UNSUPPORTED;
}

static void tell_fit(const fitting *self, const char *from) {
    gait_back_summary summary = gait_back_summarize(self->back);
    unsigned all = self->tree->bone_count, matched = summary.matched_bones;
    const char *label = source_label(self->in);
    tell_note("skeleton: %s, %u of its %u bones are joints", from, matched, all);
    tell_unknown_rest(self);
    if (matched < all) {
        tell_warning(label, "%u bones of the skeleton are not in it: they %s", all - matched,
                     bones_of(self->target) == GAIT_BACK_EVERY_BONE ? "rest" : "are left out");
        tell_missing(self);
    }
    if (summary.unused_joints > 0) {
        tell_warning(label, "%u joints are not in the skeleton: they are left out",
                     (unsigned)summary.unused_joints);
    }
    back_tell_file_notes(&summary);
}

/* --- making ----------------------------------------------------------------------------------- */

bool fitting_knows_skeleton(const source *in, gait_format target) {
    const gait_extras *extras = gait_file_extras(in->file);
    bool is_bank =
        target == GAIT_FORMAT_OMF || target == GAIT_FORMAT_SKL || target == GAIT_FORMAT_SKLS;
    gait_skeleton *said = NULL;
    if (extras && is_bank) {
        memory_check(gait_extras_skeleton(extras, "", NULL, &said));
    }
    gait_skeleton_free(said);
    return said != NULL;
}

static void take_said_tree(fitting *self, char **out_from) {
    const gait_extras *extras = gait_file_extras(self->in->file);
    memory_check(gait_extras_skeleton(extras, "extras", NULL, &self->tree));
    *out_from = text_copy("that of its extras");
}

static int load_tree(fitting *self, const text_list *given, char **out_from) {
    tree_given found;
    int code = tree_load(given, &found);
    if (code == EXIT_FINE && (!found.bones.skeleton || found.pivots.skeleton)) {
        tell_error(source_label(self->in), "needs a skeleton of bones, and no pivots");
        tell_advice("give one --skeleton: an .ogf, a glTF, a model.cfg or a built-in name");
        code = EXIT_USAGE;
    }
    if (code == EXIT_FINE) {
        self->tree = found.bones.skeleton;
        *out_from = text_copy(found.bones.from);
        found.bones.skeleton = NULL;
    }
    tree_given_free(&found);
    return code;
}

static int fit(fitting *self, const char *from) {
    int code = back_open_edit(self->in, self->tree, &self->edited);
    if (code != EXIT_FINE) {
        return code;
    }
    const gait_back_edit *edit = self->edited.edit;
    gait_status status =
        gait_back_skeleton(self->tree, edit, bones_of(self->target), NULL, &self->skeleton);
    if (status == GAIT_OK) {
        self->base.skeleton = self->skeleton;
        status = gait_back_new(&self->base, edit, NULL, &self->back);
    }
    bool fits = status == GAIT_OK && gait_back_summarize(self->back).matched_bones > 0;
    if (status == GAIT_NOT_FOUND || (status == GAIT_OK && !fits)) {
        return refuse_names(self, from);
    }
    return convert_tell_status(self->in, "cannot be put on the skeleton", status);
}

int fitting_open(source *in, const text_list *given, gait_format target, fitting **out) {
    char *from = NULL;
    fitting *self = memory_resize(NULL, 1, sizeof *self);
    *self = (fitting){.in = in, .target = target};
    int code = EXIT_FINE;
    if (given->count > 0) {
        code = load_tree(self, given, &from);
    } else {
        take_said_tree(self, &from);
    }
    if (code == EXIT_FINE) {
        code = fit(self, from);
    }
    if (code == EXIT_FINE) {
        tell_fit(self, from);
    }
    free(from);
    if (code != EXIT_FINE) {
        fitting_free(self);
        self = NULL;
    }
    *out = self;
    return code;
}

void fitting_free(fitting *self) {
    if (self) {
        gait_back_free(self->back);
        back_close_edit(&self->edited);
        gait_skeleton_free(self->skeleton);
        gait_skeleton_free(self->tree);
        free(self);
    }
}

gait_skeleton *fitting_skeleton(const fitting *self) {
    const gait_skeleton *from = self->skeleton;
    gait_skeleton *copy = NULL;
    memory_check(gait_skeleton_new(from->name, from->bones, from->bone_count, NULL, &copy));
    return copy;
}

/* All are new, in their order. */
static gait_status make_clip(fitting *self, uint32_t index, gait_clip **out_clip) {
    const gait_file *file = self->in->file;
    const gait_extras_clip *said = gait_file_extras_clip(file, index);
    gait_status status = gait_back_added(self->back, index, NULL, out_clip);
    return status == GAIT_OK && said ? gait_extras_apply(gait_file_extras(file), said, *out_clip)
                                     : status;
}

static int refuse_scale(const fitting *self, const char *name) {
    tell_error(source_label(self->in), "%s: a bone is scaled, which would be lost", name);
    tell_advice("--lossy goes on without it");
    return EXIT_UNSUPPORTED;
}

int fitting_clip(fitting *self, uint32_t index, bool is_lossy, gait_clip **out_clip) {
    const char *name = self->edited.edit->animations[index].name;
    gait_back_clip clip = gait_back_clip_at(self->back, index);
    if (clip.notes & GAIT_BACK_SCALED && !is_lossy) {
        return refuse_scale(self, name);
    }
    back_tell_clip_notes(name, &clip);
    return convert_tell_status(self->in, name, make_clip(self, index, out_clip));
}
