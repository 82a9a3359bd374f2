/* Reading the metadata of a glTF. */
#ifndef GAITI_GLTF_READ_METADATA_H
#define GAITI_GLTF_READ_METADATA_H

#include "formats/gltf/read/gltf_read.h"
#include "gait/metadata.h"

/* *out_metadata is NULL when the file has no metadata. Fails only when memory is
 * exhausted or a limit of `options` is exceeded. */
gait_status gaiti_gltf_read_metadata(const gait_gltf *file, const gait_options *options,
                                     gait_metadata **out_metadata);
/* Sets of_animation of all animations to -1. False when out of memory. */
bool gaiti_gltf_alloc_metadata(const gait_gltf *file, gait_metadata *metadata);
/* Looks up the animations without an item by name, selects the names of clips, and reports
 * conflicts. */
gait_status gaiti_gltf_finish_metadata(const gait_gltf *file, const gait_options *options,
                                       gait_metadata *metadata);
/* Reads a sidecar, and merges it with `extras`, the metadata of the glTF or NULL, over which it has
 * priority. If it succeeds, the result owns `extras`. */
gait_status gaiti_gltf_read_sidecar(const gait_gltf *file, gait_span json, gait_metadata *extras,
                                    const gait_options *options, gait_metadata **out_metadata);

#endif
