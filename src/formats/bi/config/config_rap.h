/* Internals of config documents: texts, and binarised ("rapified") configs. */
#ifndef GAITI_CONFIG_RAP_H
#define GAITI_CONFIG_RAP_H

#include "formats/bi/config/config.h"

/* A name with a number at the end of a binarised config. */
typedef struct gaiti_config_enum {
    gait_span name;
    int32_t value;
} gaiti_config_enum;

typedef struct gait_config {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    gait_span source;
    gaiti_config_texts texts; /* of texts */
    gaiti_config_entry root;
    uint32_t version; /* of binarised configs: 8 for Arma and DayZ, 2 to 4 for Operation
                         Flashpoint; 0 = a text */
    gaiti_config_enum *enums;
    uint32_t enum_count, enum_capacity;
    bool lacks_enums;   /* Operation Flashpoint: the file ends before their number */
    gait_span trailing; /* bytes after the end */
} gait_config;

enum { GAITI_RAP_ARMA = 8, GAITI_RAP_FIRST_OFP = 2, GAITI_RAP_LAST_OFP = 4 };

/* Opens a text, or a binarised config. The bytes must outlive the document. */
gait_status gaiti_config_open(gait_span bytes, const gait_options *options,
                              gait_config **out_config);
gait_status gaiti_rap_open(gait_span bytes, const gait_options *options, gait_config **out_config);
void gaiti_config_free(gait_config *config);

/* Reads the fields of a binarised config into an empty document (config_rap.c). `report` may be
 * NULL. */
gait_status gaiti_rap_read(gait_config *config, gaiti_visitor *visitor, const gaiti_report *report);
/* Writes a binarised config of the version of the document. */
gait_status gaiti_rap_write(const gait_config *config, gait_buffer *out);
/* For gait_file_map(). */
void gaiti_rap_show(const void *document, gaiti_visitor *visitor);

/* Writes a binarised config as text (config_print.c). Reports what a text cannot hold, and returns
 * GAIT_UNSUPPORTED. */
gait_status gaiti_config_print(const gait_config *config, gait_diagnostics *diagnostics,
                               gait_buffer *out);
/* Writes a text as a binarised config of Arma (config_print.c). Reports what it cannot hold, and
 * returns GAIT_UNSUPPORTED. */
gait_status gaiti_config_binarise(const gait_config *config, gait_diagnostics *diagnostics,
                                  gait_buffer *out);

#endif
