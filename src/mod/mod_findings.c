/* What is wrong in a mod: files that are missing or not used, values of states. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/sort.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"
#include "gait/games.h"
#include "mod/mod_xray.h"

/* --- states ----------------------------------------------------------------------------------- */

/* True for a list of pairs of phase and weight with ascending phases, for one number, and for an
 * empty list. */
static bool findings_is_curve(const gait_mod *mod, const gaiti_mod_entry *curve) {
    uint32_t count = 0;
    double last = 0;
    bool is_list = curve->first && gaiti_mod_entry_at(mod, curve->first)->next;
    for (uint32_t i = curve->first; i; i = gaiti_mod_entry_at(mod, i)->next, count++) {
        double number;
        if (!gaiti_mod_number(mod, gaiti_mod_entry_at(mod, i), &number)) {
            return true; /* nothing is known about it */
        }
        if (count % 2 == 0 && is_list) {
            if (number < last || number > 1) {
                return false;
            }
            last = number;
        }
    }
    return count <= 1 || count % 2 == 0;
}

static gait_mod_place findings_place(const gaiti_mod_entry *entry) {
    return (gait_mod_place){.file = entry->file, .offset = entry->offset};
}

static bool findings_check_curves(gait_mod *mod, const gaiti_mod_result *values,
                                  const gait_mod_use *use) {
    for (uint32_t k = GAITI_MOD_LEFT_CURVE; k <= GAITI_MOD_RIGHT_CURVE; k++) {
        gaiti_mod_result curve = values[k];
        if (curve.origin != GAIT_VALUE_OWN || use->status != GAIT_USE_FOUND ||
            findings_is_curve(mod, curve.entry)) {
            continue;
        }
        const gaiti_mod_finding finding = {.rule = GAITI_MOV_CURVE,
                                           .place = findings_place(curve.entry),
                                           .name = use->name,
                                           .other = gaiti_mod_word_text(mod, k)};
        if (!gaiti_mod_add_finding(mod, &finding)) {
            return false;
        }
    }
    return true;
}

/* The part of a name up to its first underscore: mods begin the names of their classes with it. */
static gait_span findings_tag(gait_span name) {
    const uint8_t *end = name.size > 0 ? memchr(name.data, '_', name.size) : NULL;
    return gaiti_span(name.data, end ? (size_t)(end - name.data) : 0);
}

/* True for the tables of the games: mods add masks and states to them. */
static bool findings_is_of_game(gait_span table) {
    static const char *const tables[] = {"CfgMovesBasic",   "CfgMovesMaleSdr", "CfgMovesMC",
                                         "CfgGesturesMale", "CfgMovesWmn",     "CfgGesturesWmn"};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        if (gaiti_equal_name(table, gaiti_span_of(tables[t]))) {
            return true;
        }
    }
    return false;
}

/* True unless the mask is in no BlendAnims of the table or its bases, which are all in the mod.
 * With `is_own`, the mask has a name of the mod, so it is not in other ones. */
static bool findings_may_have_mask(gait_mod *mod, uint32_t table, uint32_t mask, bool is_own) {
    enum { FINDINGS_MASKS = 1 << 24 /* names, in all calls */ };
    const gaiti_mod_tree *tree = &mod->tree;
    for (uint32_t i = 0; i < GAITI_MOD_BASES; i++) {
        const gaiti_mod_class *class = &tree->classes[table];
        int32_t blend = gaiti_mod_child(mod, table, GAITI_MOD_BLEND_ANIMS);
        if (!is_own && (findings_is_of_game(gaiti_mod_word_span(mod, class->name)) ||
                        (blend >= 0 && tree->classes[blend].kind == GAITI_MOD_DECLARED))) {
            return true;
        }
        for (uint32_t b = 0; blend >= 0 && b < GAITI_MOD_BASES; b++) {
            const gaiti_mod_class *masks = &tree->classes[blend];
            mod->masks_compared++;
            if (mod->masks_compared > FINDINGS_MASKS ||
                gaiti_mod_own_value(mod, (uint32_t)blend, mask) ||
                gaiti_mod_child(mod, (uint32_t)blend, mask) >= 0 ||
                (!is_own && masks->base < 0 && masks->base_name > 0)) {
                return true;
            }
            blend = masks->base;
        }
        if (class->base < 0) {
            return !is_own && class->base_name > 0;
        }
        table = (uint32_t) class->base;
    }
    return true;
}

static bool findings_check_mask(gait_mod *mod, uint32_t index, gaiti_mod_result mask,
                                const gait_mod_use *use) {
    const gaiti_mod_tree *tree = &mod->tree;
    uint32_t table = tree->classes[tree->classes[index].parent].parent;
    if (mask.origin != GAIT_VALUE_OWN || !use->mask) {
        return true;
    }
    gait_span tag = findings_tag(gaiti_mod_word_span(mod, tree->classes[index].name));
    bool is_own = tag.size > 0 && gaiti_equal_name(tag, findings_tag(gaiti_span_of(use->mask)));
    if (findings_may_have_mask(mod, table, gaiti_mod_name_of(mod, mask.entry->text), is_own)) {
        return true;
    }
    const gaiti_mod_finding finding = {.rule = GAITI_MOV_MASK,
                                       .place = findings_place(mask.entry),
                                       .name = use->name,
                                       .other = use->mask};
    return gaiti_mod_add_finding(mod, &finding);
}

static bool findings_check_speed(gait_mod *mod, gaiti_mod_result speed, const gait_mod_use *use) {
    bool is_zero = use->seconds_why == GAIT_SECONDS_ZERO;
    if (speed.origin != GAIT_VALUE_OWN ||
        (!is_zero && use->seconds_why != GAIT_SECONDS_NO_NUMBER)) {
        return true;
    }
    const gaiti_mod_finding finding = {.rule = is_zero ? GAITI_MOV_SPEED_ZERO : GAITI_MOV_NO_SPEED,
                                       .place = findings_place(speed.entry),
                                       .name = use->name};
    return gaiti_mod_add_finding(mod, &finding);
}

/* --- names ------------------------------------------------------------------------------------ */

/* The class beside another one with the name that is most similar to that of its base; NULL =
 * none. */
static const char *findings_near_base(gait_mod *mod, uint32_t index) {
    enum { FINDINGS_COMPARED = 1 << 14 /* names, in all calls */ };
    const gaiti_mod_tree *tree = &mod->tree;
    const char *base = gaiti_mod_word_text(mod, tree->classes[index].base_name), *near = NULL;
    uint32_t nearest = base ? gaiti_name_distance_limit(base) : 0;
    int32_t other = tree->classes[tree->classes[index].parent].first_child;
    for (; base && other >= 0 && mod->names_compared < FINDINGS_COMPARED;
         other = tree->classes[other].next, mod->names_compared++) {
        const gaiti_mod_class *class = &tree->classes[other];
        const char *name = (uint32_t)other == index || class->kind != GAITI_MOD_DEFINED
                               ? NULL
                               : gaiti_mod_word_text(mod, class->name);
        near = name && gaiti_name_is_nearer(base, name, &nearest) ? name : near;
    }
    return near;
}

/* A base that is not in the mod is usually one of the game; but one with the tag of the state, and
 * almost the name of another state, is misspelt. */
static bool findings_check_base(gait_mod *mod, uint32_t index, const gait_mod_use *use) {
    const gaiti_mod_class *class = &mod->tree.classes[index];
    gait_span tag = findings_tag(gaiti_mod_word_span(mod, class->name));
    if (class->base >= 0 || class->base_name == 0 || tag.size == 0 ||
        !gaiti_equal_name(tag, findings_tag(gaiti_mod_word_span(mod, class->base_name)))) {
        return true;
    }
    const char *near = findings_near_base(mod, index);
    const gaiti_mod_finding finding = {.rule = GAITI_MOV_NO_BASE,
                                       .place = {.file = class->file, .offset = class->offset},
                                       .name = use->name,
                                       .other = use->base,
                                       .words = gaiti_mod_words(mod, "; there is ", near)};
    return !near || gaiti_mod_add_finding(mod, &finding);
}

bool gaiti_mod_check_late_base(gait_mod *mod, uint32_t index) {
    const gaiti_mod_class *class = &mod->tree.classes[index];
    const gaiti_mod_finding finding = {.rule = GAITI_MOV_LATE_BASE,
                                       .place = {.file = class->file, .offset = class->offset},
                                       .name = gaiti_mod_word_text(mod, class->name),
                                       .other = gaiti_mod_word_text(mod, class->base_name)};
    return gaiti_mod_add_finding(mod, &finding);
}

bool gaiti_mod_check_state(gait_mod *mod, uint32_t index, const gaiti_mod_result *values,
                           const gait_mod_use *use) {
    return use->is_loose || (findings_check_curves(mod, values, use) &&
                             findings_check_mask(mod, index, values[GAITI_MOD_MASK], use) &&
                             findings_check_speed(mod, values[GAITI_MOD_SPEED], use) &&
                             findings_check_base(mod, index, use));
}

/* --- files ------------------------------------------------------------------------------------ */

/* The cause of a missing file: its folder if that is missing too, so that a missing folder is one
 * cause. */
static uint64_t findings_missing_cause(gait_mod *mod, const char *value) {
    bool has_folder = gaiti_mod_find_animation(mod, gaiti_span_of(value)).has_folder;
    gait_span path = gaiti_span(mod->scratch2.data, mod->scratch2.size);
    uint64_t cause = 0;
    gaiti_add_cause(&cause, has_folder ? path : gaiti_mod_folder_of(path));
    return cause;
}

static gait_status findings_of_use(gait_mod *mod, uint32_t index) {
    const gait_mod_use *use = gaiti_mod_use(mod, index);
    bool is_own = use->kind != GAIT_USE_STATE || use->file_from == GAIT_VALUE_OWN;
    bool is_unknown = use->value && memchr(use->value, '?', strlen(use->value));
    bool is_config = use->kind <= GAIT_USE_STRING; /* of Arma */
    gaiti_mod_mark mark = mod->use_marks[index];
    bool is_missing = use->status == GAIT_USE_MISSING || mark == GAITI_MOD_MISSPELT;
    if (!is_config || use->is_loose || !is_own || !use->value || mark == GAITI_MOD_OF_PREFIX ||
        (!is_missing && !(is_unknown && use->file < 0))) {
        return GAIT_OK;
    }
    const gaiti_mod_finding finding = {
        .rule = is_missing ? GAITI_MOV_MISSING : GAITI_MOV_UNKNOWN,
        .cause = is_missing ? findings_missing_cause(mod, use->value) : 0,
        .place = use->place,
        .name = use->name,
        .other = use->value,
        .words = gaiti_mod_words(mod, "; there is ", use->near_path)};
    return gaiti_mod_add_finding(mod, &finding) ? GAIT_OK : mod->arena.status;
}

/* The next use of an animation that is a state with another duration; NULL = none. */
static const gait_mod_use *findings_next_state(const gait_mod *mod, uint32_t *use, uint32_t end,
                                               double seconds) {
    for (; *use < end; ++*use) {
        const gait_mod_use *state = gaiti_mod_use(mod, *use);
        double own = gaiti_mod_seconds_of(state);
        if (own > 0 && own != seconds && !state->is_weak) {
            return state;
        }
    }
    return NULL;
}

/* Appends the duration of a state. */
static bool findings_write_state(gait_buffer *out, const gait_mod_use *state) {
    char digits[GAITI_NUMBER_MAX];
    return gaiti_write_text(out, state->name ? state->name : "") && gaiti_write_text(out, " in ") &&
           gaiti_write(out, digits, gaiti_print_f32(digits, (float)gaiti_mod_seconds_of(state))) &&
           gaiti_write_text(out, " s");
}

/* Animations that states play in different times. */
static gait_status findings_of_durations(gait_mod *mod) {
    for (uint32_t p = 0; p < mod->path_count; p++) {
        uint32_t use = mod->first_uses[p], end = mod->first_uses[p + 1];
        bool is_rtm = mod->paths[p].role == GAITI_MOD_ANIMATION;
        const gait_mod_use *one = is_rtm ? findings_next_state(mod, &use, end, 0) : NULL;
        const gait_mod_use *other =
            one ? findings_next_state(mod, &use, end, gaiti_mod_seconds_of(one)) : NULL;
        if (!other) {
            continue;
        }
        gait_buffer words = {.allocator = mod->options.allocator};
        bool is_ok = findings_write_state(&words, one) && gaiti_write_text(&words, ", ") &&
                     findings_write_state(&words, other);
        const gaiti_mod_finding finding = {
            .rule = GAITI_MOV_DURATIONS,
            .place = {.file = p},
            .words = is_ok ? gaiti_mod_text(mod, gaiti_span(words.data, words.size)) : NULL};
        gait_buffer_free(&words);
        if (!finding.words || !gaiti_mod_add_finding(mod, &finding)) {
            return mod->arena.status != GAIT_OK ? mod->arena.status : GAIT_NO_MEMORY;
        }
    }
    return GAIT_OK;
}

/* An animation that nothing uses, in a mod that uses others. */
static gait_status findings_of_unused(gait_mod *mod) {
    bool has_uses = false;
    for (uint32_t p = 0; p < mod->path_count; p++) {
        has_uses |= mod->paths[p].is_expected;
    }
    for (uint32_t u = 0; u < mod->first_uses[mod->path_count]; u++) {
        has_uses |= !gaiti_mod_use(mod, u)->is_weak;
    }
    for (uint32_t p = 0; has_uses && p < mod->path_count; p++) {
        const gaiti_mod_finding finding = {.rule = GAITI_MOV_UNUSED, .place = {.file = p}};
        if (mod->paths[p].role == GAITI_MOD_ANIMATION && !mod->paths[p].is_expected &&
            mod->first_uses[p] == mod->first_uses[p + 1] && !gaiti_mod_add_finding(mod, &finding)) {
            return mod->arena.status;
        }
    }
    return GAIT_OK;
}

/* A file that has almost the name of one with a prefix. */
static gait_status findings_of_names(gait_mod *mod) {
    static const char prefix[] = "$PBOPREFIX$";
    for (uint32_t p = 0; p < mod->path_count; p++) {
        gait_span path = mod->paths[p].text;
        gait_span folder = gaiti_mod_folder_of(path);
        size_t skipped = folder.size + (folder.size > 0);
        const char *name = (const char *)path.data + skipped;
        uint32_t nearest = 3; /* less than that of another name, such as PREFIX */
        bool is_other = mod->paths[p].role == GAITI_MOD_OTHER && path.size - skipped < 16;
        const gaiti_mod_finding finding = {
            .rule = GAITI_MOV_PREFIX_NAME, .place = {.file = p}, .other = name};
        if (is_other && gaiti_name_is_nearer(prefix, name, &nearest) &&
            !gaiti_mod_add_finding(mod, &finding)) {
            return mod->arena.status;
        }
    }
    return GAIT_OK;
}

static int findings_compare_text(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "");
}

/* By place, then by rule and texts: 0 for the same finding. */
static int findings_compare(const gaiti_mod_finding *a, const gaiti_mod_finding *b) {
    if (a->place.file != b->place.file) {
        return a->place.file < b->place.file ? -1 : 1;
    }
    if (a->place.offset != b->place.offset) {
        return a->place.offset < b->place.offset ? -1 : 1;
    }
    if (a->place.line != b->place.line) {
        return a->place.line < b->place.line ? -1 : 1;
    }
    if (a->rule != b->rule) {
        return a->rule < b->rule ? -1 : 1;
    }
    int order = findings_compare_text(a->name, b->name);
    return order != 0 ? order : findings_compare_text(a->other, b->other);
}

static bool findings_is_before(const void *user, uint32_t a, uint32_t b) {
    const gaiti_mod_finding *left = (const gaiti_mod_finding *)user + a;
    const gaiti_mod_finding *right = (const gaiti_mod_finding *)user + b;
    return findings_compare(left, right) < 0;
}

static gait_status findings_sort(gait_mod *mod) {
    gaiti_arena *arena = &mod->arena;
    uint32_t count = mod->finding_count, next = 0;
    uint32_t *order = gaiti_alloc(arena, count, sizeof *order);
    uint32_t *work = gaiti_alloc(arena, count, sizeof *work);
    gaiti_mod_finding *sorted = gaiti_alloc(arena, count, sizeof *sorted);
    mod->first_findings =
        gaiti_alloc(arena, (uint64_t)mod->path_count + 1, sizeof *mod->first_findings);
    if (!order || !work || !sorted || !mod->first_findings) {
        return arena->status;
    }
    for (uint32_t f = 0; f < count; f++) {
        order[f] = f;
    }
    gaiti_sort(order, count, findings_is_before, mod->findings, work);
    uint32_t kept = 0;
    for (uint32_t f = 0; f < count; f++) { /* a file that several configs include has them again */
        const gaiti_mod_finding *finding = &mod->findings[order[f]];
        const gaiti_mod_finding *last = kept > 0 ? &sorted[kept - 1] : NULL;
        if (!last || findings_compare(last, finding) != 0) {
            sorted[kept++] = *finding;
        }
    }
    mod->findings = sorted;
    mod->finding_count = count = kept;
    for (uint32_t p = 0; p <= mod->path_count; p++) {
        for (; next < count && sorted[next].place.file < p; next++) {
        }
        mod->first_findings[p] = next;
    }
    return GAIT_OK;
}

/* The most values of a line of a hud section that one of the games reads. */
static uint32_t findings_values_of(uint32_t games) {
    static const gaiti_ltx_engine engines[] = {[GAIT_GAME_CS] = GAITI_LTX_COP,
                                               [GAIT_GAME_COP] = GAITI_LTX_COP,
                                               [GAIT_GAME_OGSR] = GAITI_LTX_OGSR,
                                               [GAIT_GAME_IXRAY] = GAITI_LTX_IXRAY,
                                               [GAIT_GAME_ANOMALY] = GAITI_LTX_ANOMALY};
    uint32_t most = 0;
    for (uint32_t game = GAIT_GAME_CS; game < GAIT_GAME_COUNT; game++) {
        uint32_t count = gaiti_ltx_reading_of(engines[game])->max_values;
        bool is_possible = games == 0 || games & GAIT_GAMES(game);
        most = is_possible && count > most ? count : most;
    }
    return most;
}

/* True unless the finding does not concern one of the games, or no game is known and it needs one.
 */
static bool findings_concerns(const gaiti_mod_finding *finding, uint32_t games) {
    bool is_of_games = finding->games == 0 || (games & ~finding->games) == 0;
    if (finding->rule == GAITI_LTX_LONG_LINE) {
        return finding->other_line > findings_values_of(games); /* the number of values */
    }
    return is_of_games && (games != 0 || !finding->needs_game);
}

/* The findings of a file without a known game. */
static uint32_t findings_count(const gait_mod *mod, uint32_t file) {
    gait_diagnostics none = {0};
    const gaiti_report report = gaiti_report_to(&none);
    uint32_t count = 0;
    for (uint32_t f = mod->first_findings[file]; f < mod->first_findings[file + 1]; f++) {
        const gaiti_mod_finding *finding = &mod->findings[f];
        count += findings_concerns(finding, 0) && gaiti_needs_text(&report, finding->rule);
    }
    return count;
}

gait_status gaiti_mod_find_findings(gait_mod *mod) {
    GAITI_TRY(gaiti_mod_find_near_prefixes(mod));
    GAITI_TRY(findings_of_names(mod));
    for (uint32_t u = 0; u < mod->uses.count; u++) {
        GAITI_TRY(findings_of_use(mod, u));
    }
    GAITI_TRY(findings_of_durations(mod));
    GAITI_TRY(findings_of_unused(mod));
    GAITI_TRY(gaiti_mod_check_xray(mod));
    GAITI_TRY(gaiti_mod_find_copies(mod));
    GAITI_TRY(findings_sort(mod));
    mod->finding_counts = gaiti_alloc(&mod->arena, mod->path_count, sizeof *mod->finding_counts);
    for (uint32_t p = 0; mod->finding_counts && p < mod->path_count; p++) {
        mod->finding_counts[p] = findings_count(mod, p);
    }
    return mod->arena.status;
}

/* --- diagnostics ------------------------------------------------------------------------------ */

/* The line and column of a finding, from 1; 0 in a binarised config. */
static gaiti_place findings_line(const gait_mod *mod, const gaiti_mod_finding *finding) {
    const gaiti_config_source *source = &mod->paths[finding->place.file].source;
    if (finding->place.line > 0) {
        return (gaiti_place){.line = finding->place.line, .column = 1};
    }
    return source->text.data ? gaiti_lines_at(&source->lines, (size_t)finding->place.offset)
                             : (gaiti_place){0};
}

/* Removes the line from the text of the last diagnostic: a binarised config has none. */
static void findings_remove_line(gait_diagnostics *diagnostics) {
    static const char line[] = "line 0: ";
    char *text = diagnostics->count > 0 ? diagnostics->items[diagnostics->count - 1].text : NULL;
    if (text && memcmp(text, line, sizeof line - 1) == 0) {
        memmove(text, text + sizeof line - 1, GAIT_DIAGNOSTIC_TEXT - (sizeof line - 1));
    }
}

gait_status gait_mod_check(const gait_mod *mod, uint32_t file, gait_diagnostics *diagnostics) {
    if (!mod || !diagnostics || !mod->is_finished || file >= mod->path_count) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_report report = gaiti_report_to(diagnostics);
    for (uint32_t f = mod->first_findings[file]; f < mod->first_findings[file + 1]; f++) {
        const gaiti_mod_finding *finding = &mod->findings[f];
        uint32_t before = diagnostics->count;
        if (!findings_concerns(finding, diagnostics->games)) {
            continue;
        }
        gaiti_place place = findings_line(mod, finding);
        /* Animations and other files that are not read are meant as a whole. */
        bool is_whole = place.line == 0 && finding->place.offset == 0 &&
                        mod->paths[file].role != GAITI_MOD_ROOT;
        gaiti_raise(&report, finding->rule,
                    (gaiti_detail){.offset = is_whole ? GAIT_NO_OFFSET : finding->place.offset,
                                   .name = gaiti_span_of(finding->name),
                                   .name_is_utf8 = true,
                                   .found = (int64_t)place.line,
                                   .expected = finding->other_line > 0
                                                   ? (int64_t)finding->other_line
                                                   : (int64_t)place.column,
                                   .other = gaiti_span_of(finding->other),
                                   .words = gaiti_span_of(finding->words),
                                   .may_be_elsewhere = finding->may_be_elsewhere});
        if (finding->cause && diagnostics->count > before) {
            diagnostics->items[before].cause = finding->cause;
        }
        if (place.line == 0) {
            findings_remove_line(diagnostics);
        }
    }
    return GAIT_OK;
}
