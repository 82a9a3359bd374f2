/* What was edited, into documents. */
#include "back.h"

#include "gait/bmtr.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/ops.h"
#include "gait/rtm.h"

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
        /* Half, as of clips that changed: the rest is for what programs add the next time. */
        gait_omf_precision precision = tolerance_precision(&way->job->tolerance, 0.5);
        status = gait_omf_add_clip(omf, turned, &precision, UINT32_MAX, NULL);
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

gait_status back_apply(const way_back *way, gait_format target, gait_buffer *out) {
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
