/* Descriptions of the fields of the skeleton part of OGF: docs/formats/ogf.md. */
#include "formats/xray/ogf/ogf.h"

void gaiti_ogf_visit_header(gaiti_visitor *visitor, gaiti_ogf_header *header) {
    gaiti_visit_u8(visitor, "version", &header->version);
    gaiti_visit_u8(visitor, "type", &header->type);
    gaiti_visit_u16(visitor, "shader", &header->shader);
    if (header->version >= 4) {
        gaiti_visit_f32s(visitor, "box", header->box, 6);
        gaiti_visit_f32s(visitor, "sphere", header->sphere, 4);
    }
}

void gaiti_ogf_visit_bone(gaiti_visitor *visitor, gaiti_ogf_bone *bone) {
    gaiti_visit_text(visitor, "name", &bone->name);
    gaiti_visit_text(visitor, "parent", &bone->parent);
    gaiti_visit_f32s(visitor, "obb", bone->obb, 15);
}

static void ogf_visit_joint(gaiti_visitor *visitor, gaiti_ogf_ik_form form, gaiti_ogf_ik *ik) {
    gaiti_visit_u32(visitor, "jointType", &ik->joint_type);
    gaiti_visit_f32s(visitor, "limits", ik->limits, 12);
    gaiti_visit_f32(visitor, "spring", &ik->spring);
    gaiti_visit_f32(visitor, "damping", &ik->damping);
    if (form != GAITI_OGF_IK_OLDEST) {
        gaiti_visit_u32(visitor, "flags", &ik->flags);
        gaiti_visit_f32(visitor, "breakForce", &ik->break_force);
        gaiti_visit_f32(visitor, "breakTorque", &ik->break_torque);
    }
    if (form == GAITI_OGF_IK_FULL && (ik->version & 0xFFFF) > 0) {
        gaiti_visit_f32(visitor, "friction", &ik->friction);
    }
}

void gaiti_ogf_visit_ik(gaiti_visitor *visitor, gaiti_ogf_ik_form form, gaiti_ogf_ik *ik) {
    if (form == GAITI_OGF_IK_FULL) {
        gaiti_visit_u32(visitor, "version", &ik->version);
    }
    gaiti_visit_text(visitor, "material", &ik->material);
    gaiti_visit_u16(visitor, "shapeType", &ik->shape_type);
    gaiti_visit_u16(visitor, "shapeFlags", &ik->shape_flags);
    gaiti_visit_f32s(visitor, "box", ik->shape, 15);
    gaiti_visit_f32s(visitor, "sphere", ik->shape + 15, 4);
    gaiti_visit_f32s(visitor, "cylinder", ik->shape + 19, 8);
    ogf_visit_joint(visitor, form, ik);
    gaiti_visit_f32s(visitor, "rotation", ik->rotation, 3);
    gaiti_visit_f32s(visitor, "translation", ik->translation, 3);
    gaiti_visit_f32(visitor, "mass", &ik->mass);
    gaiti_visit_f32s(visitor, "centerOfMass", ik->center_of_mass, 3);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void ogf_write_known(const gait_ogf *ogf, gaiti_visitor *visitor, uint32_t known) {
    gait_span tail = known == GAITI_OGF_BONES ? ogf->bones_tail : ogf->ik_tail;
    if (known == GAITI_OGF_HEADER) {
        gaiti_ogf_header header = ogf->header;
        gaiti_ogf_visit_header(visitor, &header);
        return;
    }
    if (known == GAITI_OGF_BONES) {
        uint32_t count = ogf->bone_count;
        gaiti_visit_u32(visitor, "count", &count);
    }
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        if (known == GAITI_OGF_BONES) {
            gaiti_ogf_visit_bone(visitor, &ogf->bones[b]);
        } else {
            gaiti_ogf_visit_ik(visitor, ogf->ik_form, &ogf->ik[b]);
        }
    }
    gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
}

static gait_status ogf_write_chunk(const gait_ogf *ogf, gaiti_visitor *visitor,
                                   const gaiti_ogf_chunk *chunk) {
    if (chunk->known == GAITI_OGF_MOTIONS || chunk->known == GAITI_OGF_PARAMS) {
        return gaiti_omf_write_chunk(ogf->motions, visitor, chunk->known, chunk->id);
    }
    if (chunk->known) {
        uint64_t mark = gaiti_begin_chunk(visitor, chunk->id);
        ogf_write_known(ogf, visitor, chunk->known);
        return gaiti_end_chunk(visitor, mark) ? GAIT_OK : GAIT_LIMIT;
    }
    gaiti_ogf_chunk copy = *chunk;
    gaiti_visit_chunk_head(visitor, &copy.id, &copy.size);
    gaiti_visit_bytes(visitor, "payload", copy.payload.size, &copy.payload);
    return GAIT_OK;
}

gait_status gaiti_ogf_write(const gait_ogf *ogf, gait_buffer *out) {
    if (!ogf || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_visitor visitor = gaiti_visit_writing(out);
    gait_status status = GAIT_OK;
    for (uint32_t c = 0; c < ogf->chunk_count && status == GAIT_OK; c++) {
        status = ogf_write_chunk(ogf, &visitor, &ogf->chunks[c]);
    }
    gait_span tail = ogf->tail;
    gaiti_visit_bytes(&visitor, "tail", tail.size, &tail);
    return visitor.no_memory ? GAIT_NO_MEMORY : status;
}
