/* Returns the references of a model as texts without blanks around them. */
#include "banks/ref_paths.h"
#include "gait/inspect.h"

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
