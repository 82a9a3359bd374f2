/* Opening SKL and SKLS, and access to their fields. */
#include <stddef.h>

#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

/* --- motions, in two passes: count, then store ------------------------------------------------ */

enum { SKL_NAME_SIZE = 16 }; /* for generated names, such as "bone_07" */

/* Destination of parsed motions. In the counting pass, the arrays and the report are NULL. */
typedef struct skl_sink {
    gait_skl_kind kind;
    gaiti_report *report;
    gaiti_arena *arena;
    gaiti_skl_motion *motions;
    gaiti_skl_bone *bones;
    gait_omf_mark *marks;
    uint32_t motion_count, bone_count, mark_count;
} skl_sink;

static gait_status skl_fail(const skl_sink *sink, gaiti_rule rule, gaiti_detail detail) {
    return sink->report ? gaiti_raise(sink->report, rule, detail) : GAIT_CORRUPT;
}

static gait_status skl_cut_motion(const skl_sink *sink, const gaiti_reader *in,
                                  const gait_skl_motion *motion) {
    return skl_fail(sink, GAITI_SKL_CUT_MOTION,
                    (gaiti_detail){.offset = gaiti_offset(in),
                                   .length = in->size - in->at,
                                   .found = sink->motion_count,
                                   .name = motion->name});
}

static gait_status skl_parse_envelope(const skl_sink *sink, gaiti_visitor *visitor, bool wide,
                                      uint32_t channel, const gait_skl_motion *motion,
                                      gait_skl_envelope *envelope) {
    uint64_t start = gaiti_offset(visitor->in);
    gaiti_skl_visit_envelope_head(visitor, wide, envelope);
    if (!gaiti_visit_is_ok(visitor)) {
        return skl_cut_motion(sink, visitor->in, motion);
    }
    if (!gaiti_skl_read_keys(visitor->in, wide, envelope->key_count, &envelope->keys)) {
        return skl_fail(sink, GAITI_SKL_CUT_KEYS,
                        (gaiti_detail){.offset = start,
                                       .length = visitor->in->base + visitor->in->size - start,
                                       .expected = envelope->key_count,
                                       .found = channel,
                                       .name = motion->name});
    }
    return GAIT_OK;
}

/* Generates a name such as "bone_07": version 4 identifies bones only by their order. */
static gait_span skl_numbered_name(gaiti_arena *arena, uint32_t number) {
    uint8_t *text = gaiti_alloc(arena, 1, SKL_NAME_SIZE), digits[10];
    uint32_t size = 5, count = 0;
    if (!text) {
        return (gait_span){0};
    }
    memcpy(text, "bone_", size);
    while (number > 0 || count < 2) {
        digits[count++] = (uint8_t)('0' + number % 10);
        number /= 10;
    }
    while (count > 0) {
        text[size++] = digits[--count];
    }
    return gaiti_span(text, size);
}

static gait_span skl_object_name(const gait_skl_motion *motion) {
    return motion->name.size > 0 ? motion->name : gaiti_span("object", 6);
}

void gaiti_skl_name_object(gaiti_skl_motion *motion) {
    motion->bones[0].values.name = skl_object_name(&motion->values);
}

static gait_status skl_parse_bone(skl_sink *sink, gaiti_visitor *visitor,
                                  const gait_skl_motion *motion, uint32_t number) {
    gaiti_skl_bone bone = {0};
    uint16_t version = motion->version;
    bool wide = gaiti_skl_is_wide(sink->kind, version);
    if (sink->kind != GAIT_SKL_OBJECT) {
        gaiti_skl_visit_bone(visitor, version, &bone.values);
    }
    for (uint32_t place = 0; place < GAIT_SKL_CHANNELS; place++) {
        uint32_t channel = gaiti_skl_channel(sink->kind, version, place);
        GAITI_TRY(
            skl_parse_envelope(sink, visitor, wide, channel, motion, &bone.envelopes[channel]));
    }
    if (sink->kind == GAIT_SKL_OBJECT) {
        bone.values.name = skl_object_name(motion);
    } else if (version < 5 && sink->arena) {
        bone.values.name = skl_numbered_name(sink->arena, number);
        if (!bone.values.name.data) {
            return sink->arena->status;
        }
    }
    if (sink->bones) {
        sink->bones[sink->bone_count] = bone;
    }
    sink->bone_count++;
    return GAIT_OK;
}

static gait_status skl_parse_marks(skl_sink *sink, gaiti_visitor *visitor,
                                   gait_skl_motion *motion) {
    gaiti_visit_u32(visitor, "markCount", &motion->mark_count);
    for (uint32_t m = 0; m < motion->mark_count && gaiti_visit_is_ok(visitor); m++) {
        gait_omf_mark mark = {0};
        gaiti_omf_visit_mark(visitor, &mark);
        if (gaiti_visit_is_ok(visitor)) {
            if (sink->marks) {
                sink->marks[sink->mark_count] = mark;
            }
            sink->mark_count++;
        }
    }
    return gaiti_visit_is_ok(visitor) ? GAIT_OK : skl_cut_motion(sink, visitor->in, motion);
}

static gait_status skl_parse_head(const skl_sink *sink, gaiti_visitor *visitor,
                                  gait_skl_motion *motion) {
    gaiti_skl_visit_head(visitor, sink->kind, motion);
    uint64_t version_at = gaiti_offset(visitor->in) - 2;
    if (!gaiti_visit_is_ok(visitor)) {
        return skl_cut_motion(sink, visitor->in, motion);
    }
    if (!gaiti_skl_version_is_known(sink->kind, motion->version)) {
        return skl_fail(
            sink, GAITI_SKL_BAD_VERSION,
            (gaiti_detail){
                .offset = version_at, .length = 2, .found = motion->version, .name = motion->name});
    }
    return GAIT_OK;
}

static gait_status skl_parse_motion(skl_sink *sink, gaiti_reader *in) {
    gaiti_visitor visitor = gaiti_visit_reading(in);
    gaiti_skl_motion motion = {0};
    if (sink->report) {
        sink->report->clip = (int32_t)sink->motion_count;
        motion.bones = sink->bones + sink->bone_count;
        motion.marks = sink->marks + sink->mark_count;
    }
    gait_status status = skl_parse_head(sink, &visitor, &motion.values);
    for (uint32_t b = 0; status == GAIT_OK && b < motion.values.bone_count; b++) {
        if (sink->report) {
            sink->report->bone = (int32_t)b;
        }
        status = skl_parse_bone(sink, &visitor, &motion.values, b);
    }
    if (sink->report) {
        sink->report->bone = -1;
    }
    if (status == GAIT_OK && gaiti_skl_has_marks(sink->kind, motion.values.version)) {
        status = skl_parse_marks(sink, &visitor, &motion.values);
    }
    if (status == GAIT_OK && sink->motions) {
        sink->motions[sink->motion_count] = motion;
    }
    sink->motion_count += status == GAIT_OK;
    return status;
}

static gait_status skl_parse(skl_sink *sink, gaiti_reader *in) {
    uint32_t count = sink->kind == GAIT_SKL_MANY ? gaiti_read_u32(in) : 1;
    if (in->failed) {
        return skl_cut_motion(sink, in, &(gait_skl_motion){0});
    }
    for (uint32_t m = 0; m < count; m++) {
        GAITI_TRY(skl_parse_motion(sink, in));
    }
    return GAIT_OK;
}

/* --- the file --------------------------------------------------------------------------------- */

/* The bytes to parse. */
typedef struct skl_frame {
    gait_skl_kind kind;
    gaiti_reader in;
    gait_span trailing; /* after the chunk */
} skl_frame;

static gait_status skl_find_frame(gait_span bytes, const gaiti_report *report, skl_frame *frame) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    uint32_t id = bytes.size >= 4 ? gaiti_load_u32(bytes.data) : 0;
    *frame = (skl_frame){.kind = GAIT_SKL_MANY, .in = in};
    if (id != GAITI_SKL_CHUNK && id != GAITI_SKL_OBJECT_CHUNK) {
        return GAIT_OK;
    }
    gaiti_chunk chunk = {0};
    gaiti_chunk_end end = gaiti_next_chunk(&in, &chunk);
    if (end != GAITI_CHUNK_MORE) {
        bool sized = end == GAITI_CHUNK_CUT;
        return gaiti_raise(
            report, GAITI_SKL_CUT_CHUNK,
            (gaiti_detail){.length = bytes.size,
                           .expected = sized ? gaiti_load_u32(bytes.data + 4) : GAITI_CHUNK_HEAD,
                           .found = (int64_t)chunk.payload.size});
    }
    frame->kind = id == GAITI_SKL_CHUNK ? GAIT_SKL_ONE : GAIT_SKL_OBJECT;
    frame->in = gaiti_reader_over(chunk.payload, GAITI_CHUNK_HEAD);
    frame->trailing = gaiti_read_span(&in, gaiti_bytes_left(&in));
    return GAIT_OK;
}

static void skl_report_trailing(const gait_skl *skl, const gaiti_report *report, gait_span bytes) {
    if (bytes.size) {
        gaiti_raise(report, GAITI_SKL_TRAILING,
                    (gaiti_detail){.offset = gaiti_skl_offset(skl, bytes.data),
                                   .length = bytes.size,
                                   .found = (int64_t)bytes.size});
    }
}

static gait_status skl_read(gait_skl *skl, gaiti_report *report, skl_frame *frame,
                            const skl_sink *counts) {
    gaiti_arena *arena = &skl->arena;
    skl->kind = frame->kind;
    skl->motions = gaiti_alloc(arena, counts->motion_count, sizeof *skl->motions);
    skl_sink sink = {.kind = frame->kind,
                     .report = report,
                     .arena = arena,
                     .motions = skl->motions,
                     .bones = gaiti_alloc(arena, counts->bone_count, sizeof *sink.bones),
                     .marks = gaiti_alloc(arena, counts->mark_count, sizeof *sink.marks)};
    if (!sink.motions || !sink.bones || !sink.marks) {
        return arena->status;
    }
    gait_status status = skl_parse(&sink, &frame->in);
    report->clip = -1;
    if (status != GAIT_OK) {
        return status;
    }
    skl->motion_count = skl->capacity = sink.motion_count;
    skl->tail = gaiti_read_span(&frame->in, gaiti_bytes_left(&frame->in));
    skl->trailing = frame->trailing;
    if (skl->kind == GAIT_SKL_MANY) {
        skl->trailing = skl->tail;
        skl->tail = (gait_span){0};
    }
    skl_report_trailing(skl, report, skl->tail);
    skl_report_trailing(skl, report, skl->trailing);
    return GAIT_OK;
}

gait_status gait_skl_open(gait_span bytes, const gait_options *options, gait_skl **out_skl) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    skl_frame frame;
    if (!GAITI_CLEAR(out_skl) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(skl_find_frame(bytes, &report, &frame));
    gait_status status;
    skl_sink counts = {.kind = frame.kind};
    gaiti_reader counting = frame.in;
    skl_parse(&counts, &counting);
    uint64_t cost = counts.motion_count * (uint64_t)sizeof(gaiti_skl_motion) +
                    counts.bone_count * (uint64_t)(sizeof(gaiti_skl_bone) + SKL_NAME_SIZE) +
                    counts.mark_count * (uint64_t)sizeof(gait_omf_mark) +
                    64; /* alignment of each allocation */
    gait_skl *skl = gaiti_new_object(options, sizeof *skl, offsetof(gait_skl, arena),
                                     cost < SIZE_MAX / 2 ? (size_t)cost : SIZE_MAX / 2, &status);
    if (!skl) {
        return status;
    }
    skl->source = bytes;
    skl->code_page = options ? options->code_page : 0;
    status = skl_read(skl, &report, &frame, &counts);
    if (status != GAIT_OK) {
        gait_skl_free(skl);
        return status;
    }
    *out_skl = skl;
    return GAIT_OK;
}

void gait_skl_free(gait_skl *skl) {
    gaiti_free_object(skl, offsetof(gait_skl, arena));
}

/* --- fields ----------------------------------------------------------------------------------- */

gait_skl_kind gait_skl_kind_of(const gait_skl *skl) {
    return skl ? skl->kind : GAIT_SKL_ONE;
}

int32_t gaiti_skl_version(const gait_skl *skl) {
    return gait_skl_motion_count(skl) > 0 ? skl->motions[0].values.version : -1;
}

uint32_t gait_skl_motion_count(const gait_skl *skl) {
    return skl ? skl->motion_count : 0;
}

gait_skl_motion gait_skl_motion_at(const gait_skl *skl, uint32_t motion) {
    return motion < gait_skl_motion_count(skl) ? skl->motions[motion].values : (gait_skl_motion){0};
}

uint64_t gaiti_skl_frames(const gait_skl_motion *motion) {
    return motion->frame_end < motion->frame_start
               ? 0
               : (uint64_t)((int64_t)motion->frame_end - motion->frame_start) + 1;
}

uint32_t gait_skl_frame_count(const gait_skl *skl, uint32_t motion) {
    if (motion >= gait_skl_motion_count(skl)) {
        return 0;
    }
    uint64_t frames = gaiti_skl_frames(&skl->motions[motion].values);
    return frames < UINT32_MAX ? (uint32_t)frames : UINT32_MAX;
}

double gaiti_skl_rate(float fps) {
    return fps >= 1 && fps <= 1000 ? (double)fps : 30;
}

gait_skl_bone gait_skl_bone_at(const gait_skl *skl, uint32_t motion, uint32_t bone) {
    bool is_there =
        motion < gait_skl_motion_count(skl) && bone < skl->motions[motion].values.bone_count;
    return is_there ? skl->motions[motion].bones[bone].values : (gait_skl_bone){0};
}

gait_skl_envelope gait_skl_envelope_at(const gait_skl *skl, uint32_t motion, uint32_t bone,
                                       uint32_t channel) {
    bool is_there = motion < gait_skl_motion_count(skl) &&
                    bone < skl->motions[motion].values.bone_count && channel < GAIT_SKL_CHANNELS;
    return is_there ? skl->motions[motion].bones[bone].envelopes[channel] : (gait_skl_envelope){0};
}

gait_omf_mark gait_skl_mark_at(const gait_skl *skl, uint32_t motion, uint32_t mark) {
    bool is_there =
        motion < gait_skl_motion_count(skl) && mark < skl->motions[motion].values.mark_count;
    return is_there ? skl->motions[motion].marks[mark] : (gait_omf_mark){0};
}
