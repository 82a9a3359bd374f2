/* The index of a mod of X-Ray games, from its paths to its uses. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_xray.h"

/* Adds the folder called `name` that contains the path, if it is new. */
static void xray_add_folder(gait_span *folders, uint32_t *count, gait_span path, const char *name) {
    for (gait_span folder = gaiti_mod_folder_of(path); folder.size > 0;
         folder = gaiti_mod_folder_of(folder)) {
        gait_span above = gaiti_mod_folder_of(folder);
        size_t skipped = above.size + (above.size > 0);
        gait_span last = gaiti_span(folder.data + skipped, folder.size - skipped);
        if (!gaiti_equal_name(last, gaiti_span_of(name))) {
            continue;
        }
        for (uint32_t f = 0; f < *count; f++) {
            if (gaiti_same_bytes(folders[f], folder)) {
                return;
            }
        }
        if (*count < GAITI_MOD_MESHES) {
            folders[(*count)++] = folder;
        }
        return;
    }
}

static void xray_find_folders(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    for (uint32_t p = 0; p < mod->path_count; p++) {
        gaiti_mod_role role = mod->paths[p].role;
        if (role == GAITI_MOD_MODEL || role == GAITI_MOD_BANK) {
            xray_add_folder(xray->meshes, &xray->mesh_count, mod->paths[p].text, "meshes");
        } else if (role == GAITI_MOD_EFFECT) {
            xray_add_folder(xray->anims, &xray->anim_count, mod->paths[p].text, "anims");
        }
    }
}

gait_status gaiti_mod_xray_new(gait_mod *mod) {
    bool is_xray = false;
    for (uint32_t p = 0; p < mod->path_count; p++) {
        gaiti_mod_role role = mod->paths[p].role;
        is_xray |= role == GAITI_MOD_LTX || role == GAITI_MOD_MODEL || role == GAITI_MOD_BANK;
    }
    if (!is_xray) {
        return GAIT_OK;
    }
    uint64_t count = mod->path_count + UINT64_C(1);
    gaiti_mod_xray *xray = gaiti_alloc(&mod->arena, 1, sizeof *xray);
    if (!xray) {
        return mod->arena.status;
    }
    xray->ltx = gaiti_alloc(&mod->arena, count, sizeof *xray->ltx);
    xray->ltx_files = gaiti_alloc(&mod->arena, count, sizeof *xray->ltx_files);
    xray->ltx_of = gaiti_alloc(&mod->arena, count, sizeof *xray->ltx_of);
    xray->holder_of = gaiti_alloc(&mod->arena, count, sizeof *xray->holder_of);
    if (!xray->ltx || !xray->ltx_files || !xray->ltx_of || !xray->holder_of) {
        return mod->arena.status;
    }
    memset(xray->ltx_of, 0xFF, (size_t)count * sizeof *xray->ltx_of);
    memset(xray->holder_of, 0xFF, (size_t)count * sizeof *xray->holder_of);
    mod->xray = xray;
    xray_find_folders(mod);
    return GAIT_OK;
}

void gaiti_mod_xray_free(gait_mod *mod) {
    if (mod->xray) {
        for (uint32_t i = 0; i < mod->xray->ltx_count; i++) {
            gaiti_ltx_free(mod->xray->ltx[i]);
        }
        gaiti_ltx_tree_free(&mod->xray->tree);
    }
}

gait_status gaiti_mod_find_xray(gait_mod *mod) {
    if (!mod->xray) {
        return GAIT_OK;
    }
    GAITI_TRY(gaiti_mod_find_references(mod));
    GAITI_TRY(gaiti_mod_load_ltx(mod));
    GAITI_TRY(gaiti_mod_find_visuals(mod));
    GAITI_TRY(gaiti_mod_find_hud(mod));
    return gaiti_mod_find_scripts(mod);
}
