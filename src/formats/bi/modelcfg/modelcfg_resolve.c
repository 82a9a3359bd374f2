/* Resolves inheritance of classes, and makes skeletons and models. */
#include "base/text/names.h"
#include "base/text/text.h"
#include "formats/bi/modelcfg/modelcfg.h"
#include "model/builtin_tables.h"

enum { CFG_NONE = -1 };

/* State, with one array entry per class unless stated otherwise. Each walk along bases or inherited
 * skeletons has a number, with which it stamps the classes visited; reaching a class with the stamp
 * of the same walk means a cycle. */
typedef struct cfg_resolving {
    gait_modelcfg *modelcfg;
    const gaiti_report *report;
    gaiti_arena *scratch;
    gait_status status;
    uint64_t work; /* number of steps, at most GAITI_CFG_WORK */
    uint32_t *class_stamp, *skeleton_stamp, class_walk, skeleton_walk;
    gaiti_names sets[GAITI_CFG_SECTIONS]; /* classes by name */
    int32_t *skeleton_of;                 /* index of the skeleton that a class defines */
    uint32_t *sources; /* of one skeleton: classes whose items are its bones, last ones first */
    uint32_t source_count, source_capacity;
    uint32_t *first_equal; /* per item: the first item with the same name */
    uint32_t *bone_stamp;  /* per item: the last skeleton with a bone of this name, + 1 */
    int32_t *bone_place;   /* per item: index of the bone in that skeleton */
    gait_span human;       /* of the skeleton: skeletonInherit that names the human of the game */
    gaiti_names human_set; /* the bones of the human; made when they are needed */
    gait_span *human_names;
} cfg_resolving;

static bool cfg_is_ok(const cfg_resolving *all) {
    return all->status == GAIT_OK;
}

static gait_status cfg_report(const cfg_resolving *all, gaiti_rule rule, gait_span where) {
    return gaiti_config_raise(&all->modelcfg->texts, all->report, rule, where, where);
}

/* Counts steps that are not linear in the size of the text, to limit the time for malicious texts.
 * False when the limit is exceeded. */
static bool cfg_count_work(cfg_resolving *all, uint64_t steps, gait_span where) {
    all->work += steps;
    if (all->work > GAITI_CFG_WORK && cfg_is_ok(all)) {
        all->status = cfg_report(all, GAITI_CFG_TOO_MUCH, where);
    }
    return cfg_is_ok(all);
}

/* --- texts ------------------------------------------------------------------------------------ */

static const char *cfg_utf8(cfg_resolving *all, gaiti_config_value text) {
    gaiti_arena *arena = &all->modelcfg->arena;
    gait_span plain = text.quoted ? gaiti_config_unquoted(arena, text.raw) : text.raw;
    char *out = NULL;
    if (plain.data && all->modelcfg->is_utf8) {
        out = gaiti_alloc(arena, (uint64_t)plain.size + 1, 1);
        if (out) {
            memcpy(out, plain.data, plain.size);
        }
    } else if (plain.data) {
        out = gaiti_utf8(arena, all->modelcfg->code_page, plain);
    }
    if (!out && !text.raw.data) {
        return "";
    }
    if (!out) {
        all->status = arena->status;
    }
    return out ? out : "";
}

/* --- bases ------------------------------------------------------------------------------------ */

/* The class defined with that name in the section; CFG_NONE = none. *out_declared: a class of that
 * name is at least declared. */
static int32_t cfg_find_class(const cfg_resolving *all, gaiti_cfg_section section, gait_span name,
                              bool *out_declared) {
    int32_t first = name.data ? gaiti_names_find(&all->sets[section], name) : CFG_NONE;
    *out_declared = first >= 0;
    return first < 0 ? CFG_NONE : all->modelcfg->classes[first].definition;
}

/* Adds a class by name. The first definition of each name is used; later ones are reported. */
static void cfg_add_class(cfg_resolving *all, uint32_t index) {
    gait_modelcfg *modelcfg = all->modelcfg;
    gaiti_cfg_class *item = &modelcfg->classes[index];
    int32_t equal = gaiti_names_add(&all->sets[item->section], index);
    gaiti_cfg_class *first = equal < 0 ? item : &modelcfg->classes[equal];
    item->repeated = !item->external && first->definition >= 0;
    if (item->repeated) {
        cfg_report(all, GAITI_CFG_TWICE, item->name);
    } else if (!item->external) {
        first->definition = (int32_t)index;
    }
}

static void cfg_link(cfg_resolving *all) {
    gait_modelcfg *modelcfg = all->modelcfg;
    uint32_t counts[GAITI_CFG_SECTIONS] = {0};
    gait_span *names = gaiti_alloc(all->scratch, modelcfg->class_count, sizeof *names);
    bool done = names != NULL;
    for (uint32_t c = 0; done && c < modelcfg->class_count; c++) {
        names[c] = modelcfg->classes[c].name;
        counts[modelcfg->classes[c].section]++;
    }
    for (int section = 0; done && section < GAITI_CFG_SECTIONS; section++) {
        done = gaiti_names_init(&all->sets[section], all->scratch, names, counts[section]);
    }
    if (!done) {
        all->status = all->scratch->status;
        return;
    }
    for (uint32_t c = 0; c < modelcfg->class_count; c++) {
        cfg_add_class(all, c);
    }
    for (uint32_t c = 0; c < modelcfg->class_count; c++) {
        gaiti_cfg_class *item = &modelcfg->classes[c];
        item->base_class = cfg_find_class(all, item->section, item->base, &item->base_is_external);
    }
}

/* The base of a class; CFG_NONE if there is none, in a cycle, and after an error. */
static int32_t cfg_next_base(cfg_resolving *all, int32_t at) {
    int32_t base = all->modelcfg->classes[at].base_class;
    if (base < 0 || all->class_stamp[base] == all->class_walk ||
        !cfg_count_work(all, 1, all->modelcfg->classes[at].name)) {
        return CFG_NONE;
    }
    all->class_stamp[base] = all->class_walk;
    return base;
}

static void cfg_begin_class_walk(cfg_resolving *all, uint32_t start) {
    all->class_stamp[start] = ++all->class_walk;
}

/* Inherits the values that a class lacks from its bases. A base may have inherited its values
 * already; those of the nearest base are used in either case. */
static void cfg_inherit_values(cfg_resolving *all, uint32_t start) {
    gaiti_cfg_class *item = &all->modelcfg->classes[start];
    cfg_begin_class_walk(all, start);
    for (int32_t at = cfg_next_base(all, (int32_t)start); at >= 0; at = cfg_next_base(all, at)) {
        for (int key = 0; key < GAITI_CFG_KEYS; key++) {
            if (!item->values[key].raw.data) {
                item->values[key] = all->modelcfg->classes[at].values[key];
            }
        }
    }
}

/* --- the human of the game -------------------------------------------------------------------- */

bool gaiti_cfg_inherits_human(const gait_modelcfg *modelcfg, const gaiti_cfg_skeleton *skeleton) {
    return skeleton->inherits < 0 &&
           gaiti_equal_name(modelcfg->classes[skeleton->class_index].values[GAITI_CFG_INHERIT].raw,
                            gaiti_span_of("OFP2_ManSkeleton"));
}

/* The index of a bone of the human, if the skeleton inherits it; CFG_NONE = none. */
static int32_t cfg_find_human_bone(cfg_resolving *all, gait_span name) {
    const gaiti_builtin_table *human = gaiti_arma_man();
    if (!all->human.data) {
        return CFG_NONE;
    }
    if (!all->human_names) {
        all->human_names = gaiti_alloc(all->scratch, human->bone_count, sizeof *all->human_names);
        if (!all->human_names ||
            !gaiti_names_init(&all->human_set, all->scratch, all->human_names, human->bone_count)) {
            all->human_names = NULL;
            all->status = all->scratch->status;
            return CFG_NONE;
        }
        for (uint32_t b = 0; b < human->bone_count; b++) {
            const char *text = human->bones[b].name;
            all->human_names[b] = gaiti_span(text, strlen(text));
            gaiti_names_add(&all->human_set, b);
        }
    }
    return gaiti_names_find(&all->human_set, name);
}

/* Adds the bones of the human to a skeleton that inherits it. */
static void cfg_add_human(cfg_resolving *all, uint32_t skeleton) {
    const gaiti_builtin_table *human = gaiti_arma_man();
    gait_modelcfg *modelcfg = all->modelcfg;
    for (uint32_t b = 0; all->human.data && b < human->bone_count; b++) {
        const char *parent = human->bones[b].parent;
        gait_modelcfg_bone about = {human->bones[b].name, parent ? parent : "", CFG_NONE};
        if (parent) {
            about.parent = cfg_find_human_bone(all, gaiti_span(parent, strlen(parent)));
        }
        modelcfg->bones[modelcfg->bone_count++] = (gaiti_cfg_bone){about, all->human};
        modelcfg->skeletons[skeleton].about.bone_count++;
    }
}

/* --- bones ------------------------------------------------------------------------------------ */

static void cfg_add_source(cfg_resolving *all, uint32_t class_index) {
    const gaiti_cfg_class *item = &all->modelcfg->classes[class_index];
    if (!cfg_count_work(all, 1 + item->item_count / 2, item->name)) {
        return;
    }
    all->status = gaiti_append(all->scratch, &all->sources, &all->source_count,
                               &all->source_capacity, &class_index, sizeof class_index);
}

/* Adds the array of a class: its own, or that of its nearest base; += adds to the array of the
 * base. */
static void cfg_add_array(cfg_resolving *all, int32_t at) {
    cfg_begin_class_walk(all, (uint32_t)at);
    for (; at >= 0 && cfg_is_ok(all); at = cfg_next_base(all, at)) {
        const gaiti_cfg_class *item = &all->modelcfg->classes[at];
        if (item->has_bones) {
            cfg_add_source(all, (uint32_t)at);
            if (!item->adds_bones) {
                return;
            }
        }
    }
}

/* Lists the classes whose items are the bones of a skeleton. Its own bones come after the bones
 * that it inherits by skeletonInherit, directly and indirectly. */
static void cfg_list_sources(cfg_resolving *all, uint32_t skeleton) {
    const gait_modelcfg *modelcfg = all->modelcfg;
    int32_t at = (int32_t)modelcfg->skeletons[skeleton].class_index;
    all->source_count = 0;
    all->skeleton_walk++;
    all->human = gaiti_span(NULL, 0);
    while (at >= 0 && all->skeleton_stamp[at] != all->skeleton_walk && cfg_is_ok(all)) {
        all->skeleton_stamp[at] = all->skeleton_walk;
        cfg_add_array(all, at);
        const gaiti_cfg_skeleton *owner = &modelcfg->skeletons[all->skeleton_of[at]];
        if (gaiti_cfg_inherits_human(modelcfg, owner)) {
            all->human = modelcfg->classes[at].values[GAITI_CFG_INHERIT].raw;
            cfg_count_work(all, gaiti_arma_man()->bone_count, all->human);
        }
        at = owner->inherits;
        cfg_count_work(all, 1, modelcfg->source);
    }
}

/* Adds a bone, unless it has no name or is a duplicate. */
static void cfg_add_bone(cfg_resolving *all, uint32_t skeleton, uint32_t item) {
    gait_modelcfg *modelcfg = all->modelcfg;
    gait_modelcfg_skeleton *about = &modelcfg->skeletons[skeleton].about;
    uint32_t name = all->first_equal[item];
    gait_span raw = modelcfg->items[item].raw;
    if (raw.size == 0) {
        cfg_report(all, GAITI_CFG_NAMELESS, raw);
    } else if (all->bone_stamp[name] == skeleton + 1 || cfg_find_human_bone(all, raw) >= 0) {
        cfg_report(all, GAITI_CFG_DUPLICATE_BONE, raw);
    } else {
        gaiti_cfg_bone *bone = &modelcfg->bones[modelcfg->bone_count++];
        all->bone_stamp[name] = skeleton + 1;
        all->bone_place[name] = (int32_t)about->bone_count++;
        bone->place = raw;
        /* Temporary: index of the item with the parent's name. */
        bone->about.parent = (int32_t)item + 1;
    }
}

/* Finds the parents of the bones from `first` on; those before are of the human. */
static void cfg_find_parents(cfg_resolving *all, uint32_t skeleton, uint32_t first,
                             const char *const *texts) {
    gait_modelcfg *modelcfg = all->modelcfg;
    const gaiti_cfg_skeleton *owner = &modelcfg->skeletons[skeleton];
    for (uint32_t b = first; b < owner->about.bone_count; b++) {
        gaiti_cfg_bone *bone = &modelcfg->bones[owner->first_bone + b];
        uint32_t item = (uint32_t)bone->about.parent, name = all->first_equal[item];
        bone->about.name = texts[item - 1];
        bone->about.parent_name = texts[item];
        bone->about.parent = CFG_NONE;
        if (modelcfg->items[item].raw.size == 0) {
            continue;
        }
        if (all->bone_stamp[name] == skeleton + 1) {
            bone->about.parent = all->bone_place[name];
            continue;
        }
        bone->about.parent = cfg_find_human_bone(all, modelcfg->items[item].raw);
        if (bone->about.parent < 0) {
            cfg_report(all, GAITI_CFG_LOST_PARENT, modelcfg->items[item].raw);
        }
    }
}

static void cfg_fill_skeleton(cfg_resolving *all, uint32_t skeleton, const char *const *texts) {
    gait_modelcfg *modelcfg = all->modelcfg;
    modelcfg->skeletons[skeleton].first_bone = modelcfg->bone_count;
    cfg_list_sources(all, skeleton);
    cfg_add_human(all, skeleton);
    uint32_t inherited = modelcfg->skeletons[skeleton].about.bone_count;
    for (uint32_t i = all->source_count; i-- > 0;) {
        const gaiti_cfg_class *source = &modelcfg->classes[all->sources[i]];
        for (uint32_t k = 0; k + 1 < source->item_count; k += 2) {
            cfg_add_bone(all, skeleton, source->first_item + k);
        }
    }
    cfg_find_parents(all, skeleton, inherited, texts);
}

/* Finds equal names of bones and parents; returns every item as UTF-8. */
static const char *const *cfg_intern(cfg_resolving *all) {
    const gait_modelcfg *modelcfg = all->modelcfg;
    uint32_t count = modelcfg->item_count;
    gait_span *names = gaiti_alloc(all->scratch, count, sizeof *names);
    const char **texts = gaiti_alloc(all->scratch, count, sizeof *texts);
    all->first_equal = gaiti_alloc(all->scratch, count, sizeof *all->first_equal);
    all->bone_stamp = gaiti_alloc(all->scratch, count, sizeof *all->bone_stamp);
    all->bone_place = gaiti_alloc(all->scratch, count, sizeof *all->bone_place);
    gaiti_names set;
    if (!names || !texts || !all->first_equal || !all->bone_stamp || !all->bone_place ||
        !gaiti_names_init(&set, all->scratch, names, count)) {
        all->status = all->scratch->status;
        return NULL;
    }
    for (uint32_t i = 0; i < count && cfg_is_ok(all); i++) {
        names[i] = modelcfg->items[i].raw;
        int32_t equal = gaiti_names_add(&set, i);
        all->first_equal[i] = equal < 0 ? i : (uint32_t)equal;
        texts[i] = cfg_utf8(all, modelcfg->items[i]);
    }
    return texts;
}

/* --- skeletons and models --------------------------------------------------------------------- */

/* True when a class is in the section, defined, and not a repetition. */
static bool cfg_is_used(const gait_modelcfg *modelcfg, uint32_t c, gaiti_cfg_section section) {
    const gaiti_cfg_class *item = &modelcfg->classes[c];
    return item->section == section && !item->external && !item->repeated;
}

static bool cfg_reserve(cfg_resolving *all) {
    gait_modelcfg *modelcfg = all->modelcfg;
    for (uint32_t c = 0; c < modelcfg->class_count; c++) {
        modelcfg->skeleton_count += cfg_is_used(modelcfg, c, GAITI_CFG_SKELETONS);
        modelcfg->model_count += cfg_is_used(modelcfg, c, GAITI_CFG_MODELS);
    }
    modelcfg->skeletons =
        gaiti_alloc(&modelcfg->arena, modelcfg->skeleton_count, sizeof *modelcfg->skeletons);
    modelcfg->models =
        gaiti_alloc(&modelcfg->arena, modelcfg->model_count, sizeof *modelcfg->models);
    modelcfg->model_classes =
        gaiti_alloc(&modelcfg->arena, modelcfg->model_count, sizeof *modelcfg->model_classes);
    if (!modelcfg->skeletons || !modelcfg->models || !modelcfg->model_classes) {
        all->status = modelcfg->arena.status;
    }
    return cfg_is_ok(all);
}

static int cfg_parse_bool(gaiti_config_value text) {
    static const char *const yes[] = {"1", "true"}, *const no[] = {"0", "false"};
    for (int i = 0; i < 2; i++) {
        if (gaiti_equal_name(text.raw, gaiti_span(yes[i], strlen(yes[i])))) {
            return 1;
        }
        if (gaiti_equal_name(text.raw, gaiti_span(no[i], strlen(no[i])))) {
            return 0;
        }
    }
    return -1;
}

/* The pivots model of the class, otherwise that of CfgSkeletonParameters. */
static gaiti_config_value cfg_pivots(const cfg_resolving *all, const gaiti_cfg_class *item) {
    bool declared;
    int32_t other = cfg_find_class(all, GAITI_CFG_PARAMETERS, item->name, &declared);
    return item->values[GAITI_CFG_PIVOTS].raw.size > 0 || other < 0
               ? item->values[GAITI_CFG_PIVOTS]
               : all->modelcfg->classes[other].values[GAITI_CFG_PIVOTS];
}

static void cfg_add_skeleton(cfg_resolving *all, uint32_t class_index, uint32_t skeleton) {
    const gaiti_cfg_class *item = &all->modelcfg->classes[class_index];
    gaiti_cfg_skeleton *result = &all->modelcfg->skeletons[skeleton];
    bool declared;
    all->skeleton_of[class_index] = (int32_t)skeleton;
    result->class_index = class_index;
    result->inherits =
        cfg_find_class(all, GAITI_CFG_SKELETONS, item->values[GAITI_CFG_INHERIT].raw, &declared);
    result->about.name = cfg_utf8(all, (gaiti_config_value){item->name, false});
    result->about.inherits = cfg_utf8(all, item->values[GAITI_CFG_INHERIT]);
    result->about.pivots_model = cfg_utf8(all, cfg_pivots(all, item));
    result->about.discrete = cfg_parse_bool(item->values[GAITI_CFG_DISCRETE]);
}

static void cfg_add_model(cfg_resolving *all, uint32_t class_index, uint32_t model) {
    const gaiti_cfg_class *item = &all->modelcfg->classes[class_index];
    gait_modelcfg_model *result = &all->modelcfg->models[model];
    bool declared;
    int32_t skeleton = cfg_find_class(all, GAITI_CFG_SKELETONS,
                                      item->values[GAITI_CFG_SKELETON_NAME].raw, &declared);
    all->modelcfg->model_classes[model] = class_index;
    result->name = cfg_utf8(all, (gaiti_config_value){item->name, false});
    result->skeleton_name = cfg_utf8(all, item->values[GAITI_CFG_SKELETON_NAME]);
    result->skeleton = skeleton < 0 ? CFG_NONE : all->skeleton_of[skeleton];
}

static void cfg_add_all(cfg_resolving *all) {
    const gait_modelcfg *modelcfg = all->modelcfg;
    uint32_t skeletons = 0, models = 0;
    for (uint32_t c = 0; c < modelcfg->class_count && cfg_is_ok(all); c++) {
        if (cfg_is_used(modelcfg, c, GAITI_CFG_SKELETONS)) {
            cfg_add_skeleton(all, c, skeletons++);
        }
    }
    for (uint32_t c = 0; c < modelcfg->class_count && cfg_is_ok(all); c++) {
        if (cfg_is_used(modelcfg, c, GAITI_CFG_MODELS)) {
            cfg_add_model(all, c, models++);
        }
    }
}

/* --- the document ----------------------------------------------------------------------------- */

static void cfg_fill_bones(cfg_resolving *all) {
    gait_modelcfg *modelcfg = all->modelcfg;
    const char *const *texts = cfg_intern(all);
    uint32_t max = 0;
    for (uint32_t s = 0; s < modelcfg->skeleton_count && cfg_is_ok(all); s++) {
        cfg_list_sources(all, s);
        max += all->human.data ? gaiti_arma_man()->bone_count : 0;
        for (uint32_t i = 0; i < all->source_count; i++) {
            max += modelcfg->classes[all->sources[i]].item_count / 2;
        }
    }
    modelcfg->bones = gaiti_alloc(&modelcfg->arena, max, sizeof *modelcfg->bones);
    if (!modelcfg->bones || !texts) {
        all->status = cfg_is_ok(all) ? modelcfg->arena.status : all->status;
        return;
    }
    all->work = 0; /* the same steps are repeated */
    for (uint32_t s = 0; s < modelcfg->skeleton_count && cfg_is_ok(all); s++) {
        cfg_fill_skeleton(all, s, texts);
    }
}

static void cfg_report_odd_arrays(const cfg_resolving *all) {
    const gait_modelcfg *modelcfg = all->modelcfg;
    for (uint32_t c = 0; c < modelcfg->class_count; c++) {
        const gaiti_cfg_class *item = &modelcfg->classes[c];
        if (item->item_count % 2 == 1) {
            cfg_report(all, GAITI_CFG_ODD,
                       modelcfg->items[item->first_item + item->item_count - 1].raw);
        }
    }
}

static bool cfg_prepare(cfg_resolving *all) {
    uint32_t count = all->modelcfg->class_count;
    all->class_stamp = gaiti_alloc(all->scratch, count, sizeof *all->class_stamp);
    all->skeleton_stamp = gaiti_alloc(all->scratch, count, sizeof *all->skeleton_stamp);
    all->skeleton_of = gaiti_alloc(all->scratch, count, sizeof *all->skeleton_of);
    if (!all->class_stamp || !all->skeleton_stamp || !all->skeleton_of) {
        all->status = all->scratch->status;
    }
    return cfg_is_ok(all);
}

static void cfg_run(cfg_resolving *all) {
    if (cfg_prepare(all)) {
        cfg_link(all);
    }
    for (uint32_t c = 0; c < all->modelcfg->class_count && cfg_is_ok(all); c++) {
        cfg_inherit_values(all, c);
    }
    if (cfg_is_ok(all) && cfg_reserve(all)) {
        cfg_add_all(all);
    }
    if (cfg_is_ok(all)) {
        cfg_report_odd_arrays(all);
        cfg_fill_bones(all);
    }
}

gait_status gaiti_cfg_resolve(gait_modelcfg *modelcfg, const gaiti_report *report) {
    gait_options options = {.allocator = modelcfg->arena.allocator,
                            .max_bytes = modelcfg->arena.bytes_left,
                            .max_allocations = modelcfg->arena.allocations_left};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &options, (size_t)modelcfg->item_count * 64);
    cfg_resolving all = {.modelcfg = modelcfg, .report = report, .scratch = &scratch};
    cfg_run(&all);
    gaiti_arena_free(&scratch);
    return all.status;
}
