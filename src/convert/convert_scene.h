/* Hands and the item that they hold as one scene. */
#ifndef GAITI_CONVERT_SCENE_H
#define GAITI_CONVERT_SCENE_H

#include "gait/convert.h"
#include "gait/mesh.h"

typedef struct gaiti_scene gaiti_scene;

/* True when exactly one bone of the item has no parent. */
bool gaiti_scene_has_root(const gait_skeleton *item);
/* `item` and `hands`, the skeleton of the hands, must outlive the scene. Both must have bones, the
 * item one root, and the hands the anchor. */
gait_status gaiti_scene_new(const gait_convert_item *item, const gait_skeleton *hands,
                            const gait_options *options, gaiti_scene **out_scene);
/* NULL is allowed. */
void gaiti_scene_free(gaiti_scene *self);

/* The bones of the hands, then those of the item from gaiti_scene_item_bone() on. */
const gait_skeleton *gaiti_scene_skeleton(const gaiti_scene *self);
uint32_t gaiti_scene_item_bone(const gaiti_scene *self);

/* The meshes of both, each of which may be NULL, as one. The scene must outlive it.
 * GAIT_UNSUPPORTED when a skeleton lacks bones of its mesh. */
gait_status gaiti_scene_mesh(const gaiti_scene *self, const gait_mesh *hands, const gait_mesh *item,
                             const gait_options *options, gait_mesh **out_mesh);

/* The clips of both on the skeleton of the scene; `item` may be NULL. The result lasts as long as
 * the clip of the hands, or as that of the item if the hands do not move. A shorter clip of the
 * item is repeated if it is a loop, and otherwise stays at its last key. The result borrows from
 * both. GAIT_UNSUPPORTED when the times of their keys differ. */
gait_status gaiti_scene_clip(const gaiti_scene *self, const gait_clip *hands, const gait_clip *item,
                             const gait_options *options, gait_clip **out_clip);

#endif
