/* Normalises separators, case and extensions of bank names; returns references as texts. */
#include <stdlib.h>
#include <string.h>

#include "banks/banks.h"
#include "gait/inspect.h"

/* --- keys ------------------------------------------------------------------------------------- */

enum { MAX_REFERENCE = 519 }; /* games read paths into buffers of 520 bytes */

void bank_key_normalise(char *path) {
    for (char *at = path; *at; at++) {
        *at = *at == '/' ? '\\' : (char)text_lower(*at);
    }
}

bool bank_key_is_pattern(const char *key) {
    return strpbrk(key, "*?") != NULL;
}

char *bank_key_of_reference(const gait_file *model, uint32_t ref) {
    gait_span stored = gait_file_ref(model, ref);
    if (stored.size > MAX_REFERENCE) {
        return NULL;
    }
    char *text = text_of_name(stored, gait_file_code_page(model));
    const char *start = text + strspn(text, " \t\\/");
    size_t size = strlen(start);
    while (size > 0 && (start[size - 1] == ' ' || start[size - 1] == '\t')) {
        size--;
    }
    bool has_extension =
        bank_key_is_pattern(start) && size >= 4 && memcmp(start + size - 4, ".omf", 4) == 0;
    char *key = text_format("%.*s%s", (int)size, start, has_extension ? "" : ".omf");
    bank_key_normalise(key);
    free(text);
    return key;
}

/* --- texts ------------------------------------------------------------------------------------ */

static bool is_blank(uint8_t byte) {
    return byte == ' ' || byte == '\t';
}

char *ref_path(const gait_file *model, uint32_t index) {
    gait_span ref = gait_file_ref(model, index);
    while (ref.size > 0 && is_blank(ref.data[0])) {
        ref = (gait_span){ref.data + 1, ref.size - 1};
    }
    while (ref.size > 0 && is_blank(ref.data[ref.size - 1])) {
        ref.size--;
    }
    return text_of_name(ref, gait_file_code_page(model));
}

text_list ref_paths(const gait_file *model) {
    text_list paths = {0};
    uint32_t count = gait_file_ref_count(model);
    for (uint32_t r = 0; r < count; r++) {
        text_list_add(&paths, ref_path(model, r));
    }
    return paths;
}
