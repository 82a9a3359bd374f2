/* The flat interface: errors that name a wrong word, and the right one. */
#include "flat_state.h"

#include <string.h>

#include "base/number/number.h"
#include "base/text/similar.h"
#include "gait/inspect.h"
#include "gait/numbers.h"

/* --- the message ------------------------------------------------------------------------------ */

/* Appends a text to the message; the end of one that is too long is left out, at a character. */
static void flat_append(gait_flat *flat, const char *text, size_t limit) {
    size_t used = strlen(flat->message), left = sizeof flat->message - 1 - used;
    size_t size = strlen(text), most = left < limit ? left : limit;
    if (size > most) {
        for (size = most; size > 0 && ((uint8_t)text[size] & 0xC0) == 0x80;) {
            size--; /* not inside of a character */
        }
    }
    memcpy(flat->message + used, text, size);
    flat->message[used + size] = '\0';
}

static void flat_append_word(gait_flat *flat, const char *word) {
    flat_append(flat, "'", SIZE_MAX);
    flat_append(flat, word, FLAT_WORD);
    flat_append(flat, "'", SIZE_MAX);
}

static void flat_append_number(gait_flat *flat, uint32_t number) {
    char digits[GAITI_NUMBER_MAX + 1] = {0};
    gait_print_fixed(digits, sizeof digits - 1, number, 0);
    flat_append(flat, digits, SIZE_MAX);
}

/* --- words ------------------------------------------------------------------------------------ */

gaiti_flat_guess gaiti_flat_begin_guess(const char *word) {
    return (gaiti_flat_guess){.word = word, .distance = gaiti_name_distance_limit(word)};
}

void gaiti_flat_guess_word(gaiti_flat_guess *guess, const char *candidate) {
    if (strlen(candidate) < sizeof guess->nearest &&
        gaiti_name_is_nearer(guess->word, candidate, &guess->distance)) {
        memcpy(guess->nearest, candidate, strlen(candidate) + 1);
    }
}

bool gaiti_flat_fail_guess(gait_flat *flat, gait_status status, const char *what,
                           const gaiti_flat_guess *guess) {
    flat->message[0] = '\0';
    flat_append(flat, "there is no ", SIZE_MAX);
    flat_append(flat, what, SIZE_MAX);
    flat_append(flat, " ", SIZE_MAX);
    flat_append_word(flat, guess->word);
    if (guess->nearest[0] != '\0') {
        flat_append(flat, "; did you mean ", SIZE_MAX);
        flat_append_word(flat, guess->nearest);
        flat_append(flat, "?", SIZE_MAX);
    }
    return gaiti_flat_fail(flat, status, flat->message);
}

int gaiti_flat_find_word(gait_flat *flat, const char *what, const char *word,
                         const char *const *words) {
    gaiti_flat_guess guess = gaiti_flat_begin_guess(word ? word : "");
    for (int i = 0; words[i]; i++) {
        if (!word || strcmp(word, words[i]) == 0) {
            return i;
        }
        gaiti_flat_guess_word(&guess, words[i]);
    }
    gaiti_flat_fail_guess(flat, GAIT_BAD_ARGUMENT, what, &guess);
    for (int i = 0; words[i]; i++) {
        flat_append(flat, i > 0 ? ", " : guess.nearest[0] != '\0' ? " (" : ": ", SIZE_MAX);
        flat_append(flat, words[i], SIZE_MAX);
    }
    flat_append(flat, guess.nearest[0] != '\0' ? ")" : "", SIZE_MAX);
    return -1;
}

bool gaiti_flat_find_format(gait_flat *flat, const char *word, gait_format *out_format) {
    const char *names[GAIT_FORMAT_COUNT + 2] = {"glb"};
    uint32_t count = 1;
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *info = gait_format_get_info((gait_format)i);
        if (info->abilities & (GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_CAN_EXPORT)) {
            names[count++] = info->name;
        }
    }
    int found = gaiti_flat_find_word(flat, "format", word, names);
    if (found >= 0) {
        *out_format = gait_format_from_name(found == 0 ? "gltf" : names[found]);
    }
    return found >= 0;
}

/* --- names of a file -------------------------------------------------------------------------- */

bool gaiti_flat_fail_index(gait_flat *flat, const char *what, uint32_t index, uint32_t count) {
    flat->message[0] = '\0';
    flat_append(flat, "there is no ", SIZE_MAX);
    flat_append(flat, what, SIZE_MAX);
    flat_append(flat, " with the index ", SIZE_MAX);
    flat_append_number(flat, index);
    flat_append(flat, "; the number of them is ", SIZE_MAX);
    flat_append_number(flat, count);
    return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, flat->message);
}

bool gaiti_flat_fail_clip(gait_flat *flat, const gait_file *file, const char *name) {
    gaiti_flat_guess guess = gaiti_flat_begin_guess(name);
    gait_buffer text = {.allocator = flat->allocator};
    for (uint32_t i = 0; i < gait_file_clip_count(file); i++) {
        gait_clip_info info = gait_file_clip_info(file, i);
        uint32_t page = info.name_is_utf8 ? GAIT_CODE_PAGE_UTF8 : gait_file_code_page(file);
        text.size = 0;
        if (gait_name_to_utf8(info.name, page, &text) == GAIT_OK &&
            gait_buffer_append(&text, "", 1) == GAIT_OK) {
            gaiti_flat_guess_word(&guess, (const char *)text.data);
        }
    }
    gait_buffer_free(&text);
    return gaiti_flat_fail_guess(flat, GAIT_NOT_FOUND, "clip", &guess);
}
