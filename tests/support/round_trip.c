#include "round_trip.h"

#include <stdio.h>

#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "test.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

bool round_trip_open(gait_span bytes, const char *name, const gait_skeleton *tree,
                     round_trip *out) {
    *out = (round_trip){.bytes = bytes, .name = name};
    bool done = gait_file_open(bytes, name, NULL, &out->file) == GAIT_OK &&
                gait_file_bind_skeleton(out->file, tree, NULL, &out->skeleton) == GAIT_OK &&
                gaiti_base_file_new(out->file, out->skeleton, NULL, &out->base) == GAIT_OK;
    if (!done) {
        round_trip_close(out);
    }
    return done;
}

void round_trip_close(round_trip *trip) {
    gaiti_base_file_free(trip->base);
    gait_skeleton_free(trip->skeleton);
    gait_file_free(trip->file);
    *trip = (round_trip){0};
}

static gait_buffer write_omf(const round_trip *trip, const gaiti_diff *diff) {
    gait_buffer out = {0};
    gait_omf *omf;
    assert_int_equal(gait_omf_open(trip->bytes, NULL, &omf), GAIT_OK);
    for (uint32_t c = 0; c < trip->base->clip_count; c++) {
        const gaiti_clip_change *change = gaiti_diff_change_of(diff, c);
        if (change) {
            assert_int_equal(gaiti_omf_apply_changes(omf, c, change), GAIT_OK);
        }
    }
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    gait_omf_free(omf);
    return out;
}

static gait_buffer write_rtm(const round_trip *trip, const gaiti_diff *diff) {
    gait_buffer out = {0};
    gait_rtm *rtm;
    const gaiti_clip_change *change = gaiti_diff_change_of(diff, 0);
    assert_int_equal(gaiti_rtm_open(trip->bytes, NULL, &rtm), GAIT_OK);
    if (change) {
        assert_int_equal(gaiti_rtm_apply_changes(rtm, change), GAIT_OK);
    }
    assert_int_equal(gaiti_rtm_write(rtm, &out), GAIT_OK);
    gaiti_rtm_free(rtm);
    return out;
}

static gait_buffer write_skl(const round_trip *trip, const gaiti_diff *diff) {
    gait_buffer out = {0};
    gait_skl *skl;
    assert_int_equal(gait_skl_open(trip->bytes, NULL, &skl), GAIT_OK);
    for (uint32_t c = 0; c < trip->base->clip_count; c++) {
        const gaiti_clip_change *change = gaiti_diff_change_of(diff, c);
        if (change) {
            assert_int_equal(gaiti_skl_apply_changes(skl, c, change), GAIT_OK);
        }
    }
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    gait_skl_free(skl);
    return out;
}

gait_buffer round_trip_write(const round_trip *trip, const gaiti_diff *diff) {
    gait_format format = gait_file_format(trip->file);
    bool is_skl =
        format == GAIT_FORMAT_SKL || format == GAIT_FORMAT_SKLS || format == GAIT_FORMAT_ANM;
    return is_skl                      ? write_skl(trip, diff)
           : format == GAIT_FORMAT_OMF ? write_omf(trip, diff)
                                       : write_rtm(trip, diff);
}

gait_buffer round_trip_edited(const round_trip *trip, const blender_way *way,
                              const blender_touch *touches, uint32_t touch_count) {
    uint64_t dice = 5;
    gaiti_diff *diff;
    gait_edited_file *edit = blender_edit(trip->base, way, touches, touch_count, &dice);
    assert_int_equal(gaiti_diff_new(trip->base, edit, NULL, &diff), GAIT_OK);
    gait_buffer out = round_trip_write(trip, diff);
    gaiti_diff_free(diff);
    blender_free(edit);
    return out;
}

uint32_t round_trip_bone(const round_trip *trip, const char *name) {
    int32_t bone = gait_skeleton_find(trip->skeleton, name);
    assert_true(bone >= 0);
    return (uint32_t)bone;
}
