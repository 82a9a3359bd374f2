/* Opens binarised RTM and gives access to its contents. */
#include <stddef.h>

#include "base/try.h"
#include "base/text/code_page.h"
#include "codec/lzo1x/lzo1x.h"
#include "codec/lzss.h"
#include "formats/bi/bmtr/bmtr.h"

typedef struct bmtr_opening {
    gaiti_report report;
    gaiti_reader in;
    gait_bmtr *bmtr;
    uint8_t *unpack_to; /* where the next array is decompressed to; NULL before the first one */
    uint64_t rest;      /* decompressed size of the remaining arrays */
} bmtr_opening;

static gait_status bmtr_raise_cut(bmtr_opening *open, gaiti_rule rule, uint64_t expected) {
    open->in.failed = false;
    uint64_t left = gaiti_bytes_left(&open->in);
    return gaiti_raise(&open->report, rule,
                       (gaiti_detail){.offset = open->in.at,
                                      .length = left,
                                      .expected = (int64_t)expected,
                                      .found = (int64_t)left});
}

/* --- first pass: counts and sizes ------------------------------------------------------------- */

static gait_status bmtr_measure_head(bmtr_opening *open, gait_bmtr *head) {
    gaiti_visitor visitor = gaiti_visit_reading(&open->in);
    gaiti_bmtr_visit_head(&visitor, head);
    if (open->in.size >= 8 && (head->version < 2 || head->version > 5)) {
        return gaiti_raise(&open->report, GAITI_BMTR_BAD_VERSION,
                           (gaiti_detail){.offset = 4, .length = 4, .found = head->version});
    }
    return open->in.failed
               ? bmtr_raise_cut(open, GAITI_BMTR_CUT_HEADER, GAITI_BMTR_HEAD - open->in.at)
               : GAIT_OK;
}

/* False when `count` items of at least `smallest` bytes do not fit in the remaining bytes. */
static bool bmtr_may_hold(const gaiti_reader *in, uint32_t count, uint64_t smallest) {
    return !in->failed && count <= gaiti_bytes_left(in) / smallest;
}

static gait_status bmtr_measure_names(bmtr_opening *open, const gait_bmtr *head) {
    gaiti_reader before = open->in;
    bool whole = bmtr_may_hold(&open->in, head->bone_count, 1);
    for (uint32_t b = 0; whole && b < head->bone_count; b++) {
        gaiti_read_text(&open->in);
        whole = !open->in.failed;
    }
    if (!whole) {
        open->in = before;
        return bmtr_raise_cut(open, GAITI_BMTR_CUT_NAMES, head->bone_count);
    }
    return GAIT_OK;
}

static bool bmtr_skip_keys(bmtr_opening *open, gait_bmtr *head) {
    gaiti_visitor visitor = gaiti_visit_reading(&open->in);
    gaiti_visit_u32(&visitor, "metaCount", &head->meta_count);
    bool whole = bmtr_may_hold(&open->in, head->meta_count, 1);
    for (uint32_t m = 0; whole && m < head->meta_count; m++) {
        gaiti_read_text(&open->in);
        whole = !open->in.failed;
    }
    gaiti_visit_u32(&visitor, "keyCount", &head->key_count);
    whole = whole && bmtr_may_hold(&open->in, head->key_count, GAITI_BMTR_KEY);
    for (uint32_t k = 0; whole && k < head->key_count; k++) {
        gait_bmtr_key key;
        gaiti_bmtr_visit_key(&visitor, &key);
        whole = !open->in.failed;
    }
    return whole;
}

/* An upper bound of the number of frames: one compressed byte decodes to at most 255 bytes, and
 * every frame has a count of 4 bytes. */
static gait_status bmtr_measure_frames(bmtr_opening *open, const gait_bmtr *head) {
    enum { MAX_PER_BYTE = 255 };
    uint64_t left = gaiti_bytes_left(&open->in), max = left / 4;
    uint64_t size = gaiti_bmtr_frame_size(head);
    if (size > 0 && max > left * MAX_PER_BYTE / size) {
        max = left * MAX_PER_BYTE / size;
    }
    return head->frame_count > max ? bmtr_raise_cut(open, GAITI_BMTR_TOO_MANY, head->frame_count)
                                   : GAIT_OK;
}

static gait_status bmtr_measure(bmtr_opening *open, gait_bmtr *head) {
    GAITI_TRY(bmtr_measure_head(open, head));
    GAITI_TRY(bmtr_measure_names(open, head));
    gaiti_reader before = open->in;
    if (gaiti_bmtr_has_keys(head) && !bmtr_skip_keys(open, head)) {
        open->in = before;
        GAITI_TRY(bmtr_raise_cut(open, GAITI_BMTR_CUT_KEYS, head->key_count));
    }
    return bmtr_measure_frames(open, head);
}

/* --- the document ----------------------------------------------------------------------------- */

static gait_bmtr *bmtr_begin(const gait_bmtr *head, const gait_options *options,
                             gait_status *out_status) {
    /* Reserve memory for everything except decompressed arrays. */
    uint64_t reserve = gaiti_arena_cost((uint64_t)head->bone_count * sizeof(gait_span)) +
                       gaiti_arena_cost((uint64_t)head->meta_count * sizeof(gait_span)) +
                       gaiti_arena_cost((uint64_t)head->key_count * sizeof(gait_bmtr_key)) +
                       gaiti_arena_cost((uint64_t)head->frame_count * sizeof(gaiti_bmtr_array));
    gait_bmtr *bmtr = gaiti_new_object(options, sizeof *bmtr, offsetof(gait_bmtr, arena),
                                       reserve < SIZE_MAX / 2 ? (size_t)reserve : 0, out_status);
    if (!bmtr) {
        return NULL;
    }
    gaiti_arena arena = bmtr->arena;
    *bmtr = *head;
    bmtr->arena = arena;
    bmtr->packs = true;
    bmtr->names = gaiti_alloc(&bmtr->arena, head->bone_count, sizeof *bmtr->names);
    bmtr->metas = gaiti_alloc(&bmtr->arena, head->meta_count, sizeof *bmtr->metas);
    bmtr->keys = gaiti_alloc(&bmtr->arena, head->key_count, sizeof *bmtr->keys);
    bmtr->frames = gaiti_alloc(&bmtr->arena, head->frame_count, sizeof *bmtr->frames);
    if (!bmtr->names || !bmtr->metas || !bmtr->keys || !bmtr->frames) {
        *out_status = bmtr->arena.status;
        gait_bmtr_free(bmtr);
        return NULL;
    }
    return bmtr;
}

/* Second pass: reads the names, metas and keys, whose sizes were checked. */
static void bmtr_read_texts(bmtr_opening *open) {
    gait_bmtr *bmtr = open->bmtr;
    gaiti_visitor visitor = gaiti_visit_reading(&open->in);
    open->in.at = GAITI_BMTR_HEAD;
    for (uint32_t b = 0; b < bmtr->bone_count; b++) {
        gaiti_visit_text(&visitor, "name", &bmtr->names[b]);
    }
    if (!gaiti_bmtr_has_keys(bmtr)) {
        return;
    }
    gaiti_visit_u32(&visitor, "metaCount", &bmtr->meta_count);
    for (uint32_t m = 0; m < bmtr->meta_count; m++) {
        gaiti_visit_text(&visitor, "text", &bmtr->metas[m]);
    }
    gaiti_visit_u32(&visitor, "keyCount", &bmtr->key_count);
    for (uint32_t k = 0; k < bmtr->key_count; k++) {
        gaiti_bmtr_visit_key(&visitor, &bmtr->keys[k]);
    }
}

/* --- arrays ----------------------------------------------------------------------------------- */

/* The rules for an array: phases, or records of a frame. */
typedef struct bmtr_array_rules {
    gaiti_rule cut, count, packed;
} bmtr_array_rules;

static gait_status bmtr_decode(bmtr_opening *open, uint8_t *out, size_t size, size_t *consumed) {
    const gaiti_reader *in = &open->in;
    gait_span left = {in->data + in->at, (size_t)gaiti_bytes_left(in)};
    if (open->bmtr->version > 2) {
        return gaiti_lzo1x_decode(left, out, size, consumed);
    }
    gaiti_lzss_sum sum;
    GAITI_TRY(gaiti_lzss_decode(left, out, size, consumed, &sum));
    if (sum == GAITI_LZSS_SUM_WRONG) {
        gaiti_raise(&open->report, GAITI_BMTR_SUM,
                    (gaiti_detail){.offset = in->at + *consumed - 4, .length = 4});
    }
    return GAIT_OK;
}

/* Decompresses an array. Its compressed size is not stored and is known only afterwards. */
static gait_status bmtr_unpack(bmtr_opening *open, gaiti_bmtr_array *array, uint64_t size,
                               const bmtr_array_rules *rules) {
    size_t consumed = 0;
    if (!open->unpack_to) {
        open->unpack_to = gaiti_alloc_uninitialised(&open->bmtr->arena, open->rest, 1);
        GAITI_TRY(open->bmtr->arena.status);
    }
    gait_status status = bmtr_decode(open, open->unpack_to, (size_t)size, &consumed);
    if (status == GAIT_TRUNCATED) {
        return bmtr_raise_cut(open, rules->cut, size);
    }
    if (status != GAIT_OK) {
        return gaiti_raise(&open->report, rules->packed,
                           (gaiti_detail){.offset = open->in.at, .length = consumed});
    }
    array->data = open->unpack_to;
    array->loose = true;
    open->unpack_to += size;
    array->stored = gaiti_read_span(&open->in, consumed);
    return GAIT_OK;
}

static gait_status bmtr_read_array(bmtr_opening *open, gaiti_bmtr_array *array, uint32_t expected,
                                   uint32_t element, const bmtr_array_rules *rules) {
    uint32_t count, version = open->bmtr->version;
    uint64_t size = (uint64_t)expected * element, at = open->in.at;
    count = gaiti_read_u32(&open->in); /* the same as gaiti_bmtr_visit_array(), but faster */
    array->flag = version >= 5 && count > 0 ? gaiti_read_u8(&open->in) : 0;
    if (open->in.failed) {
        return bmtr_raise_cut(open, rules->cut, size);
    }
    if (count != expected) {
        return gaiti_raise(
            &open->report, rules->count,
            (gaiti_detail){.offset = at, .length = 4, .expected = expected, .found = count});
    }
    gait_status status = GAIT_OK;
    if (array->flag != 0 || gaiti_bmtr_must_pack(version, size)) {
        status = bmtr_unpack(open, array, size, rules);
    } else {
        array->stored = gaiti_read_span(&open->in, size);
        array->data = array->stored.data;
        if (open->in.failed) {
            return bmtr_raise_cut(open, rules->cut, size);
        }
    }
    open->rest -= size;
    return status;
}

static gait_status bmtr_read_arrays(bmtr_opening *open) {
    static const bmtr_array_rules of_phases = {GAITI_BMTR_CUT_PHASES, GAITI_BMTR_PHASE_COUNT,
                                               GAITI_BMTR_BAD_PHASES};
    static const bmtr_array_rules of_frames = {GAITI_BMTR_CUT_FRAME, GAITI_BMTR_RECORD_COUNT,
                                               GAITI_BMTR_BAD_FRAME};
    gait_bmtr *bmtr = open->bmtr;
    open->rest = bmtr->frame_count * (gaiti_bmtr_frame_size(bmtr) + 4);
    gait_status status = bmtr_read_array(open, &bmtr->phases, bmtr->frame_count, 4, &of_phases);
    for (uint32_t f = 0; status == GAIT_OK && f < bmtr->frame_count; f++) {
        open->report.frame = (int32_t)f;
        status = bmtr_read_array(open, &bmtr->frames[f], bmtr->bone_count, GAITI_BMTR_RECORD,
                                 &of_frames);
    }
    open->report.frame = -1;
    return status;
}

static gait_status bmtr_read(bmtr_opening *open) {
    bmtr_read_texts(open);
    gait_status status = bmtr_read_arrays(open);
    uint64_t left = gaiti_bytes_left(&open->in);
    if (status == GAIT_OK && left > 0) {
        gaiti_raise(&open->report, GAITI_BMTR_TRAILING,
                    (gaiti_detail){.offset = open->in.at, .length = left, .found = (int64_t)left});
        open->bmtr->trailing = gaiti_read_span(&open->in, left);
    }
    return status;
}

static uint32_t bmtr_choose_code_page(const gait_bmtr *bmtr, const gait_options *options) {
    gaiti_code_page_votes votes = {0};
    for (uint32_t b = 0; b < bmtr->bone_count; b++) {
        gaiti_code_page_vote(&votes, bmtr->names[b]);
    }
    for (uint32_t k = 0; k < bmtr->key_count; k++) {
        gaiti_code_page_vote(&votes, bmtr->keys[k].name);
        gaiti_code_page_vote(&votes, bmtr->keys[k].value);
    }
    return gaiti_code_page_choose(options, &votes);
}

gait_status gait_bmtr_open(gait_span bytes, const gait_options *options, gait_bmtr **out_bmtr) {
    bmtr_opening open = {.report = gaiti_report_to(options ? options->diagnostics : NULL),
                         .in = gaiti_reader_over(bytes, 0)};
    gait_bmtr head = {0};
    if (!GAITI_CLEAR(out_bmtr) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(bmtr_measure(&open, &head));
    gait_status status;
    open.bmtr = bmtr_begin(&head, options, &status);
    GAITI_TRY(status);
    status = bmtr_read(&open);
    if (status != GAIT_OK) {
        gait_bmtr_free(open.bmtr);
        return status;
    }
    open.bmtr->code_page = bmtr_choose_code_page(open.bmtr, options);
    *out_bmtr = open.bmtr;
    return GAIT_OK;
}

void gait_bmtr_free(gait_bmtr *bmtr) {
    gaiti_free_object(bmtr, offsetof(gait_bmtr, arena));
}

/* --- contents --------------------------------------------------------------------------------- */

int32_t gaiti_bmtr_version(const gait_bmtr *bmtr) {
    return bmtr ? (int32_t)bmtr->version : -1;
}

uint32_t gait_bmtr_bone_count(const gait_bmtr *bmtr) {
    return bmtr ? bmtr->bone_count : 0;
}

uint32_t gait_bmtr_frame_count(const gait_bmtr *bmtr) {
    return bmtr ? bmtr->frame_count : 0;
}

void gaiti_bmtr_root_motion(const gait_bmtr *bmtr, float out_root_motion[3]) {
    static const float none[3] = {0};
    if (out_root_motion) {
        memcpy(out_root_motion, bmtr ? bmtr->root_motion : none, sizeof none);
    }
}

uint8_t gait_bmtr_reversed(const gait_bmtr *bmtr) {
    return bmtr ? bmtr->reversed : 0;
}

uint32_t gait_bmtr_preload(const gait_bmtr *bmtr) {
    return bmtr ? bmtr->preload : 0;
}

uint32_t gait_bmtr_animated_bone_count(const gait_bmtr *bmtr) {
    return bmtr ? bmtr->animated_bone_count : 0;
}

gait_span gait_bmtr_bone_name(const gait_bmtr *bmtr, uint32_t bone) {
    return bone < gait_bmtr_bone_count(bmtr) ? bmtr->names[bone] : (gait_span){0};
}

float gait_bmtr_phase(const gait_bmtr *bmtr, uint32_t frame) {
    bool is_there = frame < gait_bmtr_frame_count(bmtr);
    return is_there ? gaiti_load_f32(bmtr->phases.data + 4 * (size_t)frame) : 0;
}

gait_bmtr_record gait_bmtr_record_at(const gait_bmtr *bmtr, uint32_t frame, uint32_t bone) {
    const uint8_t *p = gaiti_bmtr_record(bmtr, frame, bone);
    gait_bmtr_record record;
    for (int i = 0; i < 4; i++) {
        record.rotation[i] = gaiti_load_s16(p + 2 * i);
    }
    for (int i = 0; i < 3; i++) {
        record.translation[i] = gaiti_load_u16(p + 8 + 2 * i);
    }
    return record;
}

uint32_t gait_bmtr_key_count(const gait_bmtr *bmtr) {
    return bmtr ? bmtr->key_count : 0;
}

gait_bmtr_key gait_bmtr_key_at(const gait_bmtr *bmtr, uint32_t index) {
    return index < gait_bmtr_key_count(bmtr) ? bmtr->keys[index] : (gait_bmtr_key){0};
}

uint32_t gait_bmtr_meta_count(const gait_bmtr *bmtr) {
    return bmtr ? bmtr->meta_count : 0;
}

gait_span gait_bmtr_meta_at(const gait_bmtr *bmtr, uint32_t index) {
    return index < gait_bmtr_meta_count(bmtr) ? bmtr->metas[index] : (gait_span){0};
}
