/* Names and hierarchies of the built-in skeletons, and the joint positions of the human one. */
#include "model/builtin_tables.h"

#define BUILTIN_LENGTH(array) (uint32_t)(sizeof(array) / sizeof(array)[0])

/* clang-format off */

/* --- joints of the human skeleton of Arma ----------------------------------------------------- */

/* S is "Left" or "Right", X is the sign of x on that side. */
#define BUILTIN_SIDE_PIVOTS(S, X)                                                                  \
    {S "Shoulder", {X 0.0639, 0.4999, -0.0046}},                                                   \
    {S "Arm", {X 0.2017, 0.4766, -0.0535}},                                                        \
    {S "ArmRoll", {X 0.2805, 0.3893, -0.0553}},                                                    \
    {S "ForeArm", {X 0.3771, 0.2834, -0.0664}},                                                    \
    {S "ForeArmRoll", {X 0.4733, 0.1800, -0.0810}},                                                \
    {S "Hand", {X 0.5864, 0.0667, -0.0741}},                                                       \
    {S "HandRing", {X 0.6326, 0.0189, -0.0919}},                                                   \
    {S "HandRing1", {X 0.6506, 0.0025, -0.0831}},                                                  \
    {S "HandRing2", {X 0.6754, -0.0221, -0.0915}},                                                 \
    {S "HandRing3", {X 0.6923, -0.0395, -0.0967}},                                                 \
    {S "HandPinky1", {X 0.6404, 0.0049, -0.1062}},                                                 \
    {S "HandPinky2", {X 0.6591, -0.0125, -0.1129}},                                                \
    {S "HandPinky3", {X 0.6737, -0.0262, -0.1185}},                                                \
    {S "HandMiddle1", {X 0.6550, 0.0009, -0.0616}},                                                \
    {S "HandMiddle2", {X 0.6851, -0.0296, -0.0611}},                                               \
    {S "HandMiddle3", {X 0.7033, -0.0484, -0.0597}},                                               \
    {S "HandIndex1", {X 0.6509, 0.0055, -0.0387}},                                                 \
    {S "HandIndex2", {X 0.6794, -0.0210, -0.0294}},                                                \
    {S "HandIndex3", {X 0.6963, -0.0369, -0.0236}},                                                \
    {S "HandThumb1", {X 0.5899, 0.0633, -0.0471}},                                                 \
    {S "HandThumb2", {X 0.6142, 0.0378, -0.0091}},                                                 \
    {S "HandThumb3", {X 0.6328, 0.0152, 0.0090}},                                                  \
    {S "UpLeg", {X 0.1143, -0.0595, 0.0001}},                                                      \
    {S "Leg", {X 0.1401, -0.4672, 0.0195}},                                                        \
    {S "LegRoll", {X 0.1525, -0.6625, -0.0274}},                                                   \
    {S "Foot", {X 0.1690, -0.8905, -0.0816}},                                                      \
    {S "ToeBase", {X 0.1735, -1.0015, 0.0266}},

const gaiti_builtin_pivot gaiti_man_pivots[] = {
    {"Pelvis", {0, 0, 0}},
    {"Spine", {0, 0, 0}},
    {"Spine1", {-0.0025, 0.1558, -0.0123}},
    {"Spine2", {0, 0.2865, -0.0266}},
    {"Spine3", {-0.0001, 0.4378, -0.0308}},
    {"weapon", {-0.0025, 0.1558, -0.0123}},
    {"launcher", {-0.0025, 0.1558, -0.0123}},
    {"neck", {0, 0.5551, -0.0246}},
    {"neck1", {0, 0.6263, -0.0080}},
    {"head", {0, 0.6674, -0.0062}},
    BUILTIN_SIDE_PIVOTS("Left", -)
    BUILTIN_SIDE_PIVOTS("Right", +)
};
const uint32_t gaiti_man_pivot_count = BUILTIN_LENGTH(gaiti_man_pivots);

/* --- Operation Flashpoint --------------------------------------------------------------------- */

/* In the order of the game's files. In the game all these bones are roots. */
static const gaiti_builtin_bone builtin_ofp_man[] = {
    {"pchodidlo", "pholen", true, "RightFoot"},
    {"lchodidlo", "lholen", true, "LeftFoot"},
    {"pprsty", "pchodidlo", true, "RightToeBase"},
    {"lprsty", "lchodidlo", true, "LeftToeBase"},
    {"lholen", "lstehno", true, "LeftLeg"},
    {"pholen", "pstehno", true, "RightLeg"},
    {"pstehno", "bricho", true, "RightUpLeg"},
    {"lstehno", "bricho", true, "LeftUpLeg"},
    {"pzadek", "bricho", true, NULL},
    {"lzadek", "bricho", true, NULL},
    {"bricho", NULL, false, "Pelvis"},
    {"zebra", "bricho", true, "Spine"},
    {"hrudnik", "zebra", true, "Spine3"},
    {"krk", "hrudnik", true, "neck"},
    {"prameno", "hrudnik", true, "RightShoulder"},
    {"lrameno", "hrudnik", true, "LeftShoulder"},
    {"hlava", "krk", true, "head"},
    {"pbiceps", "prameno", true, "RightArm"},
    {"lbiceps", "lrameno", true, "LeftArm"},
    {"ploket", "pbiceps", true, "RightForeArm"},
    {"lloket", "lbiceps", true, "LeftForeArm"},
    {"roura", "hrudnik", true, "launcher"},
    {"zbran", "hrudnik", true, "weapon"},
    {"pruka", "ploket", true, "RightHand"},
    {"lruka", "lloket", true, "LeftHand"},
};

/* --- Arma: three generations of OFP2_ManSkeleton ---------------------------------------------- */

/* C marks bones whose parent is a convention that the game does not define. */
#define BUILTIN_TRUNK(C)                                                                           \
    {"Pelvis", NULL, false, NULL},                                                                 \
    {"Spine", "Pelvis", C, NULL},                                                                  \
    {"Spine1", "Spine", C, NULL},                                                                  \
    {"Spine2", "Spine1", C, NULL},                                                                 \
    {"Spine3", "Spine2", C, NULL},                                                                 \
    {"Camera", "Pelvis", C, NULL},                                                                 \
    {"weapon", "Spine1", C, NULL},                                                                 \
    {"launcher", "Spine1", C, NULL},                                                               \
    {"neck", "Spine3", C, NULL},                                                                   \
    {"neck1", "neck", false, NULL},                                                                \
    {"head", "neck1", false, NULL},

/* One side of the body. */
#define BUILTIN_SIDE(S, C)                                                                         \
    {S "Shoulder", "Spine3", C, NULL},                                                             \
    {S "Arm", S "Shoulder", C, NULL},                                                              \
    {S "ArmRoll", S "Arm", C, NULL},                                                               \
    {S "ForeArm", S "ArmRoll", C, NULL},                                                           \
    {S "ForeArmRoll", S "ForeArm", C, NULL},                                                       \
    {S "Hand", S "ForeArmRoll", C, NULL},                                                          \
    {S "HandRing", S "Hand", C, NULL},                                                             \
    {S "HandRing1", S "HandRing", C, NULL},                                                        \
    {S "HandRing2", S "HandRing1", C, NULL},                                                       \
    {S "HandRing3", S "HandRing2", C, NULL},                                                       \
    {S "HandPinky1", S "HandRing", C, NULL},                                                       \
    {S "HandPinky2", S "HandPinky1", C, NULL},                                                     \
    {S "HandPinky3", S "HandPinky2", C, NULL},                                                     \
    {S "HandMiddle1", S "Hand", C, NULL},                                                          \
    {S "HandMiddle2", S "HandMiddle1", C, NULL},                                                   \
    {S "HandMiddle3", S "HandMiddle2", C, NULL},                                                   \
    {S "HandIndex1", S "Hand", C, NULL},                                                           \
    {S "HandIndex2", S "HandIndex1", C, NULL},                                                     \
    {S "HandIndex3", S "HandIndex2", C, NULL},                                                     \
    {S "HandThumb1", S "Hand", C, NULL},                                                           \
    {S "HandThumb2", S "HandThumb1", C, NULL},                                                     \
    {S "HandThumb3", S "HandThumb2", C, NULL},                                                     \
    {S "UpLeg", "Pelvis", C, NULL},                                                                \
    {S "UpLegRoll", S "UpLeg", C, NULL},                                                           \
    {S "Leg", S "UpLegRoll", C, NULL},                                                             \
    {S "LegRoll", S "Leg", C, NULL},                                                               \
    {S "Foot", S "LegRoll", C, NULL},                                                              \
    {S "ToeBase", S "Foot", C, NULL},

#define BUILTIN_BODY(C) BUILTIN_TRUNK(C) BUILTIN_SIDE("Left", C) BUILTIN_SIDE("Right", C)
#define BUILTIN_FACE(name, parent) {name, parent, false, NULL},

const uint32_t gaiti_arma_body_count =
    BUILTIN_LENGTH(((const gaiti_builtin_bone[]){BUILTIN_BODY(false)}));

static const gaiti_builtin_bone builtin_arma1_man[] = {
    BUILTIN_BODY(true)
    BUILTIN_FACE("lBrow", "head") BUILTIN_FACE("mBrow", "head") BUILTIN_FACE("rBrow", "head")
    BUILTIN_FACE("lMouth", "head") BUILTIN_FACE("mMouth", "head")
    BUILTIN_FACE("rMouth", "head") BUILTIN_FACE("eyelids", "head") BUILTIN_FACE("LLip", "head")
};

static const gaiti_builtin_bone builtin_arma2_man[] = {
    BUILTIN_BODY(false)
    BUILTIN_FACE("HeadCutScene", "head") BUILTIN_FACE("jaw", "head")
    BUILTIN_FACE("chin", "head") BUILTIN_FACE("jaw_rf", "head") BUILTIN_FACE("jaw_rm", "head")
    BUILTIN_FACE("jaw_rs", "head") BUILTIN_FACE("jaw_lf", "head")
    BUILTIN_FACE("jaw_lm", "head") BUILTIN_FACE("jaw_ls", "head") BUILTIN_FACE("ear_r", "head")
    BUILTIN_FACE("ear_l", "head") BUILTIN_FACE("lip_lc", "head")
    BUILTIN_FACE("lip_lwlb", "head") BUILTIN_FACE("lip_lwlf", "head")
    BUILTIN_FACE("lip_lwm", "head") BUILTIN_FACE("lip_lwrf", "head")
    BUILTIN_FACE("lip_lwrb", "head") BUILTIN_FACE("lip_rc", "head")
    BUILTIN_FACE("lip_uprb", "head") BUILTIN_FACE("lip_uprf", "head")
    BUILTIN_FACE("lip_upm", "head") BUILTIN_FACE("lip_uplf", "head")
    BUILTIN_FACE("lip_uplb", "head") BUILTIN_FACE("nose_tip", "head")
    BUILTIN_FACE("nose_r", "head") BUILTIN_FACE("nose_l", "head")
    BUILTIN_FACE("zig_lt", "head") BUILTIN_FACE("zig_lm", "head")
    BUILTIN_FACE("zig_lb", "head") BUILTIN_FACE("zig_rt", "head")
    BUILTIN_FACE("zig_rm", "head") BUILTIN_FACE("zig_rb", "head")
    BUILTIN_FACE("cheek_r", "head") BUILTIN_FACE("cheek_l", "head")
    BUILTIN_FACE("eyebrow_lb", "head") BUILTIN_FACE("eyebrow_lm", "head")
    BUILTIN_FACE("eyebrow_lf", "head") BUILTIN_FACE("corr", "head")
    BUILTIN_FACE("eyebrow_rf", "head") BUILTIN_FACE("eyebrow_rm", "head")
    BUILTIN_FACE("eyebrow_rb", "head") BUILTIN_FACE("eye_upr", "head")
    BUILTIN_FACE("eye_lwr", "head") BUILTIN_FACE("eye_upl", "head")
    BUILTIN_FACE("eye_lwl", "head") BUILTIN_FACE("cheek_rf", "head")
    BUILTIN_FACE("cheek_rm", "head") BUILTIN_FACE("cheek_rb", "head")
    BUILTIN_FACE("cheek_lf", "head") BUILTIN_FACE("cheek_lm", "head")
    BUILTIN_FACE("cheek_lb", "head") BUILTIN_FACE("forehead_l", "head")
    BUILTIN_FACE("forehead_m", "head") BUILTIN_FACE("forehead_r", "head")
    BUILTIN_FACE("neck_t", "head") BUILTIN_FACE("neck_b", "head")
    BUILTIN_FACE("neck_r", "head") BUILTIN_FACE("neck_l", "head")
    BUILTIN_FACE("tongue_b", "head") BUILTIN_FACE("tongue_m", "head")
    BUILTIN_FACE("tongue_f", "head")
};

static const gaiti_builtin_bone builtin_arma3_man[] = {
    BUILTIN_BODY(false)
    BUILTIN_FACE("Face_Hub", "head") BUILTIN_FACE("Face_Jawbone", "Face_Hub")
    BUILTIN_FACE("Face_Jowl", "Face_Jawbone") BUILTIN_FACE("Face_chopRight", "Face_Jawbone")
    BUILTIN_FACE("Face_chopLeft", "Face_Jawbone")
    BUILTIN_FACE("Face_LipLowerMiddle", "Face_Jawbone")
    BUILTIN_FACE("Face_LipLowerLeft", "Face_Jawbone")
    BUILTIN_FACE("Face_LipLowerRight", "Face_Jawbone")
    BUILTIN_FACE("Face_Chin", "Face_Jawbone") BUILTIN_FACE("Face_Tongue", "Face_Jawbone")
    BUILTIN_FACE("Face_CornerRight", "Face_Hub")
    BUILTIN_FACE("Face_CheekSideRight", "Face_CornerRight")
    BUILTIN_FACE("Face_CornerLeft", "Face_Hub")
    BUILTIN_FACE("Face_CheekSideLeft", "Face_CornerLeft")
    BUILTIN_FACE("Face_CheekFrontRight", "Face_Hub")
    BUILTIN_FACE("Face_CheekFrontLeft", "Face_Hub")
    BUILTIN_FACE("Face_CheekUpperRight", "Face_Hub")
    BUILTIN_FACE("Face_CheekUpperLeft", "Face_Hub")
    BUILTIN_FACE("Face_LipUpperMiddle", "Face_Hub")
    BUILTIN_FACE("Face_LipUpperRight", "Face_Hub")
    BUILTIN_FACE("Face_LipUpperLeft", "Face_Hub") BUILTIN_FACE("Face_NostrilRight", "Face_Hub")
    BUILTIN_FACE("Face_NostrilLeft", "Face_Hub") BUILTIN_FACE("Face_Forehead", "Face_Hub")
    BUILTIN_FACE("Face_BrowFrontRight", "Face_Forehead")
    BUILTIN_FACE("Face_BrowFrontLeft", "Face_Forehead")
    BUILTIN_FACE("Face_BrowMiddle", "Face_Forehead")
    BUILTIN_FACE("Face_BrowSideRight", "Face_Forehead")
    BUILTIN_FACE("Face_BrowSideLeft", "Face_Forehead") BUILTIN_FACE("Face_Eyelids", "Face_Hub")
    BUILTIN_FACE("Face_EyelidUpperRight", "Face_Hub")
    BUILTIN_FACE("Face_EyelidUpperLeft", "Face_Hub")
    BUILTIN_FACE("Face_EyelidLowerRight", "Face_Hub")
    BUILTIN_FACE("Face_EyelidLowerLeft", "Face_Hub") BUILTIN_FACE("EyeLeft", "Face_Hub")
    BUILTIN_FACE("EyeRight", "Face_Hub")
};

/* --- X-Ray ------------------------------------------------------------------------------------ */

#define BUILTIN_ROOT(name) {name, NULL, false, NULL},
#define BUILTIN_BONE(name, parent) {name, parent, false, NULL},

static const gaiti_builtin_bone builtin_xray_stalker[] = {
    BUILTIN_ROOT("root_stalker") BUILTIN_BONE("bip01", "root_stalker")
    BUILTIN_BONE("bip01_pelvis", "bip01") BUILTIN_BONE("bip01_l_thigh", "bip01_pelvis")
    BUILTIN_BONE("bip01_l_calf", "bip01_l_thigh") BUILTIN_BONE("bip01_l_foot", "bip01_l_calf")
    BUILTIN_BONE("bip01_l_toe0", "bip01_l_foot") BUILTIN_BONE("bip01_r_thigh", "bip01_pelvis")
    BUILTIN_BONE("bip01_r_calf", "bip01_r_thigh") BUILTIN_BONE("bip01_r_foot", "bip01_r_calf")
    BUILTIN_BONE("bip01_r_toe0", "bip01_r_foot") BUILTIN_BONE("bip01_spine", "bip01_pelvis")
    BUILTIN_BONE("bip01_spine1", "bip01_spine") BUILTIN_BONE("bip01_spine2", "bip01_spine1")
    BUILTIN_BONE("bip01_neck", "bip01_spine2") BUILTIN_BONE("bip01_head", "bip01_neck")
    BUILTIN_BONE("eye_left", "bip01_head") BUILTIN_BONE("eye_right", "bip01_head")
    BUILTIN_BONE("eyelid_1", "bip01_head") BUILTIN_BONE("jaw_1", "bip01_head")
    BUILTIN_BONE("bip01_l_clavicle", "bip01_neck")
    BUILTIN_BONE("bip01_l_upperarm", "bip01_l_clavicle")
    BUILTIN_BONE("bip01_l_forearm", "bip01_l_upperarm")
    BUILTIN_BONE("bip01_l_hand", "bip01_l_forearm")
    BUILTIN_BONE("bip01_l_finger0", "bip01_l_hand")
    BUILTIN_BONE("bip01_l_finger01", "bip01_l_finger0")
    BUILTIN_BONE("bip01_l_finger02", "bip01_l_finger01")
    BUILTIN_BONE("bip01_l_finger1", "bip01_l_hand")
    BUILTIN_BONE("bip01_l_finger11", "bip01_l_finger1")
    BUILTIN_BONE("bip01_l_finger12", "bip01_l_finger11")
    BUILTIN_BONE("bip01_l_finger2", "bip01_l_hand")
    BUILTIN_BONE("bip01_l_finger21", "bip01_l_finger2")
    BUILTIN_BONE("bip01_l_finger22", "bip01_l_finger21")
    BUILTIN_BONE("bip01_r_clavicle", "bip01_neck")
    BUILTIN_BONE("bip01_r_upperarm", "bip01_r_clavicle")
    BUILTIN_BONE("bip01_r_forearm", "bip01_r_upperarm")
    BUILTIN_BONE("bip01_r_hand", "bip01_r_forearm")
    BUILTIN_BONE("bip01_r_finger0", "bip01_r_hand")
    BUILTIN_BONE("bip01_r_finger01", "bip01_r_finger0")
    BUILTIN_BONE("bip01_r_finger02", "bip01_r_finger01")
    BUILTIN_BONE("bip01_r_finger1", "bip01_r_hand")
    BUILTIN_BONE("bip01_r_finger11", "bip01_r_finger1")
    BUILTIN_BONE("bip01_r_finger12", "bip01_r_finger11")
    BUILTIN_BONE("bip01_r_finger2", "bip01_r_hand")
    BUILTIN_BONE("bip01_r_finger21", "bip01_r_finger2")
    BUILTIN_BONE("bip01_r_finger22", "bip01_r_finger21")
    BUILTIN_BONE("bip01_tail", "bip01_pelvis")
};

static const gaiti_builtin_bone builtin_xray_hands[] = {
    BUILTIN_ROOT("bip01") BUILTIN_BONE("l_clavicle", "bip01")
    BUILTIN_BONE("l_upperarm", "l_clavicle") BUILTIN_BONE("l_forearm", "l_upperarm")
    BUILTIN_BONE("l_forearm_twist", "l_forearm") BUILTIN_BONE("l_hand", "l_forearm")
    BUILTIN_BONE("bip01_l_finger1", "l_hand")
    BUILTIN_BONE("bip01_l_finger11", "bip01_l_finger1")
    BUILTIN_BONE("bip01_l_finger12", "bip01_l_finger11")
    BUILTIN_BONE("bip01_l_finger2", "l_hand")
    BUILTIN_BONE("bip01_l_finger21", "bip01_l_finger2")
    BUILTIN_BONE("bip01_l_finger22", "bip01_l_finger21")
    BUILTIN_BONE("bip01_l_finger3", "l_hand")
    BUILTIN_BONE("bip01_l_finger31", "bip01_l_finger3")
    BUILTIN_BONE("bip01_l_finger32", "bip01_l_finger31")
    BUILTIN_BONE("bip01_l_finger4", "l_hand")
    BUILTIN_BONE("bip01_l_finger41", "bip01_l_finger4")
    BUILTIN_BONE("bip01_l_finger42", "bip01_l_finger41") BUILTIN_BONE("l_finger0", "l_hand")
    BUILTIN_BONE("l_finger01", "l_finger0") BUILTIN_BONE("l_finger02", "l_finger01")
    BUILTIN_BONE("lead_gun", "bip01") BUILTIN_BONE("r_clavicle", "bip01")
    BUILTIN_BONE("r_upperarm", "r_clavicle") BUILTIN_BONE("r_forearm", "r_upperarm")
    BUILTIN_BONE("r_forearm_twist", "r_forearm") BUILTIN_BONE("r_hand", "r_forearm")
    BUILTIN_BONE("bip01_r_finger1", "r_hand")
    BUILTIN_BONE("bip01_r_finger11", "bip01_r_finger1")
    BUILTIN_BONE("bip01_r_finger12", "bip01_r_finger11")
    BUILTIN_BONE("bip01_r_finger2", "r_hand")
    BUILTIN_BONE("bip01_r_finger21", "bip01_r_finger2")
    BUILTIN_BONE("bip01_r_finger22", "bip01_r_finger21")
    BUILTIN_BONE("bip01_r_finger3", "r_hand")
    BUILTIN_BONE("bip01_r_finger31", "bip01_r_finger3")
    BUILTIN_BONE("bip01_r_finger32", "bip01_r_finger31")
    BUILTIN_BONE("bip01_r_finger4", "r_hand")
    BUILTIN_BONE("bip01_r_finger41", "bip01_r_finger4")
    BUILTIN_BONE("bip01_r_finger42", "bip01_r_finger41") BUILTIN_BONE("r_finger0", "r_hand")
    BUILTIN_BONE("r_finger01", "r_finger0") BUILTIN_BONE("r_finger02", "r_finger01")
};

/* --- the list --------------------------------------------------------------------------------- */

#define BUILTIN_ROW(name, summary, family, bones, has_pivots, is_flat) \
    {name, summary, family, bones, BUILTIN_LENGTH(bones), has_pivots, is_flat}

const gaiti_builtin_table gaiti_builtin_tables[GAITI_BUILTIN_COUNT] = {
    BUILTIN_ROW("ofp-man", "Operation Flashpoint man: 25 bones, flat in the game",
                GAIT_FAMILY_BOHEMIA, builtin_ofp_man, true, true),
    BUILTIN_ROW("arma1-man", "Arma man: 75 bones with 8 of the face, flat in the game",
                GAIT_FAMILY_BOHEMIA, builtin_arma1_man, true, true),
    BUILTIN_ROW("arma2-man", "Arma 2 and DayZ mod man: 128 bones with 61 of the head",
                GAIT_FAMILY_BOHEMIA, builtin_arma2_man, true, false),
    BUILTIN_ROW("arma3-man", "Arma 3 man: 103 bones with 36 of the face",
                GAIT_FAMILY_BOHEMIA, builtin_arma3_man, true, false),
    BUILTIN_ROW("xray-stalker", "S.T.A.L.K.E.R. human: 47 bones, rest pose unknown",
                GAIT_FAMILY_XRAY, builtin_xray_stalker, false, false),
    BUILTIN_ROW("xray-hands", "S.T.A.L.K.E.R. first-person hands: 42 bones, rest pose unknown",
                GAIT_FAMILY_XRAY, builtin_xray_hands, false, false),
};
