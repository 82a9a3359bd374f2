/* What the library can set in a glTF, apart from gait/gltf.h. */
#ifndef GAITI_GLTF_WRITE_H
#define GAITI_GLTF_WRITE_H

#include "gait/gltf.h"

/* Records in the metadata that the bones from this one on are those of an item that is held. */
void gaiti_gltf_set_item(gaiti_gltf_writer *gltf, uint32_t first_bone);

#endif
