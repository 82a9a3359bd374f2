/* Gait - what a conversion will do: refusals, names of outputs, meshes, items. */
#ifndef GAIT_CONVERT_STEPS_H
#define GAIT_CONVERT_STEPS_H

#include "gait/convert.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds refusals that need neither clips nor skeletons nor meshes: of formats, options, numbers,
 * the choice of clips, the name and the base. Returns the status that gait_convert_begin() would,
 * and the reason unless `out_problem` is NULL. GAIT_OK: gait_convert_begin() can still refuse. */
GAIT_API gait_status gait_convert_check(const gait_file *file, const gait_convert_options *options,
                                        gait_convert_problem *out_problem);
/* True when clips of this format can be retargeted: gait_convert_options.retarget is allowed. */
GAIT_API bool gait_convert_can_retarget(gait_format from);
/* The file names of the next output, without its bytes. False after the last output. */
GAIT_API bool gait_convert_peek(gait_conversion *conversion, gait_output *out_output);
/* GAIT_OK if the outputs contain the mesh of a model, GAIT_NOT_FOUND if no model with a mesh was
 * given or no mesh was requested. Any other status is the reason why the outputs are made without
 * the mesh: GAIT_UNSUPPORTED if the skeleton lacks bones of the mesh, or the status of
 * gait_file_mesh(). A file without clips is refused instead. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_convert_mesh_status(const gait_conversion *conversion);
/* Index of the clip of an item that plays with a clip of the hands with this name (UTF-8); -1 =
 * none, and for NULL. */
GAIT_API int32_t gait_convert_item_clip(const gait_convert_item *item, const char *name);

#ifdef __cplusplus
}
#endif
#endif
