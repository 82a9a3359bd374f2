/* Opens a BVH: hierarchy, channels and motion; its getters, checks and map. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/fields.h"
#include "base/text/names.h"
#include "formats/bvh/bvh.h"
#include "model/affine.h"

/* --- opening ---------------------------------------------------------------------------------- */

static bool bvh_is_zero(const gait_bvh *bvh, uint32_t joint) {
    const gaiti_bvh_joint *it = &bvh->joints[joint];
    bool is_zero = it->offset[0] == 0 && it->offset[1] == 0 && it->offset[2] == 0;
    for (uint32_t f = 0; f < bvh->frame_count && is_zero; f++) {
        const double *values = bvh->values + (size_t)f * bvh->channel_count + it->first_channel;
        for (uint32_t c = 0; c < it->channel_count && is_zero; c++) {
            is_zero = gaiti_abs(values[c]) <= 1e-6;
        }
    }
    return is_zero;
}

/* BVH files do not store the unit of length: raises skeletons that would be too large in metres. */
static gait_status bvh_check_size(gait_bvh *bvh, const gaiti_report *report) {
    const double max = 10;
    gaiti_arena scratch;
    gait_options options = {.allocator = bvh->arena.allocator};
    double low[3] = {0}, high[3] = {0};
    gaiti_arena_init(&scratch, &options, (size_t)bvh->joint_count * 3 * sizeof(double) + 16);
    double(*heads)[3] = gaiti_alloc(&scratch, bvh->joint_count, sizeof *heads);
    gait_status status = heads ? GAIT_OK : scratch.status;
    for (uint32_t j = 0; heads && j < bvh->joint_count; j++) {
        const gaiti_bvh_joint *joint = &bvh->joints[j];
        for (int i = 0; i < 3; i++) {
            double above = joint->parent < 0 ? 0 : heads[joint->parent][i];
            heads[j][i] = joint->offset[i] + above;
            low[i] = j == 0 || heads[j][i] < low[i] ? heads[j][i] : low[i];
            high[i] = j == 0 || heads[j][i] > high[i] ? heads[j][i] : high[i];
        }
    }
    for (int i = 0; i < 3; i++) {
        if (high[i] - low[i] > max) {
            gaiti_raise(report, GAITI_BVH_LARGE, (gaiti_detail){.number = high[i] - low[i]});
            break;
        }
    }
    gaiti_arena_free(&scratch);
    return status;
}

static gait_status bvh_read(gait_bvh *bvh, const gaiti_report *report) {
    gaiti_bvh_scan scan = gaiti_bvh_scan_over(bvh->source);
    GAITI_TRY(gaiti_bvh_read_hierarchy(bvh, &scan, report));
    GAITI_TRY(gaiti_bvh_read_motion(bvh, &scan, report));
    /* Blender writes channels of zeros for a carrier when it imports and exports a file. */
    bvh->first_bone = bvh->joint_count > 1 && bvh->joints[0].is_carrier && bvh_is_zero(bvh, 0);
    return bvh_check_size(bvh, report);
}

gait_status gaiti_bvh_open(gait_span bytes, const gait_options *options, gait_bvh **out_bvh) {
    if (!GAITI_CLEAR(out_bvh) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    enum { SMALL = 16384 };
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status;
    gait_bvh *bvh = gaiti_new_object(options, sizeof *bvh, offsetof(gait_bvh, arena),
                                     bytes.size < SMALL ? bytes.size + 1024 : SMALL, &status);
    GAITI_TRY(status);
    bvh->source = bytes;
    bvh->code_page = options ? options->code_page : 0;
    status = bvh_read(bvh, &report);
    if (status != GAIT_OK) {
        gaiti_bvh_free(bvh);
        return status;
    }
    *out_bvh = bvh;
    return GAIT_OK;
}

void gaiti_bvh_free(gait_bvh *bvh) {
    gaiti_free_object(bvh, offsetof(gait_bvh, arena));
}

/* --- getters ---------------------------------------------------------------------------------- */

uint32_t gait_bvh_joint_count(const gait_bvh *bvh) {
    return bvh ? bvh->joint_count - bvh->first_bone : 0;
}

gait_bvh_joint gait_bvh_joint_at(const gait_bvh *bvh, uint32_t joint) {
    if (joint >= gait_bvh_joint_count(bvh)) {
        return (gait_bvh_joint){.parent = -1};
    }
    const gaiti_bvh_joint *it = &bvh->joints[joint + bvh->first_bone];
    return (gait_bvh_joint){.name = it->name,
                            .parent = it->parent < 0 ? -1 : it->parent - (int32_t)bvh->first_bone,
                            .offset = {it->offset[0], it->offset[1], it->offset[2]},
                            .channel_count = it->channel_count,
                            .channels =
                                it->channel_count ? bvh->channels + it->first_channel : NULL};
}

uint32_t gaiti_bvh_frame_count(const gait_bvh *bvh) {
    return bvh ? bvh->frame_count : 0;
}

double gait_bvh_frame_time(const gait_bvh *bvh) {
    return bvh ? bvh->frame_time : 0;
}

double gait_bvh_rate(const gait_bvh *bvh) {
    return bvh ? bvh->rate : 0;
}

/* --- checking --------------------------------------------------------------------------------- */

static void bvh_raise_of_name(const gaiti_report *report, gaiti_rule rule,
                              const gaiti_bvh_joint *joint) {
    char text[GAITI_BVH_PLACE_TEXT];
    gaiti_raise(report, rule,
                (gaiti_detail){.offset = joint->place.offset,
                               .length = joint->name_size,
                               .name = gaiti_span(joint->name, strlen(joint->name)),
                               .name_is_utf8 = true,
                               .place = gaiti_bvh_place_text(&joint->place, NULL, text)});
}

/* True when all position channels are zero although OFFSET is not: the writer may expect readers to
 * add OFFSET. */
static bool bvh_sits_on_parent(const gait_bvh *bvh, const gaiti_bvh_joint *joint) {
    const double *offset = joint->offset;
    bool has_offset = offset[0] != 0 || offset[1] != 0 || offset[2] != 0;
    uint32_t positions = 0;
    for (uint32_t c = 0; c < joint->channel_count; c++) {
        uint32_t channel = joint->first_channel + c;
        if (bvh->channels[channel] > GAIT_BVH_Z_POSITION) {
            continue;
        }
        positions++;
        for (uint32_t f = 0; f < bvh->frame_count; f++) {
            if (bvh->values[(size_t)f * bvh->channel_count + channel] != 0) {
                return false;
            }
        }
    }
    return has_offset && positions == 3 && bvh->frame_count > 0;
}

static void bvh_check_joint(const gait_bvh *bvh, uint32_t j, gaiti_names *names,
                            gaiti_report *report) {
    const gaiti_bvh_joint *joint = &bvh->joints[j];
    report->bone = (int32_t)(j - bvh->first_bone);
    if (gaiti_names_add(names, j) >= 0) {
        bvh_raise_of_name(report, GAITI_BVH_NAME_TWICE, joint);
    }
    if (!joint->has_name) {
        bvh_raise_of_name(report, GAITI_BVH_NO_NAME, joint);
    }
    if (joint->is_spaced) {
        bvh_raise_of_name(report, GAITI_BVH_NAME_SPACED, joint);
    }
    if (bvh_sits_on_parent(bvh, joint)) {
        bvh_raise_of_name(report, GAITI_BVH_ON_PARENT, joint);
    }
}

gait_status gaiti_bvh_check(const gait_bvh *bvh, gait_diagnostics *diagnostics) {
    if (!bvh) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_options options = {.allocator = bvh->arena.allocator};
    gaiti_arena scratch;
    gaiti_names names;
    gaiti_arena_init(&scratch, &options, gaiti_names_cost(bvh->joint_count));
    gait_span *spans = gaiti_alloc(&scratch, bvh->joint_count, sizeof *spans);
    bool has_room = spans && gaiti_names_init(&names, &scratch, spans, bvh->joint_count);
    gait_status status = has_room ? GAIT_OK : scratch.status;
    for (uint32_t j = bvh->first_bone; spans && has_room && j < bvh->joint_count; j++) {
        spans[j] = gaiti_span(bvh->joints[j].name, strlen(bvh->joints[j].name));
        bvh_check_joint(bvh, j, &names, &report);
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* --- map -------------------------------------------------------------------------------------- */

/* Bytes from `at` to the end of its line, or to `end`. */
static uint64_t bvh_line_size(gait_span source, uint64_t at, uint64_t end) {
    uint64_t i = at;
    while (i < end && source.data[i] != '\n' && source.data[i] != '\r') {
        i++;
    }
    i += i < end;
    i += i < end && source.data[i - 1] == '\r' && source.data[i] == '\n';
    return i - at;
}

/* Visits the lines before the byte offset `end`. Their numbers start at 0. */
static void bvh_show_lines(gaiti_visitor *visitor, const char *name, gait_span source,
                           uint64_t end) {
    for (uint32_t number = 0; visitor->in->at < end && gaiti_visit_is_ok(visitor); number++) {
        gait_span line;
        uint32_t mark = gaiti_visit_push(visitor, name, number);
        uint64_t size = bvh_line_size(source, visitor->in->at, end);
        gaiti_visit_block(visitor, "text", GAIT_FIELD_CHARS, 1, (uint32_t)size, &line);
        gaiti_visit_pop(visitor, mark);
    }
}

void gaiti_bvh_show(const void *document, gaiti_visitor *visitor) {
    const gait_bvh *bvh = document;
    uint64_t size = bvh->source.size;
    uint64_t frames = bvh->frames_at + bvh_line_size(bvh->source, bvh->frames_at, size);
    bvh_show_lines(visitor, "hierarchy", bvh->source, bvh->motion_at);
    bvh_show_lines(visitor, "motion", bvh->source, frames);
    bvh_show_lines(visitor, "frames", bvh->source, size);
}
