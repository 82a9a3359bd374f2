/* What the skeleton part of an OGF model is made of, field by field: docs/formats/ogf.md. */
#include "formats/xray/ogf/ogf.h"

void gaiti_ogf_walk_header(gaiti_walk *walk, gaiti_ogf_header *header) {
    gaiti_walk_u8(walk, "version", &header->version);
    gaiti_walk_u8(walk, "type", &header->type);
    gaiti_walk_u16(walk, "shader", &header->shader);
    if (header->version >= 4) {
        gaiti_walk_f32s(walk, "box", header->box, 6);
        gaiti_walk_f32s(walk, "sphere", header->sphere, 4);
    }
}

void gaiti_ogf_walk_bone(gaiti_walk *walk, gaiti_ogf_bone *bone) {
    gaiti_walk_text(walk, "name", &bone->name);
    gaiti_walk_text(walk, "parent", &bone->parent);
    gaiti_walk_f32s(walk, "obb", bone->obb, 15);
}

static void ogf_walk_joint(gaiti_walk *walk, gaiti_ogf_ik_form form, gaiti_ogf_ik *ik) {
    gaiti_walk_u32(walk, "jointType", &ik->joint_type);
    gaiti_walk_f32s(walk, "limits", ik->limits, 12);
    gaiti_walk_f32(walk, "spring", &ik->spring);
    gaiti_walk_f32(walk, "damping", &ik->damping);
    if (form != GAITI_OGF_IK_OLDEST) {
        gaiti_walk_u32(walk, "flags", &ik->flags);
        gaiti_walk_f32(walk, "breakForce", &ik->break_force);
        gaiti_walk_f32(walk, "breakTorque", &ik->break_torque);
    }
    if (form == GAITI_OGF_IK_FULL && (ik->version & 0xFFFF) > 0) {
        gaiti_walk_f32(walk, "friction", &ik->friction);
    }
}

void gaiti_ogf_walk_ik(gaiti_walk *walk, gaiti_ogf_ik_form form, gaiti_ogf_ik *ik) {
    if (form == GAITI_OGF_IK_FULL) {
        gaiti_walk_u32(walk, "version", &ik->version);
    }
    gaiti_walk_text(walk, "material", &ik->material);
    gaiti_walk_u16(walk, "shapeType", &ik->shape_type);
    gaiti_walk_u16(walk, "shapeFlags", &ik->shape_flags);
    gaiti_walk_f32s(walk, "box", ik->shape, 15);
    gaiti_walk_f32s(walk, "sphere", ik->shape + 15, 4);
    gaiti_walk_f32s(walk, "cylinder", ik->shape + 19, 8);
    ogf_walk_joint(walk, form, ik);
    gaiti_walk_f32s(walk, "rotation", ik->rotation, 3);
    gaiti_walk_f32s(walk, "translation", ik->translation, 3);
    gaiti_walk_f32(walk, "mass", &ik->mass);
    gaiti_walk_f32s(walk, "centerOfMass", ik->center_of_mass, 3);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void ogf_write_known(const gait_ogf *ogf, gaiti_walk *walk, uint32_t known) {
    gait_span tail = known == GAITI_OGF_BONES ? ogf->bones_tail : ogf->ik_tail;
    if (known == GAITI_OGF_HEADER) {
        gaiti_ogf_header header = ogf->header;
        gaiti_ogf_walk_header(walk, &header);
        return;
    }
    if (known == GAITI_OGF_BONES) {
        uint32_t count = ogf->bone_count;
        gaiti_walk_u32(walk, "count", &count);
    }
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        if (known == GAITI_OGF_BONES) {
            gaiti_ogf_walk_bone(walk, &ogf->bones[b]);
        } else {
            gaiti_ogf_walk_ik(walk, ogf->ik_form, &ogf->ik[b]);
        }
    }
    gaiti_walk_bytes(walk, "tail", tail.size, &tail);
}

static gait_status ogf_write_chunk(const gait_ogf *ogf, gaiti_walk *walk,
                                   const gaiti_ogf_chunk *chunk) {
    if (chunk->known == GAITI_OGF_MOTIONS || chunk->known == GAITI_OGF_PARAMS) {
        return gaiti_omf_write_chunk(ogf->motions, walk, chunk->known, chunk->id);
    }
    if (chunk->known) {
        uint64_t mark = gaiti_begin_chunk(walk, chunk->id);
        ogf_write_known(ogf, walk, chunk->known);
        return gaiti_end_chunk(walk, mark) ? GAIT_OK : GAIT_LIMIT;
    }
    gaiti_ogf_chunk copy = *chunk;
    gaiti_walk_chunk_head(walk, &copy.id, &copy.size);
    gaiti_walk_bytes(walk, "payload", copy.payload.size, &copy.payload);
    return GAIT_OK;
}

gait_status gait_ogf_write(const gait_ogf *ogf, gait_buffer *out) {
    if (!ogf || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_walk walk = gaiti_walk_writing(out);
    gait_status status = GAIT_OK;
    for (uint32_t c = 0; c < ogf->chunk_count && status == GAIT_OK; c++) {
        status = ogf_write_chunk(ogf, &walk, &ogf->chunks[c]);
    }
    gait_span tail = ogf->tail;
    gaiti_walk_bytes(&walk, "tail", tail.size, &tail);
    return walk.no_memory ? GAIT_NO_MEMORY : status;
}
