/* What was edited, into documents. */
#include "roundtrip/roundtrip_job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "convert/convert_messages.h"
#include "gait/bmtr.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/ops.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "terminal.h"

/* --- banks and SDK motions -------------------------------------------------------------------- */

/* Either of the two that hold motions. */
typedef struct motions {
    gait_omf *omf;
    gait_skl *skl;
} motions;

static gait_status take_changes(const way_back *way, motions to) {
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gait_back_clip_count(way->back) && status == GAIT_OK; i++) {
        const gait_back_change *change = gait_back_change_of(way->back, i);
        uint32_t clip = (uint32_t)gait_back_clip_at(way->back, i).clip;
        if (change) {
            status = to.omf ? gait_omf_take_change(to.omf, clip, change)
                            : gait_skl_take_change(to.skl, clip, change);
        }
    }
    return status;
}

static gait_status take_extras(const way_back *way, motions into) {
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gait_back_clip_count(way->back) && status == GAIT_OK; i++) {
        back_said said = back_said_of(way, i);
        uint32_t motion = (uint32_t)gait_back_clip_at(way->back, i).clip;
        if (said.clip) {
            status = into.omf ? gait_omf_take_extras(into.omf, motion, said.clip, said.changes)
                              : gait_skl_take_extras(into.skl, motion, said.clip, said.changes);
        }
    }
    return status;
}

/* From the last one on: the others keep their places. */
static gait_status drop_missing(const way_back *way, motions from) {
    gait_status status = GAIT_OK;
    for (uint32_t i = gait_back_clip_count(way->back); i > 0 && status == GAIT_OK; i--) {
        uint32_t clip = (uint32_t)gait_back_clip_at(way->back, i - 1).clip;
        if (way->outcomes[i - 1] == BACK_DROPPED) {
            status = from.omf ? gait_omf_remove_motion(from.omf, clip)
                              : gait_skl_remove_motion(from.skl, clip);
        }
    }
    return status;
}

/* SDK motions know their versions one by one; new ones are of 6, or of 7 where the first is. */
static gait_status add_clip(const way_back *way, motions to, const gait_clip *clip,
                            uint32_t *losses) {
    /* Half, as of clips that changed: the rest is for what programs add the next time. */
    gait_omf_precision precision = tolerance_precision(&way->job->tolerance, 0.5);
    if (to.omf) {
        return gait_omf_add_clip(to.omf, clip, &precision, UINT32_MAX, losses);
    }
    uint16_t version = gait_skl_version(to.skl) == 7 ? 7 : 6;
    return gait_skl_add_clip(to.skl, clip, version, UINT32_MAX, losses);
}

static bool channel_moves(const gait_channel *channel, bool is_rotation) {
    const double noise = 1e-4;
    double first[9], key[9];
    bool moves = false;
    for (uint32_t k = 0; k < channel->count && !moves; k++) {
        gait_channel_get(channel, is_rotation, k, k == 0 ? first : key);
        for (int i = 0; k > 0 && i < (is_rotation ? 4 : 3); i++) {
            moves = moves || fabs(key[i] - first[i]) > noise;
        }
    }
    return moves;
}

/* Every bone of the skeleton has keys: that a bank does not list one that stands still is no loss.
 */
static bool loses_bones(const gait_omf *omf, const gait_clip *clip) {
    uint32_t count = clip->skeleton->bone_count;
    bool *is_listed = memory_resize(NULL, (size_t)count + 1, sizeof *is_listed), loses = false;
    memset(is_listed, 0, count * sizeof *is_listed);
    for (uint32_t t = 0; t < gait_omf_bone_count(omf); t++) {
        char *name = text_of_name(gait_omf_bone_name(omf, t));
        int32_t bone = gait_skeleton_find(clip->skeleton, name);
        is_listed[bone < 0 ? (int32_t)count : bone] = true;
        free(name);
    }
    for (uint32_t b = 0; b < count && !loses; b++) {
        const gait_track *track = &clip->tracks[b];
        loses = !is_listed[b] && (channel_moves(&track->rotation, true) ||
                                  channel_moves(&track->translation, false));
    }
    free(is_listed);
    return loses;
}

static void tell_lost(const way_back *way, const char *name, uint32_t losses) {
    if (losses) {
        tell_warning(source_label(way->base), "%s: %s has no place for all of it", name,
                     gait_format_about(way->base->format)->name);
        convert_tell_losses(losses, true);
    }
}

/* What is not said is no number. */
static bool is_said(double value) {
    return value <= 0 || value >= 0;
}

/* Events that were moved or added stand in seconds of the edited file, whose keys were put back to
 * the base's pace; the others as they were exported. */
static gait_status apply_said(const way_back *way, const gait_extras_clip *said, gait_clip *clip) {
    gait_extras_clip paced = *said;
    double rate = gait_back_summarize(way->back).rate;
    gait_extras_event *events = memory_resize(NULL, (size_t)said->event_count + 1, sizeof *events);
    for (uint32_t e = 0; e < said->event_count; e++) {
        events[e] = said->events[e];
        events[e].start_s /= is_said(events[e].start) ? 1 : rate;
        events[e].end_s /= is_said(events[e].end) ? 1 : rate;
    }
    paced.events = events;
    gait_status status = gait_extras_apply(gait_file_extras(way->job->in->file), &paced, clip);
    free(events);
    return status;
}

static gait_status add_one(const way_back *way, uint32_t index, motions to) {
    gait_clip *added = NULL;
    gait_clip *turned = NULL;
    uint32_t losses = 0;
    uint32_t animation = (uint32_t)gait_back_clip_at(way->back, index).animation;
    const gait_file *file = way->job->in->file;
    const gait_extras_clip *said = gait_file_extras_clip(file, animation);
    gait_status status = gait_back_added(way->back, index, NULL, &added);
    if (status == GAIT_OK && said) {
        status = apply_said(way, said, added);
    }
    if (status == GAIT_OK) {
        status = gait_clip_convert(added, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, NULL, &turned);
    }
    if (status == GAIT_OK) {
        status = add_clip(way, to, turned, &losses);
    }
    if (status == GAIT_OK && losses & GAIT_LOSES_BONES && !loses_bones(to.omf, turned)) {
        losses &= ~(uint32_t)GAIT_LOSES_BONES;
    }
    if (status == GAIT_OK) {
        tell_lost(way, turned->name, losses);
    }
    gait_clip_free(turned);
    gait_clip_free(added);
    return status;
}

static gait_status add_new(const way_back *way, motions to) {
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; i < gait_back_clip_count(way->back) && status == GAIT_OK; i++) {
        if (way->outcomes[i] == BACK_ADDED) {
            status = add_one(way, i, to);
        }
    }
    return status;
}

static gait_status edit_motions(const way_back *way, motions all) {
    gait_status status = take_changes(way, all);
    status = status == GAIT_OK ? take_extras(way, all) : status;
    status = status == GAIT_OK ? drop_missing(way, all) : status;
    return status == GAIT_OK ? add_new(way, all) : status;
}

static gait_status write_bank(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_omf *omf = NULL;
    gait_status status = gait_omf_open(bytes, NULL, &omf);
    status = status == GAIT_OK ? edit_motions(way, (motions){.omf = omf}) : status;
    status = status == GAIT_OK ? gait_omf_write(omf, out) : status;
    gait_omf_free(omf);
    return status;
}

static gait_status write_motions(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_skl *skl = NULL;
    gait_status status = gait_skl_open(bytes, NULL, &skl);
    status = status == GAIT_OK ? edit_motions(way, (motions){.skl = skl}) : status;
    status = status == GAIT_OK ? gait_skl_write(skl, out) : status;
    gait_skl_free(skl);
    return status;
}

static gait_status write_model(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_ogf *ogf = NULL;
    gait_omf *omf = NULL;
    gait_status status = gait_ogf_open(bytes, NULL, &ogf);
    status = status == GAIT_OK ? gait_ogf_take_bank(ogf, NULL, &omf) : status;
    status = status == GAIT_OK ? edit_motions(way, (motions){.omf = omf}) : status;
    status = status == GAIT_OK ? gait_ogf_put_bank(ogf, omf, NULL) : status;
    status = status == GAIT_OK ? gait_ogf_write(ogf, out) : status;
    gait_omf_free(omf);
    gait_ogf_free(ogf);
    return status;
}

/* --- RTM -------------------------------------------------------------------------------------- */

static gait_status write_rtm(const way_back *way, gait_span bytes, gait_buffer *out) {
    gait_rtm *rtm = NULL;
    const gait_back_change *change = gait_back_change_of(way->back, 0);
    back_said said = back_said_of(way, 0);
    gait_status status = gait_rtm_open(bytes, NULL, &rtm);
    status = status == GAIT_OK && change ? gait_rtm_take_change(rtm, change) : status;
    if (status == GAIT_OK && said.clip) {
        gait_options options = source_options(way->base);
        status = gait_rtm_take_extras(rtm, said.clip, said.changes, &options);
    }
    status = status == GAIT_OK ? gait_rtm_write(rtm, out) : status;
    gait_rtm_free(rtm);
    return status;
}

/* The binarised clip as a plain one, with the changes in it. */
static gait_status make_plain(const way_back *way, const gait_back_change *change, gait_rtm **out) {
    gait_clip *clip = NULL;
    gait_status status = gait_file_clip(way->base->file, 0, way->skeleton, NULL, &clip);
    status = status == GAIT_OK ? gait_rtm_lower(clip, NULL, out) : status;
    gait_clip_free(clip);
    return status == GAIT_OK ? gait_rtm_take_change(*out, change) : status;
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
    const gait_back_change *change = gait_back_change_of(way->back, 0);
    back_said said = back_said_of(way, 0);
    gait_status status = gait_bmtr_open(bytes, NULL, &base);
    if (status == GAIT_OK && change) { /* a plain one has no room for every name and text */
        status = make_plain(way, change, &plain);
        status = status == GAIT_OK ? lay_over(way, plain, base) : status;
    }
    if (status == GAIT_OK && said.clip) {
        gait_options options = source_options(way->base);
        status = gait_bmtr_take_extras(base, said.clip, said.changes, &options);
    }
    status = status == GAIT_OK ? gait_bmtr_write(base, out) : status;
    gait_rtm_free(plain);
    gait_bmtr_free(base);
    return status;
}

gait_status back_apply(const way_back *way, gait_format target, gait_buffer *out) {
    gait_span bytes = {way->base->bytes.data, way->base->bytes.size};
    switch (target) {
    case GAIT_FORMAT_OMF:
        return write_bank(way, bytes, out);
    case GAIT_FORMAT_OGF:
        return write_model(way, bytes, out);
    case GAIT_FORMAT_SKL:
    case GAIT_FORMAT_SKLS:
        return write_motions(way, bytes, out);
    case GAIT_FORMAT_BMTR:
        return write_bmtr(way, bytes, out);
    default:
        return write_rtm(way, bytes, out);
    }
}
