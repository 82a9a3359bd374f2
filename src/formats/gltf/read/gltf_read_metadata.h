/* What a glTF says beside its keys. */
#ifndef GAITI_GLTF_READ_METADATA_H
#define GAITI_GLTF_READ_METADATA_H

#include "formats/gltf/read/gltf_read.h"
#include "gait/metadata.h"

/* NULL when nothing is said; a status only for want of memory. */
gait_status gaiti_gltf_read_metadata(const gait_gltf *file, const gait_options *options,
                                     gait_metadata **out_metadata);
/* The same from a document beside the file. */
gait_status gaiti_gltf_read_sidecar(const gait_gltf *file, gait_span json,
                                    const gait_options *options, gait_metadata **out_metadata);

#endif
