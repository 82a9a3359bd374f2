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
