/* Named points as pivots of bones. */
#include "base/try.h"
#include "base/text/text.h"
#include "formats/bi/p3d/p3d.h"
#include "model/clip.h"

int32_t gait_p3d_find_point(const gait_p3d *p3d, const char *name) {
    for (uint32_t p = 0; name && p < gait_p3d_point_count(p3d); p++) {
        if (gaiti_equal_utf8(p3d->code_page, p3d->names[p], name)) {
            return (int32_t)p;
        }
    }
    return -1;
}

gait_status gaiti_p3d_skeleton(const gait_p3d *p3d, const char *name, const gait_options *options,
                               gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton) || !p3d) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    if (p3d->memory_lod < 0) {
        return gaiti_raise(&report, GAITI_P3D_NO_MEMORY,
                           (gaiti_detail){.length = 4, .found = p3d->lod_count});
    }
    GAITI_TRY(gaiti_p3d_validate_points(p3d, &report));
    gaiti_arena_init(&arena, options, 0);
    gait_bone *bones = gaiti_alloc(&arena, p3d->point_count, sizeof *bones);
    bool done = bones != NULL;
    for (uint32_t p = 0; done && p < p3d->point_count; p++) {
        const gait_p3d_point *point = &p3d->points[p].about;
        bones[p] = (gait_bone){.name = gaiti_utf8(&arena, p3d->code_page, point->name),
                               .parent = -1,
                               .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                               .rest_origin = GAIT_ORIGIN_FILE};
        for (int i = 0; i < 3; i++) {
            bones[p].rest.t[i] = (double)point->position[i];
        }
        done = bones[p].name != NULL;
    }
    gait_status status =
        done ? gaiti_skeleton_new(name ? name : "", bones, p3d->point_count, options, out_skeleton)
             : arena.status;
    gaiti_arena_free(&arena);
    return status;
}
