/* Finds the relevant contents of a config text: the classes of three sections, and bones. */
#include "base/text/text.h"
#include "base/try.h"
#include "formats/bi/modelcfg/modelcfg.h"

/* Made twice: first only to count. */
typedef struct cfg_builder {
    const gait_modelcfg *modelcfg;
    const gaiti_report *report;
    gaiti_cfg_class *classes; /* NULL: only count */
    gaiti_config_value *items;
    uint32_t class_count, item_count;
} cfg_builder;

static bool cfg_named(const gaiti_config_entry *entry, const char *text) {
    return gaiti_equal_name(gaiti_config_name(entry), gaiti_span_of(text));
}

static gaiti_cfg_section cfg_section_of(gait_span name) {
    static const char *const sections[GAITI_CFG_SECTIONS] = {"CfgSkeletons", "CfgModels",
                                                             "CfgSkeletonParameters"};
    int section = 0;
    while (section < GAITI_CFG_SECTIONS &&
           !gaiti_equal_name(name, gaiti_span_of(sections[section]))) {
        section++;
    }
    return (gaiti_cfg_section)section;
}

bool gaiti_cfg_is_section(gait_span name) {
    return cfg_section_of(name) != GAITI_CFG_ELSEWHERE;
}

static void cfg_report_on(const cfg_builder *builder, gaiti_rule rule, gait_span where) {
    gaiti_config_raise(&builder->modelcfg->texts, builder->report, rule, where, where);
}

static void cfg_build_value(const cfg_builder *builder, gaiti_cfg_class *owner,
                            const gaiti_config_entry *entry) {
    static const char *const keys[GAITI_CFG_KEYS] = {"skeletonInherit", "isDiscrete", "pivotsModel",
                                                     "skeletonName"};
    for (int key = 0; key < GAITI_CFG_KEYS; key++) {
        if (!cfg_named(entry, keys[key])) {
            continue;
        }
        if (owner->values[key].raw.data) {
            cfg_report_on(builder, GAITI_CFG_TWICE, gaiti_config_name(entry));
        } else {
            owner->values[key] =
                (gaiti_config_value){gaiti_config_text(entry), entry->kind == GAITI_CONFIG_QUOTED};
        }
    }
}

static void cfg_build_bones(cfg_builder *builder, gaiti_cfg_class *owner,
                            const gaiti_config_entry *array) {
    if (owner->has_bones) {
        cfg_report_on(builder, GAITI_CFG_TWICE, gaiti_config_name(array));
        return;
    }
    owner->has_bones = true;
    owner->adds_bones = array->kind == GAITI_CONFIG_ADDED;
    owner->first_item = builder->item_count;
    for (const gaiti_config_entry *item = array->first; item; item = item->next) {
        if (item->kind == GAITI_CONFIG_ARRAY) {
            cfg_report_on(builder, GAITI_CFG_NESTED, gaiti_config_text(item));
            continue;
        }
        if (builder->items) {
            builder->items[builder->item_count] =
                (gaiti_config_value){gaiti_config_text(item), item->kind == GAITI_CONFIG_QUOTED};
        }
        builder->item_count++;
        owner->item_count++;
    }
}

static void cfg_build_class(cfg_builder *builder, const gaiti_config_entry *entry,
                            gaiti_cfg_section section) {
    gaiti_cfg_class made = {.name = gaiti_config_name(entry),
                            .base = gaiti_config_text(entry),
                            .section = section,
                            .external = entry->kind == GAITI_CONFIG_DECLARED,
                            .definition = -1,
                            .base_class = -1};
    for (const gaiti_config_entry *member = entry->first; member; member = member->next) {
        if (member->kind == GAITI_CONFIG_BARE || member->kind == GAITI_CONFIG_QUOTED) {
            cfg_build_value(builder, &made, member);
        } else if (member->kind >= GAITI_CONFIG_ARRAY && section == GAITI_CFG_SKELETONS &&
                   cfg_named(member, "skeletonBones")) {
            cfg_build_bones(builder, &made, member);
        }
    }
    if (builder->classes) {
        builder->classes[builder->class_count] = made;
    }
    builder->class_count++;
}

static void cfg_build_sections(cfg_builder *builder, const gaiti_config_entry *root) {
    for (const gaiti_config_entry *top = root->first; top; top = top->next) {
        gaiti_cfg_section section = cfg_section_of(gaiti_config_name(top));
        const gaiti_config_entry *entry = top->kind == GAITI_CONFIG_CLASS ? top->first : NULL;
        for (; entry && section != GAITI_CFG_ELSEWHERE; entry = entry->next) {
            if (entry->kind <= GAITI_CONFIG_DECLARED && entry->name_size > 0) {
                cfg_build_class(builder, entry, section);
            }
        }
    }
}

gait_status gaiti_cfg_build(gait_modelcfg *modelcfg, const gaiti_config_entry *root,
                            const gaiti_report *report) {
    cfg_builder builder = {.modelcfg = modelcfg};
    cfg_build_sections(&builder, root);
    modelcfg->class_count = builder.class_count;
    modelcfg->item_count = builder.item_count;
    modelcfg->classes =
        gaiti_alloc(&modelcfg->arena, builder.class_count, sizeof *modelcfg->classes);
    modelcfg->items = gaiti_alloc(&modelcfg->arena, builder.item_count, sizeof *modelcfg->items);
    GAITI_TRY(modelcfg->arena.status);
    builder = (cfg_builder){.modelcfg = modelcfg,
                            .report = report,
                            .classes = modelcfg->classes,
                            .items = modelcfg->items};
    cfg_build_sections(&builder, root);
    return GAIT_OK;
}
