/* The motions of models and banks: docs/commands/uses.md#models. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/xray_outline.h"
#include "mod/mod_xray.h"

/* --- reading ---------------------------------------------------------------------------------- */

/* Damaged files have no motions. */
static gait_status models_unless_damaged(gait_status status) {
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

static gait_status models_copy_names(gait_mod *mod, const gait_omf *omf, gaiti_mod_holder *holder) {
    holder->own = gaiti_alloc(&mod->arena, omf->definition_count, sizeof *holder->own);
    if (!holder->own) {
        return mod->arena.status;
    }
    for (uint32_t m = 0; m < omf->definition_count; m++) {
        gait_span name = omf->definitions[m].values.name;
        uint8_t *copy = gaiti_copy(&mod->arena, name);
        if (!copy) {
            return mod->arena.status;
        }
        holder->own[holder->own_count++] = gaiti_span(copy, name.size);
    }
    return GAIT_OK;
}

/* Reads the names of motions in a chunk of parameters. Damaged ones have none. */
static gait_status models_read_params(gait_mod *mod, gaiti_outline *outline, uint32_t id,
                                      gaiti_mod_holder *holder) {
    const gaiti_outline_chunk *chunk = gaiti_outline_find(outline, id);
    if (!chunk || (chunk->id & GAITI_CHUNK_COMPRESSED)) {
        return GAIT_OK;
    }
    gait_buffer bytes = {.allocator = mod->options.allocator};
    gait_status status = gaiti_outline_copy(outline, chunk, GAITI_MOD_PARAMETERS, &bytes);
    if (status == GAIT_OK) {
        gaiti_omf_origin origin = {.source = {bytes.data, bytes.size}};
        origin.params =
            (gaiti_chunk){chunk->id, 0, gaiti_span(bytes.data + GAITI_CHUNK_HEAD, chunk->size)};
        gaiti_report report = gaiti_report_to(NULL);
        gait_omf *omf = NULL;
        status = gaiti_omf_make(&origin, &report, &mod->options, &omf);
        if (status == GAIT_OK) {
            holder->is_read = true;
            status = models_copy_names(mod, omf, holder);
        }
        gait_omf_free(omf);
    }
    gait_buffer_free(&bytes);
    return models_unless_damaged(status);
}

static gait_status models_copy_refs(gait_mod *mod, const gait_ogf *ogf, gaiti_mod_holder *holder) {
    uint32_t count = gaiti_ogf_ref_count(ogf);
    holder->refs = gaiti_alloc(&mod->arena, count, sizeof *holder->refs);
    if (!holder->refs) {
        return mod->arena.status;
    }
    for (uint32_t r = 0; r < count; r++) {
        gait_span ref = gaiti_ltx_trim(gaiti_ogf_ref(ogf, r));
        uint8_t *copy = gaiti_copy(&mod->arena, ref);
        if (!copy) {
            return mod->arena.status;
        }
        if (ref.size > 0) {
            holder->refs[holder->ref_count++] = gaiti_span(copy, ref.size);
        }
    }
    holder->is_read = true;
    return GAIT_OK;
}

/* Reads the references of a model; without any, the names of its own motions. */
static gait_status models_read_model(gait_mod *mod, const gait_reader *reader,
                                     gaiti_outline *outline, gaiti_mod_holder *holder) {
    gait_buffer small = {.allocator = mod->options.allocator};
    gait_ogf *ogf = NULL;
    gait_status status = gaiti_ogf_outline(reader, GAITI_MOD_PARAMETERS, &small);
    if (status == GAIT_OK && small.size > 0) {
        status = gaiti_ogf_open(gaiti_span(small.data, small.size), &mod->options, &ogf);
    }
    if (status == GAIT_OK && ogf) {
        status = models_copy_refs(mod, ogf, holder);
        if (status == GAIT_OK && holder->ref_count == 0) {
            uint8_t version = (uint8_t)gaiti_ogf_version(ogf);
            status =
                models_read_params(mod, outline, gaiti_ogf_numbers_of(version)->params, holder);
        }
    }
    gaiti_ogf_free(ogf);
    gait_buffer_free(&small);
    return models_unless_damaged(status);
}

gait_status gaiti_mod_read_holder(gait_mod *mod, uint32_t file, const gait_reader *reader) {
    gaiti_mod_xray *xray = mod->xray;
    gaiti_mod_holder *holders = gaiti_reserve(&mod->arena, xray->holders, xray->holder_count,
                                              &xray->holder_capacity, sizeof *holders);
    if (!holders) {
        return mod->arena.status;
    }
    xray->holders = holders;
    gaiti_mod_holder *holder = &holders[xray->holder_count];
    *holder = (gaiti_mod_holder){.file = file};
    gaiti_outline outline;
    gait_status status = gaiti_outline_walk(reader, &outline);
    if (status == GAIT_OK && mod->paths[file].role == GAITI_MOD_MODEL) {
        status = models_read_model(mod, reader, &outline, holder);
    } else if (status == GAIT_OK) {
        status = models_read_params(mod, &outline, GAITI_OMF_PARAMS, holder);
    }
    GAITI_TRY(status);
    xray->holder_of[file] = xray->holder_count++;
    return GAIT_OK;
}

/* --- references ------------------------------------------------------------------------------- */

/* The next bank of a reference after `after` (-1 = the first one): one, or all that match `*`. */
static int32_t models_next_bank(gait_mod *mod, gait_span ref, int32_t after) {
    gaiti_mod_xray *xray = mod->xray;
    if (!memchr(ref.data, '*', ref.size)) {
        return after >= 0 ? GAITI_MOD_NONE
                          : gaiti_mod_find_in(mod, xray->meshes, xray->mesh_count, ref, ".omf");
    }
    if (xray->pattern_count >= GAITI_MOD_PATTERNS) {
        return GAITI_MOD_NONE;
    }
    gait_buffer pattern = {.allocator = mod->options.allocator};
    int32_t found = GAITI_MOD_NONE;
    for (uint32_t p = (uint32_t)(after + 1); p < mod->path_count && found < 0; p++) {
        gait_span path = mod->paths[p].text;
        for (uint32_t m = 0; mod->paths[p].role == GAITI_MOD_BANK && m < xray->mesh_count; m++) {
            gait_span folder = gaiti_mod_folder_of(path);
            if (xray->pattern_count++ >= GAITI_MOD_PATTERNS ||
                !gaiti_mod_write_pattern(mod, &pattern, xray->meshes[m], ref)) {
                break;
            }
            gait_span wanted = gaiti_span(pattern.data, pattern.size);
            if (gaiti_equal_name(folder, gaiti_mod_folder_of(wanted)) &&
                gaiti_ltx_matches(wanted, path)) {
                found = (int32_t)p;
                break;
            }
        }
    }
    gait_buffer_free(&pattern);
    return found;
}

static gait_status models_add_reference(gait_mod *mod, const gaiti_mod_holder *model, gait_span ref,
                                        int32_t bank) {
    if (mod->uses.count >= GAITI_MOD_USES) {
        return GAIT_OK;
    }
    const char *value = gaiti_mod_name(mod, ref);
    const gait_mod_use use = {.kind = GAIT_USE_REFERENCE,
                              .status = bank >= 0 ? GAIT_USE_FOUND : GAIT_USE_OUTSIDE,
                              .file = bank,
                              .place = {.file = model->file},
                              .value = value,
                              .section_count = 1,
                              .loop = -1};
    return value && gaiti_mod_add_use(mod, &use) ? GAIT_OK : mod->arena.status;
}

gait_status gaiti_mod_find_references(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    for (uint32_t h = 0; h < xray->holder_count; h++) {
        const gaiti_mod_holder *model = &xray->holders[h];
        for (uint32_t r = 0; r < model->ref_count; r++) {
            int32_t bank = models_next_bank(mod, model->refs[r], GAITI_MOD_NONE);
            do {
                GAITI_TRY(models_add_reference(mod, model, model->refs[r], bank));
                bank = bank >= 0 ? models_next_bank(mod, model->refs[r], bank) : bank;
            } while (bank >= 0 && mod->uses.count < GAITI_MOD_USES);
        }
    }
    return GAIT_OK;
}

/* --- motions that a model can play ------------------------------------------------------------ */

/* The banks of a model in the order of its references; itself if it has none. */
static gait_status models_banks_of(gait_mod *mod, gaiti_mod_holder *model, uint32_t **out_banks,
                                   uint32_t *out_count) {
    uint32_t *banks = NULL, count = 0, capacity = 0;
    model->is_complete = model->is_read;
    for (uint32_t r = 0; r < model->ref_count; r++) {
        int32_t bank = models_next_bank(mod, model->refs[r], GAITI_MOD_NONE);
        model->is_complete &= bank >= 0;
        for (; bank >= 0; bank = models_next_bank(mod, model->refs[r], bank)) {
            GAITI_TRY(gaiti_append(&mod->arena, &banks, &count, &capacity, &bank, sizeof *banks));
        }
        bool is_pattern = memchr(model->refs[r].data, '*', model->refs[r].size) != NULL;
        model->is_complete &= !is_pattern || mod->xray->pattern_count < GAITI_MOD_PATTERNS;
    }
    if (model->ref_count == 0) {
        GAITI_TRY(
            gaiti_append(&mod->arena, &banks, &count, &capacity, &model->file, sizeof *banks));
    }
    *out_banks = banks;
    *out_count = count;
    return GAIT_OK;
}

/* Finds the motions of a model: of equal names, games use that of the last bank, and in it the
 * first one. */
static gait_status models_merge(gait_mod *mod, gaiti_mod_holder *model) {
    gaiti_mod_xray *xray = mod->xray;
    uint32_t *banks = NULL, count = 0;
    uint64_t total = 0;
    GAITI_TRY(models_banks_of(mod, model, &banks, &count));
    for (uint32_t b = 0; b < count; b++) {
        uint32_t holder = xray->holder_of[banks[b]];
        bool is_read = holder != UINT32_MAX && xray->holders[holder].is_read;
        model->is_complete &= is_read;
        total += is_read ? xray->holders[holder].own_count : 0;
    }
    if (total > GAITI_MOD_MOTIONS - xray->motion_count) {
        model->is_complete = false;
        total = 0;
        count = 0;
    }
    xray->motion_count += (uint32_t)total;
    model->motions = gaiti_alloc(&mod->arena, total, sizeof *model->motions);
    model->banks = gaiti_alloc(&mod->arena, total, sizeof *model->banks);
    model->used = gaiti_alloc(&mod->arena, total, sizeof *model->used);
    if (!model->motions || !model->banks || !model->used ||
        !gaiti_names_init(&model->set, &mod->arena, model->motions, (uint32_t)total)) {
        return mod->arena.status;
    }
    for (uint32_t b = count; b > 0; b--) {
        uint32_t holder = xray->holder_of[banks[b - 1]];
        const gaiti_mod_holder *bank = holder != UINT32_MAX ? &xray->holders[holder] : NULL;
        for (uint32_t m = 0; bank && m < bank->own_count; m++) {
            model->motions[model->motion_count] = bank->own[m];
            model->banks[model->motion_count] = banks[b - 1];
            model->motion_count += gaiti_names_add(&model->set, model->motion_count) < 0;
        }
    }
    model->is_merged = true;
    return GAIT_OK;
}

gaiti_mod_holder *gaiti_mod_model(gait_mod *mod, gait_span path) {
    gaiti_mod_xray *xray = mod->xray;
    int32_t file = gaiti_mod_find_in(mod, xray->meshes, xray->mesh_count, path, ".ogf");
    uint32_t holder = file >= 0 ? xray->holder_of[file] : UINT32_MAX;
    if (holder == UINT32_MAX) {
        return NULL;
    }
    gaiti_mod_holder *model = &xray->holders[holder];
    if (!model->is_merged && models_merge(mod, model) != GAIT_OK) {
        return NULL;
    }
    return model;
}

/* The next motion of a family: NAME, and NAME with a digit. *digit begins with 0; false at the
 * end. */
static bool models_next_of_family(const gait_mod *mod, gait_span name, uint8_t *digit,
                                  gait_span *out_name, uint8_t out_text[256]) {
    if (*digit == 0) {
        *digit = (uint8_t)('0' + gaiti_ltx_reading_of(mod->xray->engine)->first_of_family);
        *out_name = name;
        return true;
    }
    uint8_t end = (uint8_t)('8' + gaiti_ltx_reading_of(mod->xray->engine)->first_of_family);
    if (*digit == end || name.size == 0 || name.size >= 256) {
        return false;
    }
    memcpy(out_text, name.data, name.size);
    out_text[name.size] = (*digit)++;
    *out_name = gaiti_span(out_text, name.size + 1);
    return true;
}

int32_t gaiti_mod_find_motion(const gait_mod *mod, const gaiti_mod_holder *model, gait_span name) {
    uint8_t text[256], digit = 0;
    int32_t found = GAITI_MOD_NONE;
    gait_span each;
    while (found < 0 && models_next_of_family(mod, name, &digit, &each, text)) {
        found = gaiti_names_find(&model->set, each);
    }
    return found;
}

void gaiti_mod_mark_motions(const gait_mod *mod, gaiti_mod_holder *model, gait_span name) {
    uint8_t text[256], digit = 0;
    gait_span each;
    while (models_next_of_family(mod, name, &digit, &each, text)) {
        int32_t found = gaiti_names_find(&model->set, each);
        if (found >= 0) {
            model->used[found] = true;
        }
    }
}

const char *gaiti_mod_near_motion(gait_mod *mod, const gaiti_mod_holder *model, gait_span name) {
    const char *wanted = gaiti_mod_name(mod, name), *best = NULL;
    uint32_t nearest = wanted ? gaiti_name_distance_limit(wanted) : 0;
    char other[64];
    for (uint32_t m = 0; wanted && m < model->motion_count; m++) {
        gait_span motion = model->motions[m];
        if (mod->xray->similar_count++ >= GAITI_MOD_SIMILAR) {
            break;
        }
        size_t size = motion.size < sizeof other - 1 ? motion.size : sizeof other - 1;
        memcpy(other, motion.data, size);
        other[size] = '\0';
        if (gaiti_name_is_nearer(wanted, other, &nearest)) {
            best = gaiti_mod_name(mod, motion);
        }
    }
    return best;
}
