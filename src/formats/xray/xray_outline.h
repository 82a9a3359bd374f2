/* The top-level chunks of a file that is read through a callback: headers first, payloads on
 * request. */
#ifndef GAITI_XRAY_OUTLINE_H
#define GAITI_XRAY_OUTLINE_H

#include "formats/xray/xray_chunk.h"
#include "gait/file.h"
#include "gait/inspect.h"

/* Size of the header of the first chunk and the first byte of its payload. */
enum { GAITI_OUTLINE_HEAD = GAITI_CHUNK_HEAD + 1 };
enum { GAITI_OUTLINE_CHUNKS = 256, GAITI_OUTLINE_WINDOW = 1024 };

/* A chunk whose payload has not been read. */
typedef struct gaiti_outline_chunk {
    uint32_t id; /* as stored */
    uint32_t size;
    uint64_t offset; /* offset of the payload in the file */
} gaiti_outline_chunk;

typedef struct gaiti_outline {
    const gait_reader *reader;
    uint32_t count;
    gaiti_outline_chunk chunks[GAITI_OUTLINE_CHUNKS];
    gaiti_chunk_end end; /* GAITI_CHUNK_MORE: the file has more than GAITI_OUTLINE_CHUNKS chunks */
    uint64_t end_offset; /* offset of the first byte after the chunks */
    /* The bytes read last: adjacent small reads need only one callback. */
    uint64_t window_offset;
    size_t window_size;
    uint8_t window[GAITI_OUTLINE_WINDOW];
} gaiti_outline;

/* Reads the first GAITI_OUTLINE_HEAD bytes of the file, padded with zeros. Returns the status of
 * the callback. */
gait_status gaiti_outline_peek(const gait_reader *reader, uint8_t out[GAITI_OUTLINE_HEAD]);
/* Reads the headers of all top-level chunks. Returns the status of the callback. */
gait_status gaiti_outline_walk(const gait_reader *reader, gaiti_outline *out);
/* The first chunk with this id (bit 31 is ignored) that is not empty, or NULL. */
gaiti_outline_chunk *gaiti_outline_find(gaiti_outline *outline, uint32_t plain);
/* Appends a chunk, header and payload. GAIT_LIMIT when `out` would exceed `max_bytes`,
 * GAIT_NO_MEMORY, or the status of the callback. */
gait_status gaiti_outline_copy(gaiti_outline *outline, const gaiti_outline_chunk *chunk,
                               uint64_t max_bytes, gait_buffer *out);

#endif
