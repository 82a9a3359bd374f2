/* The context of the flat interface: handles, errors, results. */
#include "flat_state.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"

enum {
    FLAT_INDEX_BITS = 20,
    FLAT_MAX_SLOTS = (1 << FLAT_INDEX_BITS) - 1,
    FLAT_GENERATIONS = 1 << (32 - FLAT_INDEX_BITS)
};

/* --- the context ------------------------------------------------------------------------------ */

uint32_t gait_flat_version(void) {
    return GAIT_FLAT_VERSION;
}

const char *gait_flat_library_version(void) {
    return gait_version();
}

/* Contexts have different addresses, so handles of one context are usually invalid in another. */
static uint16_t flat_first_generation(const gait_flat *flat) {
    uint64_t address = (uint64_t)(uintptr_t)flat >> 4;
    address ^= address >> 12 ^ address >> 24 ^ address >> 36;
    return (uint16_t)(address % FLAT_GENERATIONS);
}

gait_flat *gaiti_flat_new(const gait_allocator *allocator, uint64_t max_bytes) {
    gait_flat *flat = gaiti_resize(allocator, NULL, 0, sizeof *flat);
    if (!flat) {
        return NULL;
    }
    memset(flat, 0, offsetof(gait_flat, findings));
    flat->allocator = *allocator;
    flat->max_bytes = max_bytes;
    flat->first_generation = flat_first_generation(flat);
    flat->result.allocator = *allocator;
    flat->report.allocator = *allocator;
    flat->name.allocator = *allocator;
    gaiti_flat_begin(flat);
    return flat;
}

gait_flat *gait_flat_new(size_t max_bytes) {
    return gaiti_flat_new(&(gait_allocator){0}, max_bytes);
}

void *gait_flat_alloc(size_t size) {
    return gaiti_resize(NULL, NULL, 0, size > 0 ? size : 1);
}

void gait_flat_free(void *block) {
    gaiti_resize(NULL, block, 0, 0);
}

/* --- calls ------------------------------------------------------------------------------------ */

bool gaiti_flat_begin(gait_flat *flat) {
    if (!flat) {
        return false;
    }
    flat->status = GAIT_OK;
    flat->rule = flat->text = flat->file = "";
    flat->offset = -1;
    flat->line = 0;
    flat->subject = NULL;
    flat->diagnostics =
        (gait_diagnostics){.items = flat->findings, .capacity = FLAT_FINDINGS, .file = NULL};
    return true;
}

gait_options gaiti_flat_options(gait_flat *flat, const gaiti_flat_file *subject) {
    flat->subject = subject ? subject : flat->subject;
    flat->diagnostics.file = flat->subject ? flat->subject->name : NULL;
    return (gait_options){.allocator = flat->allocator,
                          .max_bytes = flat->max_bytes,
                          .diagnostics = &flat->diagnostics};
}

static const char *flat_status_text(gait_status status) {
    static const char *const texts[] = {"",
                                        "an argument is invalid",
                                        "not enough memory",
                                        "a limit of memory was reached",
                                        "the bytes end too early",
                                        "the bytes contradict the format",
                                        "not supported for this file",
                                        "the result cannot hold all data of the input",
                                        "not found",
                                        "internal error"};
    return (size_t)status < sizeof texts / sizeof texts[0] ? texts[status] : texts[GAIT_INTERNAL];
}

void gaiti_flat_keep_name(gait_flat *flat) {
    flat->name.size = 0;
    bool is_kept = gaiti_write(&flat->name, flat->file, strlen(flat->file) + 1);
    flat->file = is_kept ? (const char *)flat->name.data : "";
    flat->diagnostics.file = flat->file;
    for (uint32_t i = 0; i < flat->diagnostics.count; i++) {
        flat->findings[i].file = flat->file;
    }
}

bool gaiti_flat_fail(gait_flat *flat, gait_status status, const char *text) {
    flat->status = status;
    flat->text = text ? text : flat_status_text(status);
    flat->file = flat->subject ? flat->subject->name : "";
    return false;
}

bool gaiti_flat_end(gait_flat *flat, gait_status status, const char *text) {
    if (status == GAIT_OK) {
        return true;
    }
    gaiti_flat_fail(flat, status, status == GAIT_NO_MEMORY ? NULL : text);
    for (uint32_t i = flat->diagnostics.count; i-- > 0 && status != GAIT_NO_MEMORY;) {
        const gait_diagnostic *item = &flat->findings[i];
        if (item->severity == GAIT_ERROR) {
            flat->rule = item->rule->id;
            flat->text = item->text;
            flat->file = item->file ? item->file : flat->file;
            flat->offset = item->offset == GAIT_NO_OFFSET ? -1 : (double)item->offset;
            break;
        }
    }
    return false;
}

bool gaiti_flat_is_text(gait_flat *flat, const char *text, bool is_optional) {
    if (!text) {
        return is_optional || gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "a text is missing");
    }
    for (const uint8_t *p = (const uint8_t *)text; *p != '\0';) {
        unsigned size = gaiti_utf8_character(p);
        if (size == 0) {
            return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "a text is not UTF-8");
        }
        p += size;
    }
    return true;
}

/* --- errors ----------------------------------------------------------------------------------- */

int gait_flat_status(const gait_flat *flat) {
    return flat ? (int)flat->status : (int)GAIT_BAD_ARGUMENT;
}

const char *gait_flat_error_rule(const gait_flat *flat) {
    return flat ? flat->rule : "";
}

const char *gait_flat_error_text(const gait_flat *flat) {
    return flat ? flat->text : flat_status_text(GAIT_BAD_ARGUMENT);
}

const char *gait_flat_error_file(const gait_flat *flat) {
    return flat ? flat->file : "";
}

double gait_flat_error_offset(const gait_flat *flat) {
    return flat ? flat->offset : -1;
}

uint32_t gait_flat_error_line(const gait_flat *flat) {
    return flat ? flat->line : 0;
}

/* --- results ---------------------------------------------------------------------------------- */

const uint8_t *gait_flat_result(const gait_flat *flat) {
    return flat && flat->result.data ? flat->result.data : (const uint8_t *)"";
}

size_t gait_flat_result_size(const gait_flat *flat) {
    return flat ? flat->result.size : 0;
}

gait_buffer *gaiti_flat_begin_result(gait_flat *flat) {
    flat->result.size = 0;
    return &flat->result;
}

bool gaiti_flat_end_result(gait_flat *flat, gait_status status, const char *text) {
    if (status == GAIT_OK) {
        status = gait_buffer_append(&flat->result, "", 1);
        flat->result.size -= status == GAIT_OK;
    }
    flat->result.size = status == GAIT_OK ? flat->result.size : 0;
    return gaiti_flat_end(flat, status, text);
}

bool gait_flat_report(gait_flat *flat) {
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = flat->report.size == 0
                             ? GAIT_NOT_FOUND
                             : gait_buffer_append(out, flat->report.data, flat->report.size);
    return gaiti_flat_end_result(flat, status, "no function with a report was called");
}

bool gaiti_flat_begin_report(gait_flat *flat) {
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    flat->report.size = 0;
    return true;
}

gait_status gaiti_flat_end_report(gait_flat *flat, gait_status status) {
    flat->report.size = status == GAIT_OK ? flat->report.size : 0;
    return status;
}

/* --- handles ---------------------------------------------------------------------------------- */

static gaiti_flat_slot *flat_slot(const gait_flat *flat, uint32_t handle) {
    uint32_t index = (handle & FLAT_MAX_SLOTS) - 1;
    gaiti_flat_slot *slot = index < flat->slot_count ? &flat->slots[index] : NULL;
    bool is_valid =
        slot && slot->kind != FLAT_FREE && slot->generation == handle >> FLAT_INDEX_BITS;
    return is_valid ? slot : NULL;
}

void *gaiti_flat_get(gait_flat *flat, uint32_t handle, gaiti_flat_kind kind) {
    const gaiti_flat_slot *slot = flat_slot(flat, handle);
    if (!slot) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "a handle is invalid or closed");
        return NULL;
    }
    if (slot->kind != kind) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "a handle is of another kind");
        return NULL;
    }
    return slot->object;
}

gaiti_flat_file *gaiti_flat_get_file(gait_flat *flat, uint32_t handle) {
    gaiti_flat_file *file = gaiti_flat_get(flat, handle, FLAT_FILE);
    if (file && !file->file) {
        flat->subject = file;
        gaiti_flat_fail(flat, file->status, "the file could not be opened");
        return NULL;
    }
    return file;
}

bool gaiti_flat_is_used(const gait_flat *flat, uint32_t handle) {
    return flat_slot(flat, handle)->users > 0;
}

static bool flat_slot_needs(const gaiti_flat_slot *slot, uint32_t other) {
    for (int i = 0; i < FLAT_NEEDS; i++) {
        if (other != 0 && slot->needs[i] == other) {
            return true;
        }
    }
    return false;
}

bool gaiti_flat_needs(const gait_flat *flat, uint32_t handle, uint32_t other) {
    return flat_slot_needs(flat_slot(flat, handle), other);
}

void gaiti_flat_set_last_need(gait_flat *flat, uint32_t handle, uint32_t other) {
    uint32_t *need = &flat_slot(flat, handle)->needs[FLAT_NEEDS - 1];
    if (*need != 0) {
        flat_slot(flat, *need)->users--;
    }
    if (other != 0) {
        flat_slot(flat, other)->users++;
    }
    *need = other;
}

/* Makes an unused slot. NULL, with an error, without memory. */
static gaiti_flat_slot *flat_new_slot(gait_flat *flat) {
    if (flat->slot_count == FLAT_MAX_SLOTS) {
        gaiti_flat_fail(flat, GAIT_LIMIT, "there are too many handles");
        return NULL;
    }
    if (flat->slot_count == flat->slot_capacity) {
        uint32_t capacity = flat->slot_capacity > 0 ? flat->slot_capacity * 2 : 16;
        gaiti_flat_slot *slots =
            gaiti_resize(&flat->allocator, flat->slots, flat->slot_capacity * sizeof *slots,
                         capacity * sizeof *slots);
        if (!slots) {
            gaiti_flat_fail(flat, GAIT_NO_MEMORY, NULL);
            return NULL;
        }
        flat->slots = slots;
        flat->slot_capacity = capacity;
    }
    gaiti_flat_slot *slot = &flat->slots[flat->slot_count++];
    *slot = (gaiti_flat_slot){.generation = flat->first_generation};
    return slot;
}

static gaiti_flat_slot *flat_unused_slot(gait_flat *flat) {
    if (flat->first_free == 0) {
        return flat_new_slot(flat);
    }
    gaiti_flat_slot *slot = &flat->slots[flat->first_free - 1];
    flat->first_free = slot->next_free;
    return slot;
}

uint32_t gaiti_flat_add(gait_flat *flat, gaiti_flat_kind kind, void *object,
                        gaiti_flat_release release, const uint32_t needs[FLAT_NEEDS]) {
    gaiti_flat_slot *slot = flat_unused_slot(flat);
    if (!slot) {
        gaiti_flat_keep_name(flat);
        release(flat, object);
        return 0;
    }
    *slot = (gaiti_flat_slot){.object = object,
                              .release = release,
                              .generation = slot->generation,
                              .kind = (uint8_t)kind};
    for (int i = 0; needs && i < FLAT_NEEDS; i++) {
        slot->needs[i] = needs[i];
        if (needs[i] != 0) {
            flat_slot(flat, needs[i])->users++;
        }
    }
    return ((uint32_t)slot->generation << FLAT_INDEX_BITS) | (uint32_t)(slot - flat->slots + 1);
}

/* Frees an object that no other one needs. Its slot is used again with the next generation, unless
 * all generations were used. */
static void flat_release(gait_flat *flat, gaiti_flat_slot *slot) {
    slot->release(flat, slot->object);
    for (int i = 0; i < FLAT_NEEDS; i++) {
        if (slot->needs[i] != 0) {
            flat_slot(flat, slot->needs[i])->users--;
        }
    }
    slot->kind = FLAT_FREE;
    slot->generation = (uint16_t)((slot->generation + 1) % FLAT_GENERATIONS);
    if (slot->generation != flat->first_generation) {
        slot->next_free = flat->first_free;
        flat->first_free = (uint32_t)(slot - flat->slots) + 1;
    }
}

/* Closes the handles that need this one and are of a kind from `first` on, and are needed by no
 * other. */
static void flat_close_users(gait_flat *flat, uint32_t handle, gaiti_flat_kind first) {
    const gaiti_flat_slot *slot = flat_slot(flat, handle);
    for (uint32_t i = 0; i < flat->slot_count && slot->users > 0; i++) {
        gaiti_flat_slot *user = &flat->slots[i];
        if (user->kind >= (uint8_t)first && flat_slot_needs(user, handle)) {
            flat_release(flat, user);
        }
    }
}

static uint32_t flat_handle_of(const gait_flat *flat, uint32_t index) {
    return ((uint32_t)flat->slots[index].generation << FLAT_INDEX_BITS) | (index + 1);
}

bool gait_flat_close(gait_flat *flat, uint32_t handle) {
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    gaiti_flat_slot *slot = flat_slot(flat, handle);
    if (!slot) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "a handle is invalid or closed");
    }
    /* Skeletons are the only handles with handles that need them and that need others. */
    for (uint32_t i = 0; slot->kind == FLAT_FILE && i < flat->slot_count && slot->users > 0; i++) {
        if (flat->slots[i].kind == FLAT_SKELETON && flat->slots[i].needs[0] == handle) {
            flat_close_users(flat, flat_handle_of(flat, i), FLAT_CLIP);
            flat_release(flat, &flat->slots[i]);
        }
    }
    flat_close_users(flat, handle, FLAT_CLIP);
    flat_release(flat, slot);
    return true;
}

void gait_flat_delete(gait_flat *flat) {
    if (!flat) {
        return;
    }
    for (uint8_t kind = FLAT_MESH; kind > FLAT_FREE; kind--) {
        for (uint32_t i = 0; i < flat->slot_count; i++) {
            if (flat->slots[i].kind == kind) {
                flat_release(flat, &flat->slots[i]);
            }
        }
    }
    gait_buffer_free(&flat->result);
    gait_buffer_free(&flat->report);
    gait_buffer_free(&flat->name);
    gaiti_resize(&flat->allocator, flat->slots, flat->slot_capacity * sizeof *flat->slots, 0);
    gait_allocator allocator = flat->allocator;
    gaiti_resize(&allocator, flat, sizeof *flat, 0);
}
