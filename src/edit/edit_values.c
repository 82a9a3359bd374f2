/* Reads and prints floats, lists of floats, and flags of motions. */
#include "edit/edit_state.h"

#include <string.h>

#include "base/number/number.h"
#include "base/text/text.h"
#include "base/try.h"
#include "gait/names.h"

/* --- numbers ---------------------------------------------------------------------------------- */

gait_status gaiti_edit_read_float(const gait_edit *edit, const gaiti_edit_value *value,
                                  const char *text, size_t size, float *out) {
    double number;
    if (!gaiti_parse_typed_f64(text, size, &number) || !gaiti_is_finite((float)number)) {
        return gaiti_edit_refuse_value(
            edit, value, "it is not a number such as 1.5, with a point and without blanks");
    }
    *out = (float)number;
    return GAIT_OK;
}

gait_status gaiti_edit_read_floats(const gait_edit *edit, const gaiti_edit_value *value,
                                   uint32_t count, float *out) {
    const char *text = value->text, *end = text + strlen(text);
    for (uint32_t i = 0; i < count; i++) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        size_t size = (size_t)((comma ? comma : end) - text);
        if ((comma != NULL) != (i + 1 < count)) {
            return gaiti_edit_refuse_value(edit, value, "it has another number of values");
        }
        GAITI_TRY(gaiti_edit_read_float(edit, value, text, size, &out[i]));
        text += size + 1;
    }
    return GAIT_OK;
}

const char *gaiti_edit_print_float(gait_edit *edit, float value) {
    char text[GAITI_NUMBER_MAX + 1] = "";
    (void)gaiti_print_f32(text, value);
    return GAITI_EDIT_JOIN(edit, text);
}

/* --- flags ------------------------------------------------------------------------------------ */

enum { EDIT_FLAG_COUNT = 8 };

static bool edit_read_hex(const char *text, size_t size, uint32_t *out) {
    uint32_t value = 0;
    if (size < 3 || size > 10 || text[0] != '0' || gaiti_ascii_lower((uint8_t)text[1]) != 'x') {
        return false;
    }
    for (size_t i = 2; i < size; i++) {
        uint8_t c = gaiti_ascii_lower((uint8_t)text[i]);
        bool is_digit = c >= '0' && c <= '9', is_letter = c >= 'a' && c <= 'f';
        if (!is_digit && !is_letter) {
            return false;
        }
        value = value << 4 | (uint32_t)(is_digit ? c - '0' : c - 'a' + 10);
    }
    *out = value;
    return true;
}

/* Reads one name or number of the list. */
static bool edit_read_flag(const char *text, size_t size, uint32_t *out) {
    if (size == 4 && memcmp(text, "none", 4) == 0) {
        *out = 0;
        return true;
    }
    for (uint32_t i = 0; i < EDIT_FLAG_COUNT; i++) {
        const char *name = gait_playback_flag_name(UINT32_C(1) << i);
        if (strlen(name) == size && memcmp(name, text, size) == 0) {
            *out = UINT32_C(1) << i;
            return true;
        }
    }
    return edit_read_hex(text, size, out);
}

gait_status gaiti_edit_read_flags(const gait_edit *edit, const gaiti_edit_value *value,
                                  uint32_t old_flags, uint32_t *out_flags) {
    const char *text = value->text;
    bool is_change = *text == '+' || *text == '-';
    uint32_t flags = is_change ? old_flags : 0;
    for (bool is_last = false; !is_last;) {
        const char *comma = memchr(text, ',', strlen(text));
        char sign = *text;
        bool has_sign = sign == '+' || sign == '-';
        text += has_sign;
        size_t size = comma ? (size_t)(comma - text) : strlen(text);
        uint32_t bits;
        if (has_sign != is_change) {
            return gaiti_edit_refuse_value(edit, value,
                                           "either all names of the list have + or -, or none");
        }
        if (!edit_read_flag(text, size, &bits)) {
            return gaiti_edit_refuse_value(edit, value,
                                           "flags are fx, stop-at-end, no-mix, sync-part, "
                                           "use-foot-steps, root-mover, idle, use-weapon-bone");
        }
        flags = sign == '-' ? flags & ~bits : flags | bits;
        is_last = !comma;
        text += size + 1;
    }
    *out_flags = flags;
    return GAIT_OK;
}

const char *gaiti_edit_print_flags(gait_edit *edit, uint32_t flags) {
    const char *texts[2 * EDIT_FLAG_COUNT + 3];
    char number[GAITI_NUMBER_MAX + 3] = "0x";
    uint32_t count = 0;
    for (uint32_t i = 0; i < EDIT_FLAG_COUNT; i++) {
        uint32_t bit = UINT32_C(1) << i;
        if (flags & bit) {
            texts[count] = count > 0 ? "," : "";
            texts[count + 1] = gait_playback_flag_name(bit);
            count += 2;
            flags &= ~bit;
        }
    }
    if (flags != 0) {
        number[2 + gaiti_print_hex(number + 2, flags, 2)] = 0;
        texts[count] = count > 0 ? "," : "";
        texts[count + 1] = number;
        count += 2;
    }
    if (count == 0) {
        texts[count++] = "none";
    }
    texts[count] = NULL;
    return gaiti_edit_join(edit, texts);
}
