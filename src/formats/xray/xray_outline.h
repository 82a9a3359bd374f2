/* The top chunks of a file that is read through a callback: heads first, payloads on demand. */
#ifndef GAITI_XRAY_OUTLINE_H
#define GAITI_XRAY_OUTLINE_H

#include "formats/xray/xray_chunk.h"
#include "gait/file.h"

/* Bytes of the first chunk's head and of the byte behind it. */
enum { GAITI_OUTLINE_HEAD = GAITI_CHUNK_HEAD + 1 };
enum { GAITI_OUTLINE_CHUNKS = 256, GAITI_OUTLINE_WINDOW = 1024 };

/* A chunk whose payload was not read. */
typedef struct gaiti_outline_chunk {
    uint32_t id; /* as stored */
    uint32_t size;
    uint64_t offset; /* of the payload, in the file */
} gaiti_outline_chunk;

typedef struct gaiti_outline {
    const gait_reader *reader;
    uint32_t count;
    gaiti_outline_chunk chunks[GAITI_OUTLINE_CHUNKS];
    gaiti_chunk_end end; /* GAITI_CHUNK_MORE: there are more chunks than an outline holds */
    uint64_t end_offset; /* of the first byte behind the chunks */
    /* Bytes read last, so that small reads that lie together are one. */
    uint64_t window_offset;
    size_t window_size;
    uint8_t window[GAITI_OUTLINE_WINDOW];
} gaiti_outline;

/* The first GAITI_OUTLINE_HEAD bytes of the file, zeros where it has fewer. Returns what reading
 * returned. */
gait_status gaiti_outline_peek(const gait_reader *reader, uint8_t out[GAITI_OUTLINE_HEAD]);
/* Reads the heads of all top chunks. Returns what reading returned. */
gait_status gaiti_outline_walk(const gait_reader *reader, gaiti_outline *out);
/* The first chunk that has this id, whatever its bit 31, and is not empty; NULL when there is none.
 */
gaiti_outline_chunk *gaiti_outline_find(gaiti_outline *outline, uint32_t plain);
/* Appends a chunk, head and payload. GAIT_LIMIT when `out` would have more than `max_bytes`,
 * GAIT_NO_MEMORY, or what reading returned. */
gait_status gaiti_outline_copy(gaiti_outline *outline, const gaiti_outline_chunk *chunk,
                               uint64_t max_bytes, gait_buffer *out);

#endif
