/* From the parts of an open file to those of a new bank. */
#include "base/memory.h"
#include "base/text/text.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_encode.h"
#include "gait/file.h"
#include "gait/omf.h"

typedef struct parts_job {
    gait_omf *omf;
    const gait_skeleton *skeleton;
    gaiti_arena scratch;
    uint8_t *is_listed; /* per bone of the skeleton */
} parts_job;

static gait_status parts_list_bone(parts_job *job, gait_span name) {
    const char *utf8 = gaiti_utf8(&job->scratch, name);
    int32_t bone = utf8 ? gait_skeleton_find(job->skeleton, utf8) : -1;
    if (bone < 0 || job->is_listed[bone]) {
        return utf8 ? GAIT_OK : job->scratch.status;
    }
    job->is_listed[bone] = 1;
    return gaiti_omf_list_bone(job->omf, name, (uint32_t)bone);
}

static gait_status parts_list(parts_job *job, const gait_file *file, uint32_t part) {
    gait_status status = gait_omf_add_part(job->omf, gait_file_part(file, part).name);
    for (uint32_t i = 0; i < gait_file_part(file, part).bone_count && status == GAIT_OK; i++) {
        status = parts_list_bone(job, gait_file_part_bone(file, part, i));
    }
    return status;
}

/* Games want every bone of a model in its banks. */
static gait_status parts_list_rest(parts_job *job) {
    gait_status status = GAIT_OK;
    for (uint32_t b = 0; b < job->skeleton->bone_count && status == GAIT_OK; b++) {
        if (!job->is_listed[b]) {
            gait_span name;
            status = gaiti_encode_bone_name(job->skeleton->bones[b].name, &job->scratch, &name);
            status = status == GAIT_OK ? gaiti_omf_list_bone(job->omf, name, b) : status;
        }
    }
    return status;
}

static gait_status parts_list_all(parts_job *job, const gait_file *file) {
    uint32_t count = gait_file_part_count(file);
    gait_status status = GAIT_OK;
    job->is_listed = gaiti_alloc(&job->scratch, job->skeleton->bone_count, 1);
    if (!job->is_listed) {
        return job->scratch.status;
    }
    for (uint32_t p = 0; p < count && status == GAIT_OK; p++) {
        status = parts_list(job, file, p);
    }
    status = status == GAIT_OK ? parts_list_rest(job) : status;
    return status != GAIT_OK || gaiti_omf_order_tracks(job->omf) ? status : job->omf->arena.status;
}

gait_status gait_omf_add_parts(gait_omf *omf, const gait_file *file,
                               const gait_skeleton *skeleton) {
    if (!omf || !file || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    parts_job job = {.omf = omf, .skeleton = skeleton};
    gait_options memory = {.allocator = omf->arena.allocator};
    if (gait_file_part_count(file) == 0) {
        return GAIT_OK;
    }
    gaiti_arena_init(&job.scratch, &memory, 0);
    gait_status status = parts_list_all(&job, file);
    gaiti_arena_free(&job.scratch);
    return status;
}
