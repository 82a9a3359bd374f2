/* An edited glTF back into the file that it came from. */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "gait/back.h"
#include "gait/bmtr.h"
#include "gait/gltf.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/ops.h"
#include "gait/rtm.h"
#include "skeletons.h"
#include "terminal.h"

/* One way back. */
typedef struct way_back {
    const conversion *job;
    source *base;
    gait_skeleton *skeleton; /* of the base */
    gait_gltf_file *gltf;
    gait_gltf_rig *rig;
    gait_back_edit *edit;
    gait_back_base *clips;
    gait_back *back;
    unsigned changed, unchanged, absent, refused, added, not_added;
} way_back;

/* --- what was edited -------------------------------------------------------------------------- */

static unsigned count_names(const way_back *way, const gait_skeleton *joints) {
    unsigned found = 0;
    for (uint32_t b = 0; b < joints->bone_count; b++) {
        found += gait_skeleton_find(way->skeleton, joints->bones[b].name) >= 0;
    }
    return found;
}

/* Takes the rig when it has more bones of the base than the one before. */
static void consider_rig(way_back *way, int32_t skin, unsigned *best) {
    gait_gltf_rig *rig = NULL;
    gait_skeleton *joints = NULL;
    memory_check(gait_gltf_rig_new(way->gltf, skin, NULL, &rig));
    if (rig) {
        memory_check(gait_gltf_skeleton(way->gltf, rig, "edited", NULL, &joints));
    }
    unsigned found = joints ? count_names(way, joints) + 1 : 0;
    gait_skeleton_free(joints);
    if (found > *best) {
        gait_gltf_rig_free(way->rig);
        way->rig = rig;
        *best = found;
    } else {
        gait_gltf_rig_free(rig);
    }
}

static int open_gltf(way_back *way) {
    source *in = way->job->in;
    gait_span bytes = {in->bytes.data, in->bytes.size};
    gait_status status = gait_gltf_open(bytes, NULL, &way->gltf);
    for (uint32_t i = 0; i < in->beside_count && status == GAIT_OK; i++) {
        gait_span beside = {in->beside[i].data, in->beside[i].size};
        status = gait_gltf_give(way->gltf, i, beside, NULL);
    }
    return convert_tell_status(in, "cannot be read", status);
}

static int open_edit(way_back *way) {
    unsigned best = 0;
    int code = open_gltf(way);
    if (code != EXIT_FINE) {
        return code;
    }
    int32_t skins = (int32_t)gait_gltf_skin_count(way->gltf);
    for (int32_t skin = 0; skin < skins; skin++) {
        consider_rig(way, skin, &best);
    }
    if (best <= 1) {
        consider_rig(way, GAIT_GLTF_PLAIN_TREE, &best);
    }
    if (!way->rig) {
        tell_error(source_label(way->job->in), "holds no bones");
        return EXIT_UNSUPPORTED;
    }
    return convert_tell_status(way->job->in, "cannot be read",
                               gait_gltf_edit_new(way->gltf, way->rig, NULL, &way->edit));
}

/* --- the base --------------------------------------------------------------------------------- */

static int open_base(way_back *way, gait_format target) {
    const convert_options *options = way->job->options;
    way->base = source_new();
    int code = source_need(way->base, options->base);
    if (code == EXIT_FINE && way->base->format != target) {
        tell_error(options->base, "is %s, and OUT is to be %s",
                   gait_format_about(way->base->format)->name, gait_format_about(target)->name);
        tell_advice("the base is the game's file that the edited one came from");
        code = EXIT_USAGE;
    }
    if (code == EXIT_FINE) {
        code = skeleton_resolve(way->base, &options->skeletons, SKELETON_FOR_POSES,
                                options->common.verbose, &way->skeleton);
    }
    if (code == EXIT_FINE) {
        gait_options reading = source_options(way->base);
        gait_status status =
            gait_back_base_new(way->base->file, way->skeleton, &reading, &way->clips);
        code = status == GAIT_UNSUPPORTED
                   ? skeleton_refuse(way->base, GAIT_NEED_PARENTS)
                   : convert_tell_status(way->base, "its clips cannot be read", status);
    }
    return code;
}

/* --- the report ------------------------------------------------------------------------------- */

typedef struct note_text {
    uint32_t note;
    const char *text;
} note_text;

static void tell_notes(const char *clip, uint32_t notes, const note_text *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (notes & texts[i].note) {
            tell_note("%s%s%s", clip, clip[0] ? ": " : "", texts[i].text);
        }
    }
}

static void tell_clip_notes(const char *clip, uint32_t notes) {
    static const note_text texts[] = {
        {GAIT_BACK_SHIFTED, "its keys began at another time; undone"},
        {GAIT_BACK_SAMPLED, "sampled at another rate: the difference was carried over"},
        {GAIT_BACK_THINNED, "a tool took keys away: only its own were compared"},
        {GAIT_BACK_SCALED, "scale was ignored"},
        {GAIT_BACK_LENGTH, "it has another length now"},
        {GAIT_BACK_BETWEEN_KEYS, "moved between keys of the base: that is lost"},
        {GAIT_BACK_NO_PLACE, "a bone moved that the base does not hold: that is lost"},
        {GAIT_BACK_CUT_START,
         "its first keys are missing: export without \"Limit to Playback Range\""},
        {GAIT_BACK_AMBIGUOUS, "several animations answer to its name"},
    };
    tell_notes(clip, notes, texts, sizeof texts / sizeof texts[0]);
}

static void tell_file_notes(const source *edited, const gait_back_summary *summary) {
    static const note_text texts[] = {
        {GAIT_BACK_TURNED, "turned as a whole: undone"},
        {GAIT_BACK_UNITS, "scaled as a whole: undone"},
        {GAIT_BACK_RATE, "all clips had another rate: undone"},
        {GAIT_BACK_OTHER_TREE, "bones hang elsewhere: taken by their place in the model"},
        {GAIT_BACK_ONE_ACTION, "only the active action was exported: choose \"Group by NLA Track\""
                               " or mode Actions"},
    };
    tell_notes("", summary->notes, texts, sizeof texts / sizeof texts[0]);
    if (summary->missing_bones > 0) {
        tell_warning(source_label(edited), "%u bones are not in it: they stay as in the base",
                     (unsigned)summary->missing_bones);
    }
}

static const char *clip_name(const way_back *way, const gait_back_clip *clip) {
    return clip->clip >= 0 ? way->clips->clips[clip->clip]->name
                           : way->edit->animations[clip->animation].name;
}

static const char *bone_name(const way_back *way, const gait_back_worst *worst) {
    return worst->bone >= 0 ? way->skeleton->bones[worst->bone].name : "-";
}

static void tell_change(const way_back *way, const gait_back_clip *clip) {
    tell_note("%s: changed, %u channels, %u keys, by %.3f degrees (%s, frame %u), %.3f mm (%s, "
              "frame %u)",
              clip_name(way, clip), (unsigned)clip->channel_count, (unsigned)clip->key_count,
              clip->rotation.amount, bone_name(way, &clip->rotation),
              (unsigned)clip->rotation.frame, clip->translation.amount,
              bone_name(way, &clip->translation), (unsigned)clip->translation.frame);
}

static void tell_fate(way_back *way, const gait_back_clip *clip) {
    const char *name = clip_name(way, clip);
    switch (clip->fate) {
    case GAIT_BACK_CHANGED:
        way->changed++;
        tell_change(way, clip);
        break;
    case GAIT_BACK_UNCHANGED:
        way->unchanged++;
        break;
    case GAIT_BACK_ABSENT:
        way->absent++;
        tell_warning(source_label(way->job->in), "%s is not in it: it stays as in the base", name);
        break;
    case GAIT_BACK_REFUSED:
        way->refused++;
        tell_error(source_label(way->job->in), "%s: is not taken over", name);
        break;
    case GAIT_BACK_NEW:
        if (way->job->options->add_new) {
            way->added++;
            tell_note("%s: new", name);
        } else {
            way->not_added++;
            tell_warning(source_label(way->job->in), "%s is new: --add-new takes it over", name);
        }
        break;
    }
    tell_clip_notes(name, clip->notes);
}

static int tell_report(way_back *way) {
    gait_back_summary summary = gait_back_summarize(way->back);
    if (summary.notes & GAIT_BACK_NO_BONES) {
        tell_error(source_label(way->job->in), "no joint has the name of a bone of %s",
                   source_label(way->base));
        return EXIT_UNSUPPORTED;
    }
    tell_file_notes(way->job->in, &summary);
    for (uint32_t i = 0; i < gait_back_clip_count(way->back); i++) {
        gait_back_clip clip = gait_back_clip_at(way->back, i);
        tell_fate(way, &clip);
    }
    if (way->refused > 0) {
        tell_advice("mend the export, or leave these clips out of the edited file");
        return EXIT_UNSUPPORTED;
    }
    return EXIT_FINE;
}

/* --- into documents --------------------------------------------------------------------------- */

static gait_status take_changes(const way_back *way, gait_omf *omf) {
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gait_back_clip_count(way->back) && status == GAIT_OK; i++) {
        const gait_back_change *change = gait_back_change_of(way->back, i);
        if (change) {
            status =
                gait_omf_take_change(omf, (uint32_t)gait_back_clip_at(way->back, i).clip, change);
        }
    }
    return status;
}

static gait_status add_one(const way_back *way, uint32_t index, gait_omf *omf) {
    gait_clip *added = NULL;
    gait_clip *turned = NULL;
    gait_status status = gait_back_added(way->back, index, NULL, &added);
    if (status == GAIT_OK) {
        status = gait_clip_convert(added, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, NULL, &turned);
    }
    if (status == GAIT_OK) {
        status = gait_omf_add_clip(omf, turned, NULL, UINT32_MAX, NULL);
    }
    gait_clip_free(turned);
    gait_clip_free(added);
    return status;
}

static gait_status add_new(const way_back *way, gait_omf *omf) {
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gait_back_clip_count(way->back) && status == GAIT_OK; i++) {
        if (way->job->options->add_new && gait_back_clip_at(way->back, i).fate == GAIT_BACK_NEW) {
            status = add_one(way, i, omf);
        }
    }
    return status;
}

static gait_status edit_bank(const way_back *way, gait_omf *omf) {
    gait_status status = take_changes(way, omf);
    return status == GAIT_OK ? add_new(way, omf) : status;
}

static gait_status write_bank(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_omf *omf = NULL;
    gait_status status = gait_omf_open(bytes, NULL, &omf);
    status = status == GAIT_OK ? edit_bank(way, omf) : status;
    status = status == GAIT_OK ? gait_omf_write(omf, out) : status;
    gait_omf_free(omf);
    return status;
}

static gait_status write_model(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_ogf *ogf = NULL;
    gait_omf *omf = NULL;
    gait_status status = gait_ogf_open(bytes, NULL, &ogf);
    status = status == GAIT_OK ? gait_ogf_take_bank(ogf, NULL, &omf) : status;
    status = status == GAIT_OK ? edit_bank(way, omf) : status;
    status = status == GAIT_OK ? gait_ogf_put_bank(ogf, omf, NULL) : status;
    status = status == GAIT_OK ? gait_ogf_write(ogf, out) : status;
    gait_omf_free(omf);
    gait_ogf_free(ogf);
    return status;
}

static gait_status write_rtm(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_rtm *rtm = NULL;
    const gait_back_change *change = gait_back_change_of(way->back, 0);
    gait_status status = gait_rtm_open(bytes, NULL, &rtm);
    status = status == GAIT_OK && change ? gait_rtm_take_change(rtm, change) : status;
    status = status == GAIT_OK ? gait_rtm_write(rtm, out) : status;
    gait_rtm_free(rtm);
    return status;
}

/* The binarised clip as a plain one, with the changes in it. */
static gait_status make_plain(const way_back *way, gait_rtm **out) {
    gait_clip *clip = NULL;
    const gait_back_change *change = gait_back_change_of(way->back, 0);
    gait_status status = gait_file_clip(way->base->file, 0, way->skeleton, NULL, &clip);
    status = status == GAIT_OK ? gait_rtm_lower(clip, NULL, out) : status;
    gait_clip_free(clip);
    return status == GAIT_OK && change ? gait_rtm_take_change(*out, change) : status;
}

static gait_status lay_over(const way_back *way, const gait_rtm *plain, gait_bmtr *base) {
    gait_clip *clip = NULL;
    gait_bmtr *edited = NULL;
    gait_status status =
        gait_rtm_clip(plain, way->clips->clips[0]->name, way->skeleton, NULL, &clip);
    if (status == GAIT_OK) {
        status =
            gait_bmtr_lower(clip, gait_bmtr_version(base), GAIT_BMTR_DROP_EVENTS, NULL, &edited);
    }
    status = status == GAIT_OK ? gait_bmtr_rebase(base, edited, NULL, NULL) : status;
    gait_bmtr_free(edited);
    gait_clip_free(clip);
    return status;
}

static gait_status write_bmtr(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_rtm *plain = NULL;
    gait_bmtr *base = NULL;
    gait_status status = gait_bmtr_open(bytes, NULL, &base);
    status = status == GAIT_OK ? make_plain(way, &plain) : status;
    status = status == GAIT_OK ? lay_over(way, plain, base) : status;
    status = status == GAIT_OK ? gait_bmtr_write(base, out) : status;
    gait_rtm_free(plain);
    gait_bmtr_free(base);
    return status;
}

static gait_status apply(const way_back *way, gait_format target, gait_buffer *out) {
    gait_span bytes = {way->base->bytes.data, way->base->bytes.size};
    switch (target) {
    case GAIT_FORMAT_OMF:
        return write_bank(way, bytes, out);
    case GAIT_FORMAT_OGF:
        return write_model(way, bytes, out);
    case GAIT_FORMAT_BMTR:
        return write_bmtr(way, bytes, out);
    default:
        return write_rtm(way, bytes, out);
    }
}

static int write_result(way_back *way, gait_format target) {
    gait_buffer content = {0};
    const conversion *job = way->job;
    int code = convert_tell_status(way->base, "cannot take the changes over",
                                   apply(way, target, &content));
    if (code == EXIT_FINE) {
        code = convert_write(job, job->out, &content);
    }
    if (code == EXIT_FINE) {
        tell_note("%s %s: %u clips changed, %u as they were, %u added, %u kept that were not "
                  "there, %zu bytes",
                  job->options->dry_run ? "would write" : "wrote", job->out, way->changed,
                  way->unchanged, way->added, way->absent, content.size);
    }
    gait_buffer_free(&content);
    return code;
}

/* --- all together ----------------------------------------------------------------------------- */

static int compare(way_back *way) {
    gait_back_options options = {.tolerance_deg = 0};
    gait_status status = gait_back_new(way->clips, way->edit, &options, &way->back);
    return convert_tell_status(way->job->in, "cannot be compared with the base", status);
}

static void way_free(way_back *way) {
    gait_back_free(way->back);
    gait_back_base_free(way->clips);
    gait_gltf_edit_free(way->edit);
    gait_gltf_rig_free(way->rig);
    gait_gltf_close(way->gltf);
    gait_skeleton_free(way->skeleton);
    source_free(way->base);
}

bool convert_goes_back(const conversion *job, gait_format target) {
    return job->in->format == GAIT_FORMAT_GLTF && job->options->base &&
           (target == GAIT_FORMAT_OMF || target == GAIT_FORMAT_OGF || target == GAIT_FORMAT_RTM ||
            target == GAIT_FORMAT_BMTR);
}

int convert_back(const conversion *job, gait_format target) {
    way_back way = {.job = job};
    int code = files_may_write(job->out, job->options->force);
    if (code == EXIT_FINE) {
        code = open_base(&way, target);
    }
    if (code == EXIT_FINE) {
        code = open_edit(&way);
    }
    if (code == EXIT_FINE) {
        code = compare(&way);
    }
    if (code == EXIT_FINE) {
        code = tell_report(&way);
    }
    if (code == EXIT_FINE) {
        code = write_result(&way, target);
    }
    way_free(&way);
    return code;
}
