/* Config documents and their rows in the table of formats: texts, and binarised configs. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/code_page.h"
#include "base/text/text.h"
#include "formats/bi/config/config_rap.h"
#include "formats/typed_document.h"

void gaiti_config_free(gait_config *config) {
    gaiti_free_object(config, offsetof(gait_config, arena));
}

/* A document without content. */
static gait_status document_new(gait_span bytes, const gait_options *options,
                                gait_config **out_config) {
    static const uint8_t nothing[1] = {0};
    gait_status status;
    if (!GAITI_CLEAR(out_config) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    *out_config = gaiti_new_object(options, sizeof **out_config, offsetof(gait_config, arena),
                                   bytes.size / 4 + 1024, &status);
    GAITI_TRY(status);
    (*out_config)->source = bytes.data ? bytes : gaiti_span(nothing, 0);
    (*out_config)->code_page = options ? options->code_page : 0;
    return GAIT_OK;
}

gait_status gaiti_config_open(gait_span bytes, const gait_options *options,
                              gait_config **out_config) {
    GAITI_TRY(document_new(bytes, options, out_config));
    gait_config *config = *out_config;
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    const gaiti_config_reading reading = {.report = &report};
    config->texts.arena = &config->arena;
    gait_status status = gaiti_config_add_source(&config->texts, config->source, NULL);
    if (status == GAIT_OK) {
        status = gaiti_config_read_tree(&config->texts, 0, &reading, &config->root);
    }
    if (status != GAIT_OK) {
        gaiti_config_free(config);
        *out_config = NULL;
    }
    return status;
}

gait_status gaiti_rap_open(gait_span bytes, const gait_options *options, gait_config **out_config) {
    GAITI_TRY(document_new(bytes, options, out_config));
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gaiti_reader in = gaiti_reader_over((*out_config)->source, 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gait_status status = gaiti_rap_read(*out_config, &visitor, &report);
    if (status != GAIT_OK) {
        gaiti_config_free(*out_config);
        *out_config = NULL;
    }
    return status;
}

/* --- rows ------------------------------------------------------------------------------------- */

static void config_row_free(void *document) {
    gaiti_config_free(document);
}

GAITI_TYPED_OPEN(config, gait_config, gaiti_config)
GAITI_TYPED_OPEN(rap, gait_config, gaiti_rap)

static gaiti_guess config_row_probe(gait_span bytes) {
    return gaiti_config_holds(bytes, "class Cfg") ? GAITI_GUESS_BEGINS : GAITI_GUESS_NO;
}

static gaiti_guess rap_row_probe(gait_span bytes) {
    /* The signature contains a NUL, which gaiti_begins() cannot compare. */
    return gaiti_has_bytes(bytes, 0, "\0raP", 4) ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

static void config_row_show(const void *document, gaiti_visitor *visitor) {
    gaiti_config_show(((const gait_config *)document)->source, visitor);
}

static gait_status config_row_write(const void *document, gait_buffer *out) {
    gait_span source = ((const gait_config *)document)->source;
    return gaiti_write(out, source.data, source.size) ? GAIT_OK : GAIT_NO_MEMORY;
}

static int32_t rap_row_version(const void *document) {
    return (int32_t)((const gait_config *)document)->version;
}

static gait_status rap_row_write(const void *document, gait_buffer *out) {
    return gaiti_rap_write(document, out);
}

static gait_status config_row_binarise(const void *document, gait_diagnostics *diagnostics,
                                       gait_buffer *out) {
    return gaiti_config_binarise(document, diagnostics, out);
}

static gait_status rap_row_print(const void *document, gait_diagnostics *diagnostics,
                                 gait_buffer *out) {
    return gaiti_config_print(document, diagnostics, out);
}

static const gaiti_other_form config_other_form = {GAIT_FORMAT_RAP, config_row_binarise};
static const gaiti_other_form rap_other_form = {GAIT_FORMAT_CONFIG, rap_row_print};

const gaiti_format_row gaiti_config_row = {
    .info = {GAIT_FORMAT_CONFIG, "config", "config as text (Arma, DayZ)", ".cpp .hpp",
             GAIT_FAMILY_BOHEMIA, GAIT_CAN_OPEN | GAIT_CAN_WRITE},
    .probe = config_row_probe,
    .open = config_row_open,
    .free = config_row_free,
    .code_page = offsetof(gait_config, code_page),
    .show = config_row_show,
    .write = config_row_write,
    .not_smaller = "it has no keys",
    .other_form = &config_other_form,
};

const gaiti_format_row gaiti_rap_row = {
    .info = {GAIT_FORMAT_RAP, "rap", "binarised config (Arma, DayZ, OFP)", ".bin",
             GAIT_FAMILY_BOHEMIA, GAIT_CAN_OPEN | GAIT_CAN_WRITE},
    .probe = rap_row_probe,
    .open = rap_row_open,
    .free = config_row_free,
    .code_page = offsetof(gait_config, code_page),
    .version = rap_row_version,
    .show = gaiti_rap_show,
    .write = rap_row_write,
    .not_smaller = "it has no keys",
    .other_form = &rap_other_form,
};
