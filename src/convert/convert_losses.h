/* What each target format cannot hold. */
#ifndef GAITI_CONVERT_LOSSES_H
#define GAITI_CONVERT_LOSSES_H

#include "formats/format_row.h"
#include "gait/convert.h"

/* The limits of a format. `version` as in gait_convert_options, 0 = newest. */
gaiti_loss_limits gaiti_convert_limits_of(gait_format target, uint32_t version);

/* What a conversion with these options loses of clip `index` of `file`, and the part of it that
 * must be allowed. Values that are equal to the defaults of the target are no loss. Does not find
 * what only encoding shows: scale in matrices and in glTF and BVH, moved keys, names of clips. */
gaiti_loss_limits gaiti_convert_find_losses(const gait_clip *clip, const gait_file *file,
                                            uint32_t index, const gait_convert_options *options);

/* True when the file stores the name of a clip, and a file with this name does not. */
bool gaiti_convert_loses_name(const gait_file *file, const char *clip_name, const char *file_name);

#endif
