/* Opens model.cfg files: docs/formats/modelcfg.md. */
#include "base/try.h"
#include "base/text/code_page.h"
#include "base/text/text.h"
#include "formats/bi/modelcfg/modelcfg.h"

/* True when the complete text is valid UTF-8; otherwise it is CP1251, which is hardly ever valid
 * UTF-8 unless it is ASCII. */
static bool cfg_is_utf8(gait_span text) {
    size_t at = 0;
    while (at < text.size) {
        uint8_t last[8] = {0};
        const uint8_t *p = text.data + at;
        if (text.size - at < 4) {
            memcpy(last, p, text.size - at);
            p = last;
        }
        unsigned size = gaiti_utf8_character(p);
        if (size == 0) {
            return false;
        }
        at += size;
    }
    return true;
}

static gait_status cfg_read(gait_modelcfg *modelcfg, const gaiti_report *report) {
    const gaiti_config_reading reading = {.report = report, .requires = gaiti_cfg_is_section};
    gaiti_config_entry root;
    modelcfg->texts.arena = &modelcfg->arena;
    GAITI_TRY(gaiti_config_add_source(&modelcfg->texts, modelcfg->source, NULL));
    GAITI_TRY(gaiti_config_read_tree(&modelcfg->texts, 0, &reading, &root));
    return gaiti_cfg_build(modelcfg, &root, report);
}

/* The code page of a text that is not UTF-8, from the items of its lists, which are the bones. */
static uint32_t cfg_choose_code_page(const gait_modelcfg *modelcfg, const gait_options *options) {
    gaiti_code_page_votes votes = {0};
    for (uint32_t i = 0; i < modelcfg->item_count; i++) {
        gaiti_code_page_vote(&votes, modelcfg->items[i].raw);
    }
    return gaiti_code_page_choose(options, &votes);
}

static gait_status cfg_open(gait_modelcfg *modelcfg, const gait_options *options,
                            const gaiti_report *report) {
    modelcfg->is_utf8 = cfg_is_utf8(modelcfg->source);
    GAITI_TRY(cfg_read(modelcfg, report));
    modelcfg->code_page = cfg_choose_code_page(modelcfg, options);
    return gaiti_cfg_resolve(modelcfg, report);
}

gait_status gaiti_modelcfg_open(gait_span bytes, const gait_options *options,
                                gait_modelcfg **out_modelcfg) {
    static const uint8_t nothing[1] = {0};
    gait_status status;
    if (!GAITI_CLEAR(out_modelcfg) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_modelcfg *modelcfg = gaiti_new_object(
        options, sizeof *modelcfg, offsetof(gait_modelcfg, arena), bytes.size / 4 + 1024, &status);
    GAITI_TRY(status);
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    modelcfg->source = bytes.data ? bytes : gaiti_span(nothing, 0);
    status = cfg_open(modelcfg, options, &report);
    if (status != GAIT_OK) {
        gaiti_modelcfg_free(modelcfg);
        return status;
    }
    *out_modelcfg = modelcfg;
    return GAIT_OK;
}

void gaiti_modelcfg_free(gait_modelcfg *modelcfg) {
    gaiti_free_object(modelcfg, offsetof(gait_modelcfg, arena));
}

/* --- field map -------------------------------------------------------------------------------- */

void gaiti_modelcfg_show(const void *document, gaiti_visitor *visitor) {
    gaiti_config_show(((const gait_modelcfg *)document)->source, visitor);
}

/* --- contents --------------------------------------------------------------------------------- */

uint32_t gait_modelcfg_skeleton_count(const gait_modelcfg *modelcfg) {
    return modelcfg ? modelcfg->skeleton_count : 0;
}

gait_modelcfg_skeleton gait_modelcfg_skeleton_at(const gait_modelcfg *modelcfg, uint32_t skeleton) {
    return skeleton < gait_modelcfg_skeleton_count(modelcfg)
               ? modelcfg->skeletons[skeleton].about
               : (gait_modelcfg_skeleton){.discrete = -1};
}

gait_modelcfg_bone gait_modelcfg_bone_at(const gait_modelcfg *modelcfg, uint32_t skeleton,
                                         uint32_t bone) {
    if (bone >= gait_modelcfg_skeleton_at(modelcfg, skeleton).bone_count) {
        return (gait_modelcfg_bone){.parent = -1};
    }
    return modelcfg->bones[modelcfg->skeletons[skeleton].first_bone + bone].about;
}

uint32_t gait_modelcfg_model_count(const gait_modelcfg *modelcfg) {
    return modelcfg ? modelcfg->model_count : 0;
}

gait_modelcfg_model gait_modelcfg_model_at(const gait_modelcfg *modelcfg, uint32_t model) {
    return model < gait_modelcfg_model_count(modelcfg) ? modelcfg->models[model]
                                                       : (gait_modelcfg_model){.skeleton = -1};
}

int32_t gait_modelcfg_find(const gait_modelcfg *modelcfg, const char *name) {
    for (uint32_t s = 0; name && s < gait_modelcfg_skeleton_count(modelcfg); s++) {
        if (gaiti_equal_text(modelcfg->skeletons[s].about.name, name)) {
            return (int32_t)s;
        }
    }
    return -1;
}

static int32_t cfg_only_skeleton(const gait_modelcfg *modelcfg) {
    int32_t only = -1;
    for (uint32_t s = 0; s < modelcfg->skeleton_count; s++) {
        if (modelcfg->skeletons[s].about.bone_count > 0) {
            if (only >= 0) {
                return -1;
            }
            only = (int32_t)s;
        }
    }
    return only;
}

int32_t gaiti_modelcfg_pair(const gait_modelcfg *modelcfg, const char *file_base_name) {
    if (!modelcfg) {
        return -1;
    }
    for (uint32_t m = 0; file_base_name && m < modelcfg->model_count; m++) {
        const gait_modelcfg_model *model = &modelcfg->models[m];
        if (model->skeleton >= 0 && gaiti_equal_text(model->name, file_base_name)) {
            return model->skeleton;
        }
    }
    return cfg_only_skeleton(modelcfg);
}
