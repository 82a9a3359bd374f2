/* Shows what the document of a format holds beyond the functions of gait.h:
 * show_document FILE [NAME]
 * With NAME: only this skeleton of a model.cfg, or this point of a P3D. */
#include "example.h"

/* The name in UTF-8, between two texts. */
static void print_name(const char *before, gait_span name, const char *after) {
    char *text = name_text(name, 1251);
    printf("%s%s%s", before, text, after);
    free(text);
}

/* --- Bohemia's formats ------------------------------------------------------------------------ */

static void show_rtm(const gait_rtm *rtm) {
    for (uint32_t i = 0; i < gait_rtm_property_count(rtm); i++) {
        gait_rtm_property property = gait_rtm_property_at(rtm, i);
        print_name("property ", property.name, "");
        print_name(" = \"", property.value, "\"");
        printf(" at phase %.3f\n", (double)property.phase);
    }
}

static void show_bmtr(const gait_bmtr *bmtr) {
    printf("axes of %s, %s, %u of %u bones animated\n",
           gait_axes_name(gait_bmtr_reversed(bmtr) ? GAIT_AXES_ENGINE : GAIT_AXES_FILE),
           gait_bmtr_preload(bmtr) ? "preloaded" : "loaded on demand",
           (unsigned)gait_bmtr_animated_bone_count(bmtr), (unsigned)gait_bmtr_bone_count(bmtr));
    for (uint32_t i = 0; i < gait_bmtr_key_count(bmtr); i++) {
        gait_bmtr_key key = gait_bmtr_key_at(bmtr, i);
        print_name("key stone ", key.name, "");
        print_name(" = \"", key.value, "\"");
        printf(" at phase %.3f, id %d\n", (double)key.time, (int)key.id);
    }
    for (uint32_t i = 0; i < gait_bmtr_meta_count(bmtr); i++) {
        print_name("text ", gait_bmtr_meta_at(bmtr, i), "\n");
    }
}

static void show_skeleton(const gait_modelcfg *config, uint32_t index) {
    gait_modelcfg_skeleton skeleton = gait_modelcfg_skeleton_at(config, index);
    printf("skeleton %s, %u bones", skeleton.name, (unsigned)skeleton.bone_count);
    if (*skeleton.inherits) {
        printf(", inherits %s%s", skeleton.inherits,
               gait_modelcfg_find(config, skeleton.inherits) < 0 ? " (not in this file)" : "");
    }
    printf("%s%s\n", *skeleton.pivots_model ? ", pivots in " : "", skeleton.pivots_model);
    for (uint32_t b = 0; b < skeleton.bone_count; b++) {
        gait_modelcfg_bone bone = gait_modelcfg_bone_at(config, index, b);
        printf("bone %s: %s%s\n", bone.name, *bone.parent_name ? "below " : "a root",
               bone.parent_name);
    }
}

static void show_modelcfg(const gait_modelcfg *config, const char *name) {
    int32_t found = gait_modelcfg_find(config, name);
    if (name && found < 0) {
        fail(name, "no such skeleton");
    }
    for (uint32_t s = 0; s < gait_modelcfg_skeleton_count(config); s++) {
        if (!name || s == (uint32_t)found) {
            show_skeleton(config, s);
        }
    }
    for (uint32_t m = 0; m < gait_modelcfg_model_count(config) && !name; m++) {
        gait_modelcfg_model model = gait_modelcfg_model_at(config, m);
        printf("model %s: %s%s%s\n", model.name, *model.skeleton_name ? "" : "no skeleton",
               model.skeleton_name,
               *model.skeleton_name && model.skeleton < 0 ? " (not in this file)" : "");
    }
}

static void show_p3d(const gait_p3d *p3d, const char *name) {
    int32_t found = gait_p3d_find_point(p3d, name);
    if (name && found < 0) {
        fail(name, "no such point");
    }
    for (uint32_t l = 0; l < gait_p3d_lod_count(p3d) && !name; l++) {
        gait_p3d_lod lod = gait_p3d_lod_at(p3d, l);
        printf("level %u: resolution %g, %u points, %u faces%s%s\n", (unsigned)l,
               (double)lod.resolution, (unsigned)lod.point_count, (unsigned)lod.face_count,
               (int32_t)l == gait_p3d_memory_lod(p3d) ? ", has the named points" : "",
               (int32_t)l == gait_p3d_mesh_lod(p3d) ? ", has the mesh" : "");
    }
    for (uint32_t p = 0; p < gait_p3d_point_count(p3d); p++) {
        if (!name || p == (uint32_t)found) {
            gait_p3d_point point = gait_p3d_point_at(p3d, p);
            print_name("point ", point.name, "");
            printf(": x %.3f, y %.3f, z %.3f m\n", (double)point.position[0],
                   (double)point.position[1], (double)point.position[2]);
        }
    }
}

/* --- X-Ray's formats -------------------------------------------------------------------------- */

static void show_mark(gait_span motion, const gait_omf_mark *mark) {
    print_name("mark ", mark->name, "");
    print_name(" of ", motion, ":");
    for (uint32_t i = 0; i < mark->interval_count; i++) {
        float from_to[2];
        gait_omf_mark_interval(mark, i, from_to);
        printf(" %.3f to %.3f s%s", (double)from_to[0], (double)from_to[1],
               i + 1 < mark->interval_count ? "," : "");
    }
    printf("%s\n", mark->interval_count > 0 ? "" : " no intervals");
}

static void show_omf(const gait_omf *omf) {
    for (uint32_t p = 0; p < gait_omf_part_count(omf); p++) {
        gait_omf_part part = gait_omf_part_at(omf, p);
        print_name("part ", part.name, "");
        printf(": %u bones\n", (unsigned)part.bone_count);
    }
    for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
        for (uint32_t i = 0; i < gait_omf_mark_count(omf, m); i++) {
            gait_omf_mark mark = gait_omf_mark_at(omf, m, i);
            show_mark(gait_omf_motion_at(omf, m).name, &mark);
        }
    }
}

static void show_ogf(const gait_ogf *ogf) {
    if (gait_ogf_bone_count(ogf) > 0) {
        printf("bind poses %s\n",
               gait_ogf_bind_is_local(ogf) ? "relative to the parent" : "in model space");
    }
    for (uint32_t b = 0; b < gait_ogf_bone_count(ogf); b++) {
        float rotation[3], translation[3];
        gait_span parent = gait_ogf_parent_name(ogf, b);
        print_name("bone ", gait_ogf_bone_name(ogf, b), parent.size > 0 ? " below " : ", a root");
        print_name("", parent, "");
        if (gait_ogf_bind(ogf, b, rotation, translation)) {
            printf(": x %.3f, y %.3f, z %.3f m, angles %.3f, %.3f, %.3f", (double)translation[0],
                   (double)translation[1], (double)translation[2], (double)rotation[0],
                   (double)rotation[1], (double)rotation[2]);
        }
        printf("\n");
    }
    if (gait_ogf_motions(ogf)) {
        show_omf(gait_ogf_motions(ogf));
    }
}

static void show_skl(const gait_skl *skl) {
    static const char *const kinds[] = {
        [GAIT_SKL_ONE] = "one motion",
        [GAIT_SKL_MANY] = "a list of motions",
        [GAIT_SKL_OBJECT] = "the motion of an object",
    };
    printf("%s\n", kinds[gait_skl_kind_of(skl)]);
    for (uint32_t m = 0; m < gait_skl_motion_count(skl); m++) {
        gait_skl_motion motion = gait_skl_motion_at(skl, m);
        print_name("motion ", motion.name, "");
        printf(": version %u, frames %d to %d\n", (unsigned)motion.version, (int)motion.frame_start,
               (int)motion.frame_end);
        for (uint32_t b = 0; b < motion.bone_count; b++) {
            print_name("bone ", gait_skl_bone_at(skl, m, b).name, ": keys");
            for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
                printf(" %u", (unsigned)gait_skl_envelope_at(skl, m, b, c).key_count);
            }
            printf("\n");
        }
        for (uint32_t i = 0; i < motion.mark_count; i++) {
            gait_omf_mark mark = gait_skl_mark_at(skl, m, i);
            show_mark(motion.name, &mark);
        }
    }
}

/* --- exchange formats ------------------------------------------------------------------------- */

static void show_bvh(const gait_bvh *bvh) {
    printf("frame time %.6f s, read as %g frames per second\n", gait_bvh_frame_time(bvh),
           gait_bvh_rate(bvh));
    for (uint32_t j = 0; j < gait_bvh_joint_count(bvh); j++) {
        gait_bvh_joint joint = gait_bvh_joint_at(bvh, j);
        printf("joint %s: %u channels, offset %g, %g, %g\n", joint.name,
               (unsigned)joint.channel_count, joint.offset[0], joint.offset[1], joint.offset[2]);
    }
}

static void print_text(const char *before, gait_span utf8) {
    const char *text = utf8.size > 0 ? (const char *)utf8.data : "(no name)";
    printf("%s%.*s", before, utf8.size > 0 ? (int)utf8.size : (int)strlen(text), text);
}

static void show_gltf(const gait_gltf *gltf) {
    gait_gltf_rig *rig = NULL;
    for (uint32_t s = 0; s < gait_gltf_skin_count(gltf); s++) {
        gait_gltf_skin skin = gait_gltf_skin_at(gltf, s);
        print_text("skin ", skin.name);
        printf(": %u joints\n", (unsigned)skin.joint_count);
    }
    gait_status status = gait_gltf_rig_new(gltf, GAIT_GLTF_BEST_SKIN, NULL, &rig);
    if (status == GAIT_NOT_FOUND) {
        printf("no bones\n");
        return;
    }
    check(status, "bones");
    printf("%u bones of %s\n", (unsigned)gait_gltf_rig_bone_count(rig),
           gait_gltf_rig_skin(rig) == GAIT_GLTF_PLAIN_TREE ? "the tree of nodes" : "a skin");
    for (uint32_t a = 0; a < gait_gltf_animation_count(gltf); a++) {
        gait_gltf_timing timing;
        gait_gltf_animation animation = gait_gltf_animation_at(gltf, a);
        check(gait_gltf_timing_of(&(gait_gltf_animated_rig){gltf, rig, a}, 0, NULL, &timing),
              "times of keys");
        print_text("animation ", animation.name);
        printf(": %u channels, %.3f to %.3f s, %u frames at %g per second, %s\n",
               (unsigned)animation.channel_count, timing.first_s, timing.last_s,
               (unsigned)timing.frame_count, timing.fps,
               timing.is_exact ? "each key on a frame" : "keys between frames");
    }
    gait_gltf_rig_free(rig);
}

int main(int argc, char **argv) {
    check_usage(argc == 2 || argc == 3, "show_document FILE [NAME]");
    opened_file opened = open_file(argv[1]);
    const gait_file *file = opened.file;
    const gait_modelcfg *config = gait_file_modelcfg(file);
    const gait_p3d *p3d = gait_file_p3d(file);
    if (argv[2] && !config && !p3d) {
        fail(argv[2], "NAME requires a model.cfg or a P3D");
    }
    printf("%s", gait_format_get_info(gait_file_format(file))->title);
    if (gait_file_version(file) >= 0) {
        printf(", version %d", (int)gait_file_version(file));
    }
    printf("\n");
    switch (gait_file_format(file)) {
    case GAIT_FORMAT_RTM:
        show_rtm(gait_file_rtm(file));
        break;
    case GAIT_FORMAT_BMTR:
        show_bmtr(gait_file_bmtr(file));
        break;
    case GAIT_FORMAT_MODELCFG:
        show_modelcfg(config, argv[2]);
        break;
    case GAIT_FORMAT_P3D:
        show_p3d(p3d, argv[2]);
        break;
    case GAIT_FORMAT_OMF:
        show_omf(gait_file_omf(file));
        break;
    case GAIT_FORMAT_OGF:
        show_ogf(gait_file_ogf(file));
        break;
    case GAIT_FORMAT_SKL:
    case GAIT_FORMAT_SKLS:
    case GAIT_FORMAT_ANM:
        show_skl(gait_file_skl(file));
        break;
    case GAIT_FORMAT_GLTF:
        show_gltf(gait_file_gltf(file));
        break;
    case GAIT_FORMAT_BVH:
        show_bvh(gait_file_bvh(file));
        break;
    default:
        fail(argv[1], "a format without a document");
    }
    close_file(opened);
}
