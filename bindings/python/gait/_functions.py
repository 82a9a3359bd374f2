"""The functions of bindings/flat.h: the type of the result, then each parameter as
NAME:TYPE. Bytes, blocks and arrays are addresses. Made by scripts/make_bindings.py.
"""

FUNCTIONS = {
    "version": "uint32_t",
    "library_version": "text",
    "new": "address max_bytes:size_t",
    "delete": "void flat:address",
    "alloc": "address size:size_t",
    "free": "void block:address",
    "close": "bool flat:address handle:uint32_t",
    "status": "int flat:address",
    "error_rule": "text flat:address",
    "error_text": "text flat:address",
    "error_file": "text flat:address",
    "error_offset": "double flat:address",
    "error_line": "uint32_t flat:address",
    "findings": "bool flat:address",
    "result": "address flat:address",
    "result_size": "size_t flat:address",
    "open": "uint32_t flat:address bytes:address size:size_t name:text code_page:uint32_t "
        "ownership:uint32_t",
    "examine": "uint32_t flat:address bytes:address size:size_t name:text code_page:uint32_t "
        "ownership:uint32_t",
    "dependency_count": "uint32_t flat:address file:uint32_t",
    "dependency": "bool flat:address file:uint32_t index:uint32_t",
    "provide": "bool flat:address file:uint32_t index:uint32_t bytes:address size:size_t "
        "ownership:uint32_t",
    "attach": "bool flat:address file:uint32_t json:address size:size_t",
    "format": "text flat:address file:uint32_t",
    "info": "bool flat:address file:uint32_t",
    "check": "bool flat:address file:uint32_t",
    "list": "bool flat:address file:uint32_t",
    "map": "bool flat:address file:uint32_t",
    "write": "bool flat:address file:uint32_t",
    "dump": "bool flat:address file:uint32_t",
    "build": "bool flat:address text:address size:size_t allow_damage:uint32_t",
    "sarif": "bool flat:address files:address count:uint32_t rules_url:text",
    "rules": "bool flat:address",
    "formats": "bool flat:address",
    "check_banks": "bool flat:address model:uint32_t banks:address refs:address count:uint32_t",
    "mod": "uint32_t flat:address name:text code_page:uint32_t",
    "mod_add": "bool flat:address mod:uint32_t path:text is_game:uint32_t",
    "mod_need": "int32_t flat:address mod:uint32_t",
    "mod_provide": "bool flat:address mod:uint32_t file:uint32_t bytes:address size:size_t",
    "mod_uses": "bool flat:address mod:uint32_t",
    "mod_check": "bool flat:address mod:uint32_t",
    "mod_list": "bool flat:address mod:uint32_t file:uint32_t",
    "skeleton": "uint32_t flat:address file:uint32_t name:text",
    "builtin": "uint32_t flat:address name:text",
    "builtins": "bool flat:address",
    "search": "uint32_t flat:address file:uint32_t candidates:address count:uint32_t "
        "tree:uint32_t pivots:uint32_t target:text path:text",
    "skeleton_json": "bool flat:address skeleton:uint32_t",
    "bone_count": "uint32_t flat:address skeleton:uint32_t",
    "rest": "bool flat:address skeleton:uint32_t kind:uint32_t out:address",
    "clip_count": "uint32_t flat:address file:uint32_t",
    "find_clip": "int32_t flat:address file:uint32_t name:text",
    "clip": "uint32_t flat:address file:uint32_t index:uint32_t skeleton:uint32_t",
    "moving_bones": "bool flat:address file:uint32_t index:uint32_t skeleton:uint32_t "
        "out:address",
    "frame_count": "uint32_t flat:address clip:uint32_t",
    "times": "bool flat:address clip:uint32_t out:address",
    "has_phases": "bool flat:address clip:uint32_t",
    "range": "bool flat:address clip:uint32_t out:address",
    "root_motion": "bool flat:address clip:uint32_t out:address",
    "poses": "bool flat:address clip:uint32_t times:address count:uint32_t kind:uint32_t "
        "out:address",
    "pose": "bool flat:address clip:uint32_t time:double kind:uint32_t out:address",
    "sample_size": "size_t flat:address clips:address count:uint32_t kind:uint32_t",
    "sample": "bool flat:address clips:address times:address count:uint32_t kind:uint32_t "
        "wrap:uint32_t out:address",
    "sample_played": "bool flat:address clips:address moments:address count:uint32_t "
        "kind:uint32_t out:address",
    "play": "bool flat:address clip:uint32_t seconds:double duration:double mode:uint32_t "
        "out:address",
    "blend": "bool flat:address a:address b:address bone_count:uint32_t weight:float "
        "mask:address out:address",
    "blend_add": "bool flat:address pose:address added:address reference:address "
        "bone_count:uint32_t weight:float mask:address out:address",
    "mask": "bool flat:address clip:uint32_t part:int32_t out:address",
    "keys": "bool flat:address clip:uint32_t rests:address axes:address duration:double",
    "curves": "bool flat:address clip:uint32_t rests:address axes:address fps:double "
        "first_frame:double duration:double",
    "host_pose": "bool flat:address clip:uint32_t rests:address axes:address time:double "
        "out:address",
    "draw": "bool flat:address clip:uint32_t view:text figures:uint32_t",
    "compare": "bool flat:address clip:uint32_t other:uint32_t",
    "distances": "bool flat:address clip:uint32_t other:uint32_t times:address "
        "other_times:address count:uint32_t out:address",
    "diff": "bool flat:address file:uint32_t other:uint32_t skeleton:uint32_t "
        "tolerance_deg:double tolerance_mm:double",
    "mesh": "uint32_t flat:address file:uint32_t skeleton:uint32_t axes:address",
    "mesh_data": "address flat:address mesh:uint32_t kind:uint32_t",
    "mesh_bones": "bool flat:address mesh:uint32_t skeleton:uint32_t out_bones:address "
        "out_inverses:address",
    "edit": "bool flat:address file:uint32_t script:text",
    "merge": "bool flat:address file:uint32_t other:uint32_t equal_names:text parts:text",
    "extract": "bool flat:address file:uint32_t clips:address count:uint32_t",
    "salvage": "bool flat:address file:uint32_t model:uint32_t",
    "optimise": "bool flat:address file:uint32_t tolerance_mm:double tolerance_deg:double "
        "clips:address count:uint32_t",
    "roundtrip": "bool flat:address base:uint32_t edited:uint32_t skeleton:uint32_t "
        "adds_new:bool drops_missing:bool",
    "report": "bool flat:address",
    "edited": "uint32_t flat:address base:uint32_t skeleton:uint32_t rests:address axes:address",
    "edited_add": "bool flat:address edited:uint32_t name:text block:address size:size_t "
        "start:double duration:double is_stepped:bool",
    "edited_add_curves": "bool flat:address edited:uint32_t name:text block:address size:size_t "
        "fps:double first_frame:double frames:double is_stepped:bool",
    "edited_add_poses": "bool flat:address edited:uint32_t name:text poses:address "
        "row_count:uint32_t pose_count:uint32_t rows:address pose_frames:address fps:double "
        "frames:double",
    "edited_attach": "bool flat:address edited:uint32_t json:address size:size_t",
    "edited_gltf": "bool flat:address edited:uint32_t",
    "edited_apply": "bool flat:address edited:uint32_t adds_new:bool drops_missing:bool",
    "convert": "uint32_t flat:address file:uint32_t target:text name:text skeleton:uint32_t "
        "base:uint32_t is_lossy:bool fps:double duration:double",
    "convert_clips": "bool flat:address conversion:uint32_t clips:address count:uint32_t",
    "convert_exactness": "bool flat:address conversion:uint32_t version:uint32_t "
        "tolerance_mm:double tolerance_deg:double",
    "convert_switches": "bool flat:address conversion:uint32_t has_sidecar:bool "
        "missing_bones:uint32_t",
    "convert_mesh": "bool flat:address conversion:uint32_t model:uint32_t no_mesh:bool",
    "next": "bool flat:address conversion:uint32_t",
    "output_count": "uint32_t flat:address conversion:uint32_t",
    "output_name": "text flat:address conversion:uint32_t index:uint32_t",
    "output": "bool flat:address conversion:uint32_t index:uint32_t",
}
