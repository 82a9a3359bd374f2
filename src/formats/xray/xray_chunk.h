/* X-Ray's container: id, size, payload, again and again (docs/formats/omf.md#chunks). */
#ifndef GAITI_XRAY_CHUNK_H
#define GAITI_XRAY_CHUNK_H

#include "base/bytes.h"
#include "base/fields.h"

enum { GAITI_CHUNK_HEAD = 8 };
#define GAITI_CHUNK_COMPRESSED UINT32_C(0x80000000)

typedef struct gaiti_chunk {
    uint32_t id;     /* as stored */
    uint64_t offset; /* of the id, in the file */
    gait_span payload;
} gaiti_chunk;

/* Why an iteration ended. */
typedef enum gaiti_chunk_end {
    GAITI_CHUNK_MORE,    /* it did not: *out_chunk is the next one */
    GAITI_CHUNK_END,     /* exactly at the end */
    GAITI_CHUNK_CUT,     /* *out_chunk says more bytes than are left; payload holds what is there */
    GAITI_CHUNK_LEFTOVER /* 1 to 7 bytes are left */
} gaiti_chunk_end;

/* After CUT and LEFTOVER the reader stands where the bad header begins. */
gaiti_chunk_end gaiti_next_chunk(gaiti_reader *in, gaiti_chunk *out_chunk);

/* The head of a chunk as fields, reading or showing. */
void gaiti_visit_chunk_head(gaiti_visitor *visitor, uint32_t *id, uint32_t *size);
/* Shows `size` bytes as chunks whose content is carried; bytes that are no chunk as "leftover". */
void gaiti_show_chunks(gaiti_visitor *visitor, uint64_t size);
/* Writing: begins a chunk; returns where it began. */
uint64_t gaiti_begin_chunk(gaiti_visitor *visitor, uint32_t id);
/* Fills in the size. False when that does not fit 32 bits. */
bool gaiti_end_chunk(gaiti_visitor *visitor, uint64_t mark);

#endif
