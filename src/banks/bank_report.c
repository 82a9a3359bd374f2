/* Diagnostics about banks of a model. */
#include <string.h>

#include "banks/bank_state.h"
#include "base/bytes.h"
#include "base/text/text.h"

static void bank_append(gaiti_name_list *list, const char *text) {
    size_t size = strlen(text);
    memcpy(list->text + list->size, text, size + 1);
    list->size += size;
}

void gaiti_name_list_add(gaiti_name_list *list, uint32_t page, gait_span name) {
    enum { MAX_NAMES = 3, MAX_NAME = 24 }; /* 24 characters are at most 72 bytes */
    if (list->count < MAX_NAMES) {
        bank_append(list, list->count > 0 ? ", " : "");
        bool is_cut = name.size > MAX_NAME;
        name.size = is_cut ? MAX_NAME : name.size;
        size_t size = gaiti_utf8_size(page, name);
        gaiti_to_utf8(page, name, list->text + list->size);
        list->size += size;
        list->text[list->size] = 0;
        bank_append(list, is_cut ? "..." : "");
    } else if (list->count == MAX_NAMES) {
        bank_append(list, ", ...");
    }
    list->count++;
}

void gaiti_bank_raise(const gaiti_bank_check *check, gaiti_rule rule,
                      const gaiti_checked_bank *bank, const gaiti_checked_bank *other,
                      const gaiti_name_list *names) {
    gaiti_detail detail = {.offset = bank->offset, .length = bank->length, .place = bank->name};
    detail.expected = check->model->bone_count;
    detail.name_is_utf8 = true;
    detail.other = other ? other->name : (gait_span){0};
    if (names) {
        detail.name = gaiti_span(names->text, names->size);
        detail.found = names->count;
    }
    if (rule == GAITI_OGF_BANK_LACKS) {
        detail.found = bank->summary->bone_count;
    }
    (void)gaiti_raise(&check->report, rule, detail);
}
