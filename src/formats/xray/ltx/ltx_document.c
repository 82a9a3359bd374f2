/* The row of LTX in the table of formats. */
#include <stddef.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "formats/typed_document.h"
#include "formats/xray/ltx/ltx.h"

GAITI_TYPED_DOCUMENT(ltx, gaiti_ltx)

/* True for names of sections that games have. Arrays of JSON also begin with a bracket. */
static bool ltx_is_name(gait_span name) {
    for (size_t i = 0; i < name.size; i++) {
        if (name.data[i] < ' ' || memchr("\"',;=<>(){}[]", name.data[i], 13)) {
            return false;
        }
    }
    return name.size > 0;
}

/* The text begins with a header, or includes another LTX; comments may come before that. */
static gaiti_guess ltx_row_probe(gait_span bytes) {
    gaiti_ltx_cursor cursor = gaiti_ltx_begin(bytes);
    gaiti_ltx_line line = {0};
    if (!gaiti_is_text(bytes)) {
        return GAITI_GUESS_NO;
    }
    cursor.text.size = bytes.size < GAIT_DETECT_PREFIX ? bytes.size : GAIT_DETECT_PREFIX;
    while (line.kind == GAITI_LTX_BLANK && gaiti_ltx_next(&cursor, &line)) {
    }
    bool includes = line.kind == GAITI_LTX_INCLUDE && line.name.size > 4 &&
                    gaiti_begins_word(gaiti_span(line.name.data + line.name.size - 4, 4), ".ltx");
    bool begins = line.kind >= GAITI_LTX_SECTION && !line.is_open && ltx_is_name(line.name);
    return includes || begins ? GAITI_GUESS_BEGINS : GAITI_GUESS_NO;
}

static void ltx_row_show(const void *document, gaiti_visitor *visitor) {
    gaiti_ltx_show(((const gait_ltx *)document)->source, visitor);
}

static gait_status ltx_row_write(const void *document, gait_buffer *out) {
    gait_span source = ((const gait_ltx *)document)->source;
    return gaiti_write(out, source.data, source.size) ? GAIT_OK : GAIT_NO_MEMORY;
}

const gaiti_format_row gaiti_ltx_row = {
    .info = {GAIT_FORMAT_LTX, "ltx", "config (S.T.A.L.K.E.R.)", ".ltx", GAIT_FAMILY_XRAY,
             GAIT_CAN_OPEN | GAIT_CAN_WRITE},
    .probe = ltx_row_probe,
    .open = ltx_row_open,
    .free = ltx_row_free,
    .code_page = offsetof(gait_ltx, code_page),
    .check = ltx_row_check,
    .show = ltx_row_show,
    .write = ltx_row_write,
    .not_smaller = "it has no keys",
};
