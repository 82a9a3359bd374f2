/* "set --game": changes a file so that a game reads it (docs/games.md#set---game): removes events,
 * changes the version, sorts frames, stores keys with fewer bits. Data that the game does not read
 * is removed only with --lossy. */
#include <math.h>

#include "base/try.h"
#include "edit/edit_state.h"
#include "formats/file_state.h"
#include "gait/games.h"

/* Larger errors of keys are refused without --lossy. */
#define EDIT_GAME_MAX_MM 1.0
#define EDIT_GAME_MAX_DEG 0.1

/* What a game reads. */
typedef struct edit_game_limits {
    int32_t bank_version; /* 0: it reads no banks */
    uint32_t bits;        /* of the keys of translations, at most */
    bool has_marks;
    bool has_properties;  /* of RTM: events */
    int32_t bmtr_version; /* the highest one; 0: none */
} edit_game_limits;

static const edit_game_limits edit_games[GAIT_GAME_COUNT] = {
    [GAIT_GAME_OFP] = {0},
    [GAIT_GAME_CWR] = {0},
    [GAIT_GAME_ARMA1] = {.bmtr_version = 3},
    [GAIT_GAME_ARMA2] = {.bmtr_version = 4},
    [GAIT_GAME_ARMA3] = {.has_properties = true, .bmtr_version = 5},
    [GAIT_GAME_DAYZ] = {.has_properties = true, .bmtr_version = 5},
    [GAIT_GAME_SOC] = {.bank_version = 3, .bits = 8},
    [GAIT_GAME_CS] = {4, 16, true, false, 0},
    [GAIT_GAME_COP] = {4, 16, true, false, 0},
    [GAIT_GAME_OGSR] = {4, 16, true, false, 0},
    [GAIT_GAME_IXRAY] = {4, 32, true, false, 0},
    [GAIT_GAME_ANOMALY] = {4, 16, true, false, 0},
};

typedef struct edit_gaming {
    gait_edit *edit;
    gait_game game;
    const edit_game_limits *limits;
    bool is_lossy;
} edit_gaming;

/* Makes an edit with one option. */
static gait_status edit_game_step(gait_edit *edit, const char *verb, gaiti_edit_option option,
                                  const char *text) {
    const gaiti_edit_value value = {.option = option, .text = text};
    const gaiti_edit_request request = {.verb = verb, .values = &value, .count = 1};
    return option == GAITI_EDIT_REMOVE   ? gaiti_edit_event_edit(edit, &request)
           : option == GAITI_EDIT_FRAMES ? gaiti_edit_reorder(edit, &request)
                                         : gaiti_edit_set(edit, &request);
}

/* Raises what the game does not read, in the clips of a list. */
static gait_status edit_game_refuse(const edit_gaming *self, const char *what, const char *clips) {
    return gaiti_edit_refuse(self->edit, GAITI_EDIT_NOT_IN_GAME,
                             gait_game_get_info(self->game)->title, what, clips);
}

/* --- events ----------------------------------------------------------------------------------- */

/* Adds a name to a list in parentheses, which is closed by the caller; after three, "...". */
static const char *edit_game_list(gait_edit *edit, const char *list, uint32_t count,
                                  const char *name) {
    enum { NAMES = 3 };
    return count < NAMES    ? GAITI_EDIT_JOIN(edit, list, count == 0 ? " (" : ", ", name)
           : count == NAMES ? GAITI_EDIT_JOIN(edit, list, ", ...")
                            : list;
}

/* Removes all events if the game does not read them; only those with a time are a loss. */
static gait_status edit_game_events(const edit_gaming *self) {
    gait_edit *edit = self->edit;
    const gaiti_edit_event_functions *functions = edit->functions->events;
    const char *list = "";
    uint32_t lost = 0, all = 0;
    for (uint32_t c = 0; c < gaiti_edit_clip_count(edit); c++) {
        uint32_t count = functions->count(&edit->document, c), timed = 0;
        gaiti_edit_event *events = gaiti_alloc(&edit->scratch, count, sizeof *events);
        GAITI_TRY(gaiti_edit_status(edit));
        functions->list(&edit->document, c, events);
        for (uint32_t e = 0; e < count; e++) {
            timed += events[e].has_time;
        }
        if (timed > 0) {
            list = edit_game_list(edit, list, lost++, gaiti_edit_clip_name(edit, c));
        }
        all += count;
    }
    GAITI_TRY(lost > 0 && !self->is_lossy
                  ? edit_game_refuse(self, "events", GAITI_EDIT_JOIN(edit, list, ")"))
                  : GAIT_OK);
    GAITI_TRY(all > 0 ? edit_game_step(edit, "event", GAITI_EDIT_REMOVE, "*") : GAIT_OK);
    return functions->remove_block && functions->remove_block(&edit->document)
               ? GAITI_EDIT_CHANGE(edit, gaiti_edit_clip_name(edit, 0),
                                   ": no block of frame properties")
               : gaiti_edit_status(edit);
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Adds the difference "CLIP: keys with BITS bits, error N mm". */
static gait_status edit_game_add_bits(const edit_gaming *self, uint32_t clip, double mm) {
    gait_edit *edit = self->edit;
    float rounded = (float)((double)(int64_t)(mm * 1e4 + 0.5) / 1e4);
    return GAITI_EDIT_CHANGE(edit, gaiti_edit_clip_name(edit, clip),
                             self->limits->bits == 8 ? ": keys with 8 bits" : ": keys with 16 bits",
                             ", error ", gaiti_edit_print_float(edit, rounded), " mm");
}

static gait_status edit_game_keys(const edit_gaming *self) {
    gait_edit *edit = self->edit;
    uint32_t count = gaiti_edit_clip_count(edit), lost = 0;
    gait_optimised_clip *clips = gaiti_alloc(&edit->scratch, count, sizeof *clips);
    const char *list = "";
    GAITI_TRY(gaiti_edit_status(edit));
    GAITI_TRY(edit->functions->limit_bits(edit->document.document, self->limits->bits,
                                          &edit->options, clips));
    for (uint32_t c = 0; c < count; c++) {
        const gait_optimised_clip *clip = &clips[c];
        bool is_changed = clip->bytes_after != clip->bytes_before;
        GAITI_TRY(is_changed ? edit_game_add_bits(self, c, clip->error_mm) : GAIT_OK);
        if (clip->error_mm == HUGE_VAL) {
            return edit_game_refuse(
                self, "keys that are not finite numbers: ", gaiti_edit_clip_name(edit, c));
        }
        if (!(clip->error_mm <= EDIT_GAME_MAX_MM) || !(clip->error_deg <= EDIT_GAME_MAX_DEG)) {
            list = edit_game_list(edit, list, lost++, gaiti_edit_clip_name(edit, c));
        }
    }
    return lost > 0 && !self->is_lossy
               ? edit_game_refuse(self,
                                  "keys as exact as these: the errors would be larger than 1 mm "
                                  "or 0.1 degrees",
                                  GAITI_EDIT_JOIN(edit, list, ")"))
               : gaiti_edit_status(edit);
}

/* --- the edit --------------------------------------------------------------------------------- */

static gait_status edit_game_bank(const edit_gaming *self) {
    gait_edit *edit = self->edit;
    GAITI_TRY(self->limits->has_marks ? GAIT_OK : edit_game_events(self));
    GAITI_TRY(self->limits->bits < 32 ? edit_game_keys(self) : GAIT_OK);
    return edit_game_step(edit, "set", GAITI_EDIT_FORMAT_VERSION,
                          self->limits->bank_version == 3 ? "3" : "4");
}

static gait_status edit_game_animation(const edit_gaming *self) {
    gait_edit *edit = self->edit;
    const gaiti_edit_document *doc = &edit->document;
    if (!edit->functions->order_frames) {
        int32_t version = doc->row->version(doc->document);
        return version <= self->limits->bmtr_version
                   ? GAIT_OK
                   : edit_game_refuse(self, "this version of binarised RTM", "");
    }
    GAITI_TRY(self->limits->has_properties ? GAIT_OK : edit_game_events(self));
    return edit_game_step(edit, "reorder", GAITI_EDIT_FRAMES, "");
}

gait_status gaiti_edit_set_game(gait_edit *edit, const gaiti_edit_request *request) {
    const gaiti_edit_value *value = gaiti_edit_find(request, GAITI_EDIT_GAME);
    uint32_t lossy = gaiti_edit_count(request, GAITI_EDIT_LOSSY);
    if (value ? request->count > 1 + lossy : lossy > 0) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "--game without other parameters, and --lossy only with --game");
    }
    if (!value) {
        return gaiti_edit_set(edit, request);
    }
    int32_t game = gait_game_find(value->text);
    if (game < 0) {
        return gaiti_edit_refuse_value(edit, value,
                                       "games are ofp, cwr, arma1, arma2, arma3, dayz, soc, cs, "
                                       "cop, ogsr, ixray and anomaly");
    }
    const edit_gaming self = {.edit = edit,
                              .game = (gait_game)game,
                              .limits = &edit_games[game],
                              .is_lossy = gaiti_edit_find(request, GAITI_EDIT_LOSSY) != NULL};
    gait_family family = gait_format_get_info(gait_file_format(edit->file))->family;
    if ((family == GAIT_FAMILY_XRAY) != (self.limits->bank_version > 0)) {
        return gaiti_edit_refuse_format(edit, "animations of this game");
    }
    GAITI_TRY(gaiti_edit_list_names(edit));
    return edit->functions->limit_bits  ? edit_game_bank(&self)
           : edit->functions->set_phase ? edit_game_animation(&self)
                                        : gaiti_edit_refuse_format(edit, "banks");
}
