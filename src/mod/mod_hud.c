/* The motions that lines of hud sections play: docs/commands/uses.md#first-person. */
#include "base/bytes.h"
#include "base/try.h"
#include "mod/mod_xray.h"

/* A hud section, and the models of its hands and item. */
typedef struct hud_section {
    gait_mod *mod;
    uint32_t node;
    gaiti_mod_holder *const *hands;
    uint32_t hands_count;
    bool are_hands_outside; /* one of them is not here */
    bool is_joined;         /* hands and item are one model */
    gaiti_mod_holder *item; /* NULL: it is not here */
} hud_section;

/* The value of a key of a section, without blanks; empty without the key. */
static gait_span hud_value_of(gait_mod *mod, uint32_t node, const char *key) {
    const gaiti_ltx_tree *tree = &mod->xray->tree;
    uint32_t item = gaiti_ltx_find_item(tree, node, key);
    gait_span value = item == GAITI_LTX_NONE ? (gait_span){0} : gaiti_ltx_item_at(tree, item).value;
    return value.size > GAITI_LTX_VALUE_MAX ? (gait_span){0} : gaiti_ltx_clean(&mod->arena, value);
}

static bool hud_is_hands(const gait_mod *mod, uint32_t node) {
    const gaiti_ltx_tree *tree = &mod->xray->tree;
    return !tree->nodes[node].is_removed &&
           gaiti_ltx_find_item(tree, node, "visual") != GAITI_LTX_NONE &&
           (gaiti_ltx_find_item(tree, node, "ancor_0") != GAITI_LTX_NONE ||
            gaiti_ltx_find_item(tree, node, "ancor_1") != GAITI_LTX_NONE);
}

/* The models of all hands. */
static void hud_find_hands(gait_mod *mod, gaiti_mod_holder **hands, hud_section *out) {
    for (uint32_t n = 0; n < mod->xray->tree.node_count; n++) {
        if (!hud_is_hands(mod, n)) {
            continue;
        }
        gaiti_mod_holder *model = gaiti_mod_model(mod, hud_value_of(mod, n, "visual"));
        bool is_new = model != NULL;
        for (uint32_t h = 0; h < out->hands_count; h++) {
            is_new &= hands[h] != model;
        }
        out->are_hands_outside |= !model;
        out->are_hands_outside |= is_new && out->hands_count == GAITI_MOD_HANDS;
        if (is_new && out->hands_count < GAITI_MOD_HANDS) {
            hands[out->hands_count++] = model;
            model->is_hud = true;
        }
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Adds a use of a motion of a model. */
static gait_status hud_use_motion(const hud_section *self, gait_use_kind kind, uint32_t item,
                                  const gaiti_ltx_hud_line *line, const gaiti_mod_holder *model,
                                  uint32_t motion) {
    gait_mod_use *use =
        gaiti_mod_use_item(self->mod, kind, self->node, item, (int32_t)model->banks[motion]);
    if (use) {
        use->motion = gaiti_mod_name(self->mod, model->motions[motion]);
        use->speed = gaiti_mod_name(self->mod, line->speed);
    }
    return self->mod->arena.status;
}

/* Adds a use of a motion that no model has. */
static gait_status hud_use_missing(const hud_section *self, gait_use_kind kind, uint32_t item,
                                   gait_span name, const gaiti_mod_holder *model, bool plays_idle) {
    gait_mod_use *use = gaiti_mod_use_item(self->mod, kind, self->node, item, GAITI_MOD_NONE);
    if (use) {
        use->status = model ? GAIT_USE_MISSING : GAIT_USE_OUTSIDE;
        use->motion = gaiti_mod_name(self->mod, name);
        use->plays_idle = plays_idle;
        use->near_path = model ? gaiti_mod_near_motion(self->mod, model, name) : NULL;
    }
    return self->mod->arena.status;
}

/* The camera effect that plays with a motion of the hands. */
static gait_status hud_use_effect(const hud_section *self, uint32_t item, gait_span motion) {
    gait_mod *mod = self->mod;
    gaiti_mod_xray *xray = mod->xray;
    gait_buffer path = {.allocator = mod->options.allocator};
    int32_t file = GAITI_MOD_NONE;
    if (gaiti_write_text(&path, "camera_effects/weapon/") &&
        gaiti_write(&path, motion.data, motion.size)) {
        file = gaiti_mod_find_in(mod, xray->anims, xray->anim_count,
                                 gaiti_span(path.data, path.size), ".anm");
    } else {
        mod->arena.status = GAIT_NO_MEMORY;
    }
    gait_buffer_free(&path);
    gait_mod_use *use =
        file >= 0 ? gaiti_mod_use_item(mod, GAIT_USE_EFFECT, self->node, item, file) : NULL;
    if (use) {
        use->motion = gaiti_mod_name(mod, motion);
    }
    return mod->arena.status;
}

/* The uses of the hands; *out_motion becomes the first motion that was found. */
static gait_status hud_use_hands(const hud_section *self, uint32_t item,
                                 const gaiti_ltx_hud_line *line, gait_span *out_motion) {
    const gaiti_mod_holder *complete = NULL;
    bool is_found = false, is_unknown = self->are_hands_outside;
    *out_motion = line->hands;
    for (uint32_t h = 0; h < self->hands_count; h++) {
        gaiti_mod_holder *model = self->hands[h];
        int32_t motion = gaiti_mod_find_motion(self->mod, model, line->hands);
        gaiti_mod_mark_motions(self->mod, model, line->hands);
        if (motion >= 0) {
            *out_motion = is_found ? *out_motion : model->motions[motion];
            is_found = true;
            GAITI_TRY(
                hud_use_motion(self, GAIT_USE_HUD_HANDS, item, line, model, (uint32_t)motion));
        } else if (model->is_complete && model->motion_count > 0) {
            complete = model;
        } else {
            is_unknown = true;
        }
    }
    if (!is_found) {
        return hud_use_missing(self, GAIT_USE_HUD_HANDS, item, line->hands,
                               is_unknown ? NULL : complete, false);
    }
    return self->is_joined ? GAIT_OK : hud_use_effect(self, item, *out_motion);
}

static gait_status hud_use_held(const hud_section *self, uint32_t item,
                                const gaiti_ltx_hud_line *line, gait_span hands) {
    gaiti_mod_holder *model = self->item;
    if (!model || model->motion_count == 0) {
        return GAIT_OK;
    }
    gait_span name = line->object.data ? line->object : hands;
    bool has_family = !line->object.data || self->mod->xray->engine == GAITI_LTX_OGSR;
    int32_t motion = gaiti_names_find(&model->set, name);
    if (has_family) {
        gaiti_mod_mark_motions(self->mod, model, line->object.data ? name : line->hands);
    }
    if (motion < 0 && has_family && line->object.data) {
        motion = gaiti_mod_find_motion(self->mod, model, name);
    }
    int32_t idle = gaiti_names_find(&model->set, gaiti_span_of("idle"));
    if ((motion < 0 && line->object.data) || (motion < 0 && idle < 0)) {
        GAITI_TRY(hud_use_missing(self, GAIT_USE_HUD_ITEM, item, name,
                                  model->is_complete ? model : NULL, idle >= 0));
    }
    motion = motion >= 0 ? motion : idle;
    if (motion >= 0) {
        model->used[motion] = true;
    }
    return motion >= 0
               ? hud_use_motion(self, GAIT_USE_HUD_ITEM, item, line, model, (uint32_t)motion)
               : GAIT_OK;
}

static gait_status hud_use_line(const hud_section *self, uint32_t item) {
    gait_mod *mod = self->mod;
    gaiti_ltx_hud_line line;
    gait_span hands;
    if (!gaiti_ltx_hud_line_of(&mod->xray->tree, self->node, item, mod->xray->engine, &mod->arena,
                               &line)) {
        return mod->arena.status;
    }
    GAITI_TRY(hud_use_hands(self, item, &line, &hands));
    return self->is_joined ? GAIT_OK : hud_use_held(self, item, &line, hands);
}

gait_status gaiti_mod_find_hud(gait_mod *mod) {
    gaiti_mod_holder *hands[GAITI_MOD_HANDS];
    hud_section all = {.mod = mod, .hands = hands};
    hud_find_hands(mod, hands, &all);
    mod->xray->has_hands = all.hands_count > 0 && !all.are_hands_outside;
    for (uint32_t h = 0; h < all.hands_count; h++) {
        mod->xray->has_hands &= hands[h]->is_complete;
    }
    bool has_items = gaiti_ltx_reading_of(mod->xray->engine)->has_items;
    for (uint32_t n = 0; n < mod->xray->tree.node_count; n++) {
        const gaiti_ltx_node *node = &mod->xray->tree.nodes[n];
        gait_span held = hud_value_of(mod, n, "item_visual");
        gait_span joined = hud_value_of(mod, n, "visual");
        if (node->is_removed || (held.size == 0 && joined.size == 0) || hud_is_hands(mod, n)) {
            continue;
        }
        hud_section self = all;
        self.node = n;
        self.is_joined = held.size == 0 || !has_items;
        gaiti_mod_holder *model = gaiti_mod_model(mod, self.is_joined ? joined : held);
        self.item = model;
        if (self.is_joined) {
            self.hands = &self.item;
            self.hands_count = model ? 1 : 0;
            self.are_hands_outside = !model;
        }
        for (uint32_t i = 0; i < node->item_count; i++) {
            GAITI_TRY(hud_use_line(&self, node->items[i]));
        }
        if (model) {
            model->is_hud = true;
        }
    }
    return mod->arena.status;
}
