"""How make_calls.py makes objects and wrong structs, and what results are then. In texts, {bytes}
are the bytes of a file and {path} is its path; exceptions.txt explains the rest."""

# The file of which the objects of functions are made, by the first word of their names, and that of
# the others.
PATH = "samples/stalker.omf"
PATHS = {
    "bmtr": "samples/walk_binarised.rtm",
    "bvh": "bvh/ok/tiny.bvh",
    "clip": "samples/walk.rtm",
    "gltf": "gltf/ok/waving.glb",
    "mesh": "ogf/ok/mesh.ogf",
    "metadata": "gltf/ok/extras.glb",
    "modelcfg": "modelcfg/ok/plain.cfg",
    "ogf": "ogf/ok/skeleton.ogf",
    "p3d": "p3d/ok/pivots.p3d",
    "play": "samples/walk.rtm",
    "pose": "samples/walk.rtm",
    "recover": "samples/walk.rtm",
    "rtm": "samples/walk.rtm",
    "sampler": "samples/walk.rtm",
    "skinning": "ogf/ok/mesh.ogf",
    "skl": "skl/ok/marks.skl",
}

# type: (how it is made, the function that frees it). A call sets {x}; "= " is an expression,
# "struct " an initializer.
OBJECTS = {
    "gait_bank": ("gait_bank_open(<gait_file>, NULL, &{x})", "gait_bank_free"),
    "gait_bank_summary": ("gait_bank_summary_new(<gait_file>, NULL, &{x})",
                          "gait_bank_summary_free"),
    "gaiti_base_file": ("gaiti_base_file_new(<gait_file>, <gait_skeleton>, NULL, &{x})",
                       "gaiti_base_file_free"),
    "gait_bmtr": ("gait_bmtr_open({bytes}, NULL, &{x})", "gait_bmtr_free"),
    "gait_bvh": ("gaiti_bvh_open({bytes}, NULL, &{x})", "gaiti_bvh_free"),
    "gait_clip": ("gait_file_clip(<gait_file>, 0, <gait_skeleton>, NULL, &{x})",
                  "gait_clip_free"),
    "gaiti_clip_change": ("struct {.base = <gait_clip>, .frame_count = <gait_clip>->frame_count, "
                          ".bones = wrong_bone_changes()}", None),
    "gait_clip_comparison": ("gait_clip_compare(<gait_clip>, <gait_clip>, NULL, &{x})",
                             "gait_clip_comparison_free"),
    "gait_conversion": ("gait_convert_begin(<gait_file>, &wrong_to_gltf, &{x})",
                        "gait_conversion_free"),
    "gaiti_diff": ("gaiti_diff_new(<gaiti_base_file>, <gait_edited_file>, NULL, &{x})",
                  "gaiti_diff_free"),
    "gait_edit": ('gait_edit_begin({bytes}, "a.omf", NULL, &{x})', "gait_edit_free"),
    "gait_edited_file": ("gaiti_edited_file_new(<gait_gltf@export:samples/stalker.omf>, "
                         "<gait_gltf_rig@export:samples/stalker.omf>, NULL, &{x})",
                         "gait_edited_file_free"),
    "gait_file": ("= wrong_file({path})", None),
    "gait_file_comparison": ("gait_file_compare(<gait_file>, <gait_file@samples/walk.rtm>, NULL, "
                             "&{x})", "gait_file_comparison_free"),
    "gait_gltf": ("gaiti_gltf_open({bytes}, NULL, &{x})", "gaiti_gltf_free"),
    "gait_gltf_animated_rig": ("struct {<gait_gltf>, <gait_gltf_rig>, 0}", None),
    "gait_gltf_rig": ("gait_gltf_rig_new(<gait_gltf>, GAIT_GLTF_BEST_SKIN, NULL, &{x})",
                      "gait_gltf_rig_free"),
    "gaiti_gltf_writer": ("gaiti_gltf_writer_new(<gait_skeleton>, NULL, &{x})",
                         "gaiti_gltf_writer_free"),
    "gait_host": ("struct {<gait_skeleton>, wrong_identities(), NULL}", None),
    "gait_host_timeline": ("struct {30, 0}", None),
    "gait_host_rig": ("gait_host_rig_new(<gait_host>, NULL, &{x})", "gait_host_rig_free"),
    "gait_junit": ("struct {0}", "gait_report_junit_free"),
    "gait_mesh": ("gait_file_mesh(<gait_file@ogf/ok/mesh.ogf>, NULL, NULL, &{x})",
                  "gait_mesh_free"),
    "gait_metadata": ("= gaiti_file_metadata(<gait_file@gltf/ok/extras.glb>)", None),
    "gaiti_metadata_base": ("struct {.clip = <gait_clip>}", None),
    "gait_mod": ("gait_mod_new(NULL, &{x})", "gait_mod_free"),
    "gait_modelcfg": ("gaiti_modelcfg_open({bytes}, NULL, &{x})", "gaiti_modelcfg_free"),
    "gait_ogf": ("gaiti_ogf_open({bytes}, NULL, &{x})", "gaiti_ogf_free"),
    "gait_omf": ("gait_omf_open({bytes}, NULL, &{x})", "gait_omf_free"),
    "gait_optimised": ("gait_optimise(<gait_file>, NULL, wrong_buffer(), &{x})",
                       "gait_optimised_free"),
    "gait_output_names": ('gait_output_names_new("{clip}", 1, NULL, &{x})',
                          "gait_output_names_free"),
    "gait_p3d": ("gaiti_p3d_open({bytes}, NULL, &{x})", "gaiti_p3d_free"),
    "gait_reader": ("= wrong_reader({path})", None),
    "gait_report_input": ('struct {"a", 1, <gait_file>, GAIT_FORMAT_OMF, "ok", NULL, NULL, 0}',
                          None),
    "gait_report_pair": ('struct {.status = "added"}', None),
    "gait_report_sample": ('struct {.path = "a", .clip = <gait_clip>, .pose = wrong_room(3)}',
                           None),
    "gait_roundtrip_report": ("gait_roundtrip(<gait_file@samples/stalker.omf>, "
                              "<gait_file@export:samples/stalker.omf>, NULL, NULL, &{x}, "
                              "wrong_buffer())", "gait_roundtrip_report_free"),
    "gait_rtm": ("gaiti_rtm_open({bytes}, NULL, &{x})", "gaiti_rtm_free"),
    "gait_rule": ("= gait_rule_at(0)", None),
    "gait_sampler": ("= wrong_sampler(<gait_clip>)", None),
    "gait_sampler_memory": ("= wrong_memory(<gait_clip>)", None),
    "gait_sarif": ("struct {0}", "gait_report_sarif_free"),
    "gait_search": ("gait_search_begin(<gait_file>, NULL, &{x})", "wrong_end_search"),
    "gait_search_result": ("gait_skeleton_search(<gait_file>, NULL, 0, NULL, &{x})",
                           "gait_search_result_free"),
    "gait_skeleton": ("gait_file_bind_skeleton(<gait_file>, wrong_tree({path}), NULL, &{x})",
                      "gait_skeleton_free"),
    "gait_skl": ("gait_skl_open({bytes}, NULL, &{x})", "gait_skl_free"),
}

# What makes a struct wrong beside its spans and enums.
CLIP = ["x.name = NULL;", "x.skeleton = NULL;", "x.tracks = NULL;", "x.time = NULL;",
        "x.events = NULL; x.event_count = 1;",
        "x.space = (gait_space)(GAIT_SPACE_LOCAL_DELTA + 1);",
        "x.axes = (gait_axes)(GAIT_AXES_GLTF + 1);"]
MEMBERS = {
    "gait_clip": CLIP[:5],
    "gaiti_base_file": [
        "x.clips = NULL;", "x.clips = NULL; x.clip_count = 0; x.skeleton = NULL;",
        "const gait_clip *one = NULL; x.clips = &one; x.clip_count = 1;",
        *(f"gait_clip inner = *x.clips[0]; {one.replace('x.', 'inner.')} "
          "const gait_clip *one = &inner; x.clips = &one; x.clip_count = 1;" for one in CLIP)],
    "gait_edited_file": [
        "x.joints = NULL;", "x.joint_count = 1; x.joints = &(gait_edited_joint){.parent = -1};",
        "x.animation_count = 1; x.animations = NULL;",
        *(f"x.animation_count = 1; x.joint_count = 1; "
          f"x.animations = &(gait_edited_animation){{{one}, NULL, 0, false}};" for one in (
              '"a", NULL', "NULL, &(gait_edited_track){.scale = {.count = 0}}",
              '"a", &(gait_edited_track){.scale = {.count = 1, .values = wrong_times}}',
              '"a", &(gait_edited_track){.translation = {1, 0, wrong_times, NULL, NULL}}',
              '"a", &(gait_edited_track){.rotation = {1, GAIT_EDITED_CUBIC, wrong_times, '
              'wrong_times, NULL}}'))],
    "gait_convert_options": ["x.fps = -1;", "x.clips = wrong_beyond; x.clip_count = 1;",
                             "x.clips = NULL; x.clip_count = 1;"],
    "gait_draw_options": ["x.figures = GAIT_DRAW_MAX_FIGURES + 1;"],
    "gait_file_compare_options": [f"x.tolerance_{unit} = {value};" for unit in ("deg", "mm")
                                  for value in ("-1", "NAN", "INFINITY", "-INFINITY")],
    "gaiti_gltf_writer_options": ["x.fps = -1;"],
    "gaiti_bvh_options": ["x.rate = -1;"],
    "gait_optimise_options": [*(f"x.tolerance_{unit} = {value};" for unit in ("deg", "mm")
                                for value in ("-1", "NAN", "INFINITY")),
                              "x.clips = wrong_beyond; x.clip_count = 1;"],
    "gaiti_clip_change": ["x.base = NULL;", "x.bones = NULL;",
                          "x.is_retimed = true; x.times = NULL;",
                          *(f"gait_clip inner = *<gait_clip>; {one.replace('x.', 'inner.')} "
                            "x.base = &inner;" for one in CLIP)],
    "gait_gltf_animated_rig": ["x.file = NULL;", "x.rig = NULL;", "x.animation = UINT32_MAX;",
                               "x.animation = gait_gltf_animation_count(x.file);",
                               "x.rig = <gait_gltf_rig@export:samples/walk.rtm>;"],
    "gaiti_gltf_texture_image": ["x.texture = NULL;", 'x.texture = "a"; x.bytes = wrong_span;'],
    "gait_host": ["x.skeleton = NULL;", "x.rests = NULL;"],
    "gait_host_clip": ["x.name = NULL;", "x.start_s = NAN;", "x.start_s = 1e9;",
                       "x.duration_s = NAN;", "x.duration_s = -1;", "x.duration_s = INFINITY;"],
    "gait_host_curve_clip": ["x.name = NULL;", "x.timeline.fps = 0;", "x.timeline.fps = NAN;",
                             "x.timeline.first_frame = NAN;", "x.timeline.first_frame = 1e9;",
                             "x.frames = -1;", "x.frames = NAN;", "x.frames = 1e12;"],
    "gait_host_pose_clip": ["x.name = NULL;", "x.poses = NULL;", "x.row_count = 0;",
                            "x.pose_count = 0;", "x.rows = NULL;", "x.fps = 0;", "x.fps = NAN;",
                            "x.frames = -1;", "x.frames = NAN;"],
    "gait_host_timeline": ["x.fps = 0;", "x.fps = -30;", "x.fps = NAN;", "x.fps = 1e9;",
                           "x.fps = INFINITY;", "x.fps = 1e-9;", "x.first_frame = NAN;",
                           "x.first_frame = 1e9;", "x.first_frame = -INFINITY;"],
    "gaiti_metadata_base": ["x.clip = NULL;",
                           *(f"gait_clip inner = *<gait_clip>; {one.replace('x.', 'inner.')} "
                             "x.clip = &inner;" for one in CLIP)],
    "gait_play_options": ["x.duration = 0;", "x.duration = -1;", "x.duration = NAN;",
                          "x.duration = INFINITY;", "x.duration = -INFINITY;"],
    "gait_reader": ["x.read = NULL;"],
    "gait_sampler_memory": ["x.block = NULL;", "x.size--;", "x.size = 0;", "x.work = NULL;",
                            "x.work_size--;"],
    "gait_moment": ["x.key = UINT32_MAX;", "x.next = UINT32_MAX;", "x.fraction = -0.1;",
                    "x.fraction = 1.1;", "x.fraction = NAN;"],
    "gait_report_input": ["x.status = NULL;"],
    "gait_report_pair": ["x.status = NULL;"],
    "gait_report_sample": ["x.path = NULL;", "x.clip = NULL;", "x.pose = NULL;",
                           'x.clip = &(gait_clip){.name = ""};'],
}

# The assertion about {call} by type of the result.
RESULTS = {
    "gait_status": "assert_int_equal({call}, GAIT_BAD_ARGUMENT);",
    "gait_span": "assert_int_equal({call}.size, 0);",
    "void": "{call};",
    "bool": "assert_false({call});",
    "float": "assert_true({call} == 0);",
    "double": "assert_true({call} == 0);",
    "size_t": "assert_int_equal({call}, 0);",
    "uint8_t": "assert_int_equal({call}, 0);",
    "uint32_t": "assert_int_equal({call}, 0);",
    "uint64_t": "assert_int_equal({call}, 0);",
    "int32_t": "assert_int_equal({call}, -1);",
    "gait_severity": "assert_int_equal({call}, GAIT_OFF);",
    "gait_convert_route": "assert_int_equal({call}, GAIT_ROUTE_NONE);",
    "gait_format": "assert_int_equal({call}, GAIT_FORMAT_UNKNOWN);",
    "gaiti_ogf_refs_form": "assert_int_equal({call}, GAITI_OGF_REFS_NONE);",
    "gait_requirement": "assert_int_equal({call}, GAIT_REQUIRES_NOTHING);",
    "gait_skl_kind": "assert_int_equal({call}, GAIT_SKL_ONE);",
}

# Other objects with which wrong indices are tried.
VARIANTS = {
    "gait_bmtr": ["gaiti_bmtr_new(2, 0, 0, NULL, &{x})"],
    "gait_bvh": ["bvh/ok/no_channels.bvh"],
    "gait_file": ["samples/walk.rtm", "samples/walk_binarised.rtm", "ogf/ok/both_refs.ogf",
                  "ogf/ok/mesh_only.ogf", "skl/ok/no_bones.skls", "modelcfg/ok/plain.cfg",
                  "p3d/ok/no_memory.p3d", "gltf/ok/extras.glb", "gltf/ok/nothing.gltf",
                  "bvh/ok/tiny.bvh", "omf/ok/two_parts.omf", "omf/ok/no_motions.omf",
                  "anm/ok/version_3.anm"],
    "gait_gltf": ["gltf/ok/nothing.gltf"],
    "gait_modelcfg": [],
    "gait_ogf": ["ogf/ok/mesh_only.ogf"],
    "gait_omf": ["omf/ok/no_motions.omf", "omf/bad/no_bones.omf",
                 "gaiti_omf_new(4, NULL, &{x})"],
    "gait_p3d": ["p3d/ok/no_levels.p3d"],
    "gait_rtm": ["gaiti_rtm_new(0, 0, NULL, &{x})"],
    "gait_skl": ["skl/ok/no_bones.skls", "skl/ok/no_keys.skl", "anm/ok/version_4.anm",
                 "gait_skl_new(GAIT_SKL_MANY, NULL, &{x})"],
}

