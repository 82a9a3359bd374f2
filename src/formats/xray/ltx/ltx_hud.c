/* Lines of hud sections: docs/formats/ltx.md#first-person. */
#include "formats/xray/ltx/ltx_hud.h"

#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/text.h"

const gaiti_ltx_reading *gaiti_ltx_reading_of(gaiti_ltx_engine engine) {
    static const gaiti_ltx_reading readings[GAITI_LTX_ENGINE_COUNT] = {
        [GAITI_LTX_SOC] = {.reads_anim = true, .max_values = 1},
        [GAITI_LTX_COP] = {true, true, true, 2, 1},
        [GAITI_LTX_OGSR] = {true, true, true, 2, 1},
        [GAITI_LTX_IXRAY] = {false, true, true, 3, 1},
        [GAITI_LTX_ANOMALY] = {false, true, true, 4, 1},
        [GAITI_LTX_AXR] = {false, true, true, 3, 1},
    };
    return &readings[engine];
}

static bool hud_is_one_of(gait_span text, const char *const *list) {
    for (; *list; list++) {
        if (gaiti_equal_name(text, gaiti_span_of(*list))) {
            return true;
        }
    }
    return false;
}

static bool hud_ends_with(gait_span text, const char *end) {
    size_t size = strlen(end);
    return text.size >= size &&
           gaiti_equal_name(gaiti_span(text.data + text.size - size, size), gaiti_span_of(end));
}

/* Numbers and switches are no names of motions. */
static bool hud_is_name(gait_span value) {
    static const char *const switches[] = {"true", "false", "on", "off", NULL};
    bool has_letter = false;
    for (size_t i = 0; i < value.size; i++) {
        uint8_t c = gaiti_ascii_lower(value.data[i]);
        has_letter |= (c >= 'a' && c <= 'z') || c >= 0x80;
    }
    return has_letter && !hud_is_one_of(value, switches);
}

bool gaiti_ltx_is_motion(gaiti_ltx_engine engine, gait_span key, gait_span value) {
    static const char *const others[] = {"anim_factor",
                                         "anim_item",
                                         "anim_static",
                                         "anim_speed",
                                         "anim_timing",
                                         "anim_camera_effector",
                                         "anim_camera_effector_weapon",
                                         "anim_end",
                                         "anim_time_get",
                                         "anim_time_set",
                                         NULL};
    const gaiti_ltx_reading *reading = gaiti_ltx_reading_of(engine);
    bool is_read = (reading->reads_anim && gaiti_begins(key, "anim_")) ||
                   (reading->reads_anm && gaiti_begins(key, "anm_"));
    return is_read && value.size <= GAITI_LTX_VALUE_MAX && !hud_is_one_of(key, others) &&
           !hud_ends_with(key, "_speed_k") && !hud_ends_with(key, "_start_k") &&
           !hud_ends_with(key, "_stop_k") && !hud_ends_with(key, "_effector") && hud_is_name(value);
}

bool gaiti_ltx_hud_line_of(const gaiti_ltx_tree *tree, uint32_t node, uint32_t item,
                           gaiti_ltx_engine engine, gaiti_arena *arena,
                           gaiti_ltx_hud_line *out_line) {
    const gaiti_ltx_reading *reading = gaiti_ltx_reading_of(engine);
    gaiti_ltx_item from = gaiti_ltx_item_at(tree, item);
    if (!gaiti_ltx_is_motion(engine, from.key, from.value)) {
        return false;
    }
    gait_span value = gaiti_ltx_clean(arena, from.value), list = value, each;
    *out_line =
        (gaiti_ltx_hud_line){.item = from, .value = value, .is_inherited = from.node != node};
    if (!reading->has_items) {
        out_line->hands = value;
        out_line->value_count = 1;
        return value.data != NULL;
    }
    while (gaiti_ltx_next_item(&list, &each)) {
        gait_span *const parts[] = {&out_line->hands, &out_line->object, &out_line->speed};
        if (out_line->value_count < 3 && each.size > 0) {
            *parts[out_line->value_count] = each;
        }
        out_line->value_count++;
    }
    return out_line->hands.data != NULL;
}
