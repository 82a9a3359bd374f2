/* X-Ray's container: a sequence of chunks of id, size and payload (docs/formats/omf.md#chunks). */
#ifndef GAITI_XRAY_CHUNK_H
#define GAITI_XRAY_CHUNK_H

#include "base/bytes.h"
#include "base/fields.h"

enum { GAITI_CHUNK_HEAD = 8 };
#define GAITI_CHUNK_COMPRESSED UINT32_C(0x80000000)

typedef struct gaiti_chunk {
    uint32_t id;     /* as stored */
    uint64_t offset; /* offset of the id in the file */
    gait_span payload;
} gaiti_chunk;

/* Result of gaiti_next_chunk(). */
typedef enum gaiti_chunk_end {
    GAITI_CHUNK_MORE, /* a complete chunk was read */
    GAITI_CHUNK_END,  /* no bytes are left */
    GAITI_CHUNK_CUT,  /* the stored size exceeds the bytes left; the payload of *out_chunk has the
                         bytes that exist */
    GAITI_CHUNK_LEFTOVER /* 1 to 7 bytes are left */
} gaiti_chunk_end;

/* Reads the next chunk. After CUT and LEFTOVER the reader stays at the start of the incomplete
 * chunk. */
gaiti_chunk_end gaiti_next_chunk(gaiti_reader *in, gaiti_chunk *out_chunk);

/* Describes id and size of a chunk, in every mode. */
void gaiti_visit_chunk_head(gaiti_visitor *visitor, uint32_t *id, uint32_t *size);
/* Shows `size` bytes as chunks with opaque payloads. Bytes that do not form a chunk are shown as
 * "leftover". */
void gaiti_show_chunks(gaiti_visitor *visitor, uint64_t size);
/* Starts writing a chunk and returns its position, for gaiti_end_chunk(). Showing: shows its head.
 */
uint64_t gaiti_begin_chunk(gaiti_visitor *visitor, uint32_t id);
/* Stores the size of the chunk that starts at `mark`. False without memory, or when the size
 * exceeds 32 bits. */
bool gaiti_end_chunk(gaiti_visitor *visitor, uint64_t mark);

#endif
