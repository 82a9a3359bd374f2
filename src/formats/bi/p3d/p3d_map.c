/* Every field of a model, as bytes: docs/formats/p3d.md. */
#include "formats/bi/p3d/p3d.h"

static void p3d_show_tags(gaiti_walk *walk, const gaiti_p3d_lod *lod) {
    gaiti_p3d_tag tag = {0};
    bool more = gaiti_p3d_walk_tags_magic(walk);
    for (uint32_t t = 0; more && gaiti_walk_goes_on(walk); t++) {
        uint32_t mark = gaiti_enter(walk, "tags", t);
        more = gaiti_p3d_walk_tag(walk, &lod->head, &tag);
        gaiti_leave(walk, mark);
    }
}

static void p3d_show_lod(gaiti_walk *walk, const gaiti_p3d_lod *lod) {
    gaiti_p3d_head head;
    uint64_t points_at;
    float resolution;
    gaiti_p3d_walk_head(walk, &head);
    gaiti_p3d_walk_mesh(walk, &head, &points_at);
    p3d_show_tags(walk, lod);
    if (lod->has_resolution) {
        gaiti_walk_f32(walk, "resolution", &resolution);
    }
}

gait_status gait_p3d_map(const gait_p3d *p3d, gait_field_visitor visit, void *user) {
    if (!p3d || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_reader in = gaiti_reader_over(p3d->source, 0);
    gaiti_walk walk = gaiti_walk_showing(&in, visit, user);
    gait_p3d top;
    gait_span rest;
    gaiti_p3d_walk_top(&walk, &top);
    for (uint32_t l = 0; l < p3d->lod_count && gaiti_walk_goes_on(&walk); l++) {
        uint32_t mark = gaiti_enter(&walk, "lods", l);
        p3d_show_lod(&walk, &p3d->lods[l]);
        gaiti_leave(&walk, mark);
    }
    if (gaiti_walk_goes_on(&walk)) {
        gaiti_walk_bytes(&walk, "rest", gaiti_left(&in), &rest);
    }
    return in.failed ? GAIT_INTERNAL : GAIT_OK;
}
