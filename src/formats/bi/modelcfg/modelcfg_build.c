/* Stores the relevant contents of a config text while it is parsed: the classes of three sections,
 * and bones. Used in two passes: the first one counts, the second one stores. */
#include "base/text/text.h"
#include "formats/bi/modelcfg/modelcfg.h"

static bool cfg_named(gait_span name, const char *text) {
    return gaiti_equal_name(name, gaiti_span(text, strlen(text)));
}

static gaiti_cfg_section cfg_section_of(gait_span name) {
    static const char *const sections[GAITI_CFG_SECTIONS] = {"CfgSkeletons", "CfgModels",
                                                             "CfgSkeletonParameters"};
    int section = 0;
    while (section < GAITI_CFG_SECTIONS && !cfg_named(name, sections[section])) {
        section++;
    }
    return (gaiti_cfg_section)section;
}

/* Reports a repeated name at its position in the text. */
static void cfg_report_twice(const gaiti_cfg_builder *builder, gait_span name) {
    size_t from = (size_t)(name.data - builder->cursor->text.data);
    gaiti_cfg_report(builder->cursor, GAITI_CFG_TWICE, from, name.size, name);
}

void gaiti_cfg_on_class(gaiti_cfg_builder *builder, uint32_t depth, gait_span name, gait_span base,
                        bool external) {
    if (depth == 0 && !external) {
        builder->section = cfg_section_of(name);
    }
    if (depth != 1 || builder->section == GAITI_CFG_ELSEWHERE || name.size == 0) {
        return;
    }
    uint32_t index = builder->class_count++;
    if (builder->classes) {
        builder->classes[index] = (gaiti_cfg_class){.name = name,
                                                    .base = base,
                                                    .section = builder->section,
                                                    .external = external,
                                                    .definition = -1,
                                                    .base_class = -1};
    }
    if (!external) {
        builder->open_class = (int32_t)index;
    }
}

void gaiti_cfg_on_close(gaiti_cfg_builder *builder, uint32_t depth) {
    if (depth == 0) {
        builder->section = GAITI_CFG_ELSEWHERE;
    }
    if (depth <= 1) {
        builder->open_class = -1;
    }
}

/* The class to which a property belongs; NULL when it is not stored, or in the counting pass. */
static gaiti_cfg_class *cfg_owner(gaiti_cfg_builder *builder, uint32_t depth) {
    return depth == 2 && builder->open_class >= 0 && builder->classes
               ? &builder->classes[builder->open_class]
               : NULL;
}

void gaiti_cfg_on_value(gaiti_cfg_builder *builder, uint32_t depth, gait_span name,
                        gaiti_cfg_text value) {
    static const char *const keys[GAITI_CFG_KEYS] = {"skeletonInherit", "isDiscrete", "pivotsModel",
                                                     "skeletonName"};
    gaiti_cfg_class *owner = cfg_owner(builder, depth);
    for (int key = 0; owner && key < GAITI_CFG_KEYS; key++) {
        if (cfg_named(name, keys[key])) {
            if (owner->values[key].raw.data) {
                cfg_report_twice(builder, name);
                return;
            }
            owner->values[key] = value;
        }
    }
}

void gaiti_cfg_on_array(gaiti_cfg_builder *builder, uint32_t depth, gait_span name, bool adds) {
    gaiti_cfg_class *owner = cfg_owner(builder, depth);
    builder->in_bones = depth == 2 && builder->open_class >= 0 &&
                        builder->section == GAITI_CFG_SKELETONS && cfg_named(name, "skeletonBones");
    if (!owner || !builder->in_bones) {
        return;
    }
    if (owner->has_bones) {
        cfg_report_twice(builder, name);
        builder->in_bones = false;
        return;
    }
    owner->has_bones = true;
    owner->adds_bones = adds;
    owner->first_item = builder->item_count;
}

void gaiti_cfg_on_item(gaiti_cfg_builder *builder, gaiti_cfg_text item) {
    if (!builder->in_bones) {
        return;
    }
    if (!item.raw.data) {
        size_t at = builder->cursor->at;
        gaiti_cfg_report(builder->cursor, GAITI_CFG_NESTED, at, 1, (gait_span){0});
        return;
    }
    if (builder->items) {
        builder->items[builder->item_count] = item;
        builder->classes[builder->open_class].item_count++;
    }
    builder->item_count++;
}
