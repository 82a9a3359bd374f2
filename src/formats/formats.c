/* The table of all formats. */
#include <stddef.h>
#include <string.h>

#include "base/arguments.h"
#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/sniff.h"
#include "base/text/text.h"
#include "formats/file_state.h"
#include "formats/foreign_formats.h"

/* --- probes ----------------------------------------------------------------------------------- */

enum { FORMAT_SEARCH_SIZE = GAIT_DETECT_PREFIX };

static gaiti_guess format_probe_modelcfg(gait_span bytes) {
    /* The signature of a binary config contains a NUL, which gaiti_begins() cannot compare. */
    if (gaiti_has_bytes(bytes, 0, "\0raP", 4)) {
        return GAITI_GUESS_YES;
    }
    /* A saved web page about configs contains the same words, but begins with a tag. */
    bool config = gaiti_is_text(bytes) && !gaiti_begins_word(gaiti_text_start(bytes), "<") &&
                  (gaiti_holds_word(bytes, FORMAT_SEARCH_SIZE, "CfgSkeleton") ||
                   gaiti_holds_word(bytes, FORMAT_SEARCH_SIZE, "CfgModels"));
    return config ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

static gaiti_guess format_probe_p3d(gait_span bytes) {
    bool model =
        gaiti_begins(bytes, "MLOD") || gaiti_begins(bytes, "ODOL") || gaiti_begins(bytes, "NLOD");
    return model ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

static gaiti_guess format_probe_gltf(gait_span bytes) {
    if (gaiti_begins(bytes, "glTF")) {
        return GAITI_GUESS_YES;
    }
    /* JSON, possibly after a byte order mark and white space. */
    gait_span text = gaiti_text_start(bytes);
    bool json = text.size && text.data[0] == '{' && gaiti_is_text(bytes) &&
                gaiti_holds_word(bytes, FORMAT_SEARCH_SIZE, "\"asset\"");
    return json ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

static gaiti_guess format_probe_seanim(gait_span bytes) {
    return gaiti_begins(bytes, "SEAnim") ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

/* --- the table -------------------------------------------------------------------------------- */

enum {
    FORMAT_DOCUMENT = GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_HAS_CLIPS,
    FORMAT_ANIMATION = FORMAT_DOCUMENT | GAIT_CAN_EXPORT | GAIT_HAS_TEXT,
};

static const gaiti_format_row format_rows[GAIT_FORMAT_COUNT] = {
    {{GAIT_FORMAT_UNKNOWN, "unknown", "unknown", "", GAIT_FAMILY_NONE, 0}, NULL, NULL},
    {{GAIT_FORMAT_RTM, "rtm", "plain RTM (Operation Flashpoint, Arma, DayZ)", ".rtm",
      GAIT_FAMILY_BOHEMIA, FORMAT_ANIMATION},
     gaiti_rtm_probe,
     &gaiti_rtm_ops},
    {{GAIT_FORMAT_BMTR, "bmtr", "binarised RTM (Arma, DayZ)", ".rtm", GAIT_FAMILY_BOHEMIA,
      FORMAT_ANIMATION},
     gaiti_bmtr_probe,
     &gaiti_bmtr_ops},
    {{GAIT_FORMAT_OMF, "omf", "motion bank (S.T.A.L.K.E.R.)", ".omf", GAIT_FAMILY_XRAY,
      FORMAT_ANIMATION | GAIT_MANY_CLIPS},
     gaiti_omf_probe,
     &gaiti_omf_ops},
    {{GAIT_FORMAT_OGF, "ogf", "model with skeleton (S.T.A.L.K.E.R.)", ".ogf", GAIT_FAMILY_XRAY,
      FORMAT_DOCUMENT | GAIT_HAS_SKELETON | GAIT_MANY_CLIPS},
     gaiti_ogf_probe,
     &gaiti_ogf_ops},
    {{GAIT_FORMAT_SKL, "skl", "SDK motion (S.T.A.L.K.E.R.)", ".skl", GAIT_FAMILY_XRAY,
      FORMAT_ANIMATION},
     gaiti_skl_probe,
     &gaiti_skl_ops},
    {{GAIT_FORMAT_SKLS, "skls", "SDK motions (S.T.A.L.K.E.R.)", ".skls", GAIT_FAMILY_XRAY,
      FORMAT_ANIMATION | GAIT_MANY_CLIPS},
     gaiti_skls_probe,
     &gaiti_skl_ops},
    {{GAIT_FORMAT_MODELCFG, "modelcfg", "model.cfg with skeletons (Arma, DayZ)", ".cfg",
      GAIT_FAMILY_BOHEMIA, GAIT_CAN_OPEN | GAIT_HAS_SKELETON},
     format_probe_modelcfg,
     &gaiti_modelcfg_ops},
    {{GAIT_FORMAT_P3D, "p3d", "model (Operation Flashpoint, Arma, DayZ)", ".p3d",
      GAIT_FAMILY_BOHEMIA, GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_HAS_SKELETON},
     format_probe_p3d,
     &gaiti_p3d_ops},
    {{GAIT_FORMAT_GLTF, "gltf", "glTF 2.0 (Blender and others)", ".glb .gltf", GAIT_FAMILY_NONE,
      GAIT_CAN_OPEN | GAIT_CAN_EXPORT | GAIT_HAS_CLIPS | GAIT_HAS_SKELETON | GAIT_MANY_CLIPS |
          GAIT_UTF8_NAMES},
     format_probe_gltf,
     &gaiti_gltf_ops},
    {{GAIT_FORMAT_BVH, "bvh", "Biovision hierarchy", ".bvh", GAIT_FAMILY_NONE,
      GAIT_CAN_OPEN | GAIT_CAN_EXPORT | GAIT_HAS_CLIPS | GAIT_HAS_SKELETON | GAIT_UTF8_NAMES},
     gaiti_bvh_probe,
     &gaiti_bvh_ops},
    {{GAIT_FORMAT_SEANIM, "seanim", "SEAnim", ".seanim", GAIT_FAMILY_NONE, GAIT_HAS_CLIPS},
     format_probe_seanim,
     NULL},
};

const gait_format_info *gait_format_get_info(gait_format format) {
    bool known = (uint32_t)format < GAIT_FORMAT_COUNT;
    return &format_rows[known ? format : GAIT_FORMAT_UNKNOWN].info;
}

gait_format gait_format_from_name(const char *name) {
    for (int i = 1; name && i < GAIT_FORMAT_COUNT; i++) {
        if (strcmp(format_rows[i].info.name, name) == 0) {
            return (gait_format)i;
        }
    }
    return GAIT_FORMAT_UNKNOWN;
}

gait_span gaiti_file_extension(const char *file_name) {
    size_t end = file_name ? strlen(file_name) : 0;
    for (size_t i = end; i > 0 && file_name[i - 1] != '/' && file_name[i - 1] != '\\'; i--) {
        if (file_name[i - 1] == '.') {
            return gaiti_span(file_name + i - 1, end - i + 1);
        }
    }
    return gaiti_span("", 0);
}

static bool format_has_extension(const char *extensions, gait_span extension) {
    while (extension.size && *extensions) {
        size_t size = strcspn(extensions, " ");
        if (gaiti_equal_name(extension, gaiti_span(extensions, size))) {
            return true;
        }
        extensions += size + (extensions[size] == ' ');
    }
    return false;
}

gait_format gait_detect(gait_span bytes, const char *file_name) {
    gait_span extension = gaiti_file_extension(file_name);
    gait_format best = GAIT_FORMAT_UNKNOWN;
    int best_score = 0;
    for (int i = 1; gaiti_is_span(bytes) && i < GAIT_FORMAT_COUNT; i++) {
        gaiti_guess guess = format_rows[i].probe(bytes);
        if (guess == GAITI_GUESS_NO) {
            continue;
        }
        bool named = format_has_extension(format_rows[i].info.extensions, extension);
        int score = 2 * (int)guess + named;
        if (score > best_score) {
            best = (gait_format)i;
            best_score = score;
        }
    }
    return best;
}

bool gait_detect_prefix(gait_span prefix, uint64_t file_size) {
    enum { MAX_WORD = 64 }; /* longer than the first word of each text format */
    if (!gaiti_is_span(prefix) || prefix.size >= file_size || prefix.size < GAIT_DETECT_PREFIX) {
        return true;
    }
    for (int i = 1; i < GAIT_FORMAT_COUNT; i++) {
        const gaiti_format_row *row = &format_rows[i];
        if ((row->info.abilities & GAIT_CAN_OPEN) && row->probe(prefix) != GAITI_GUESS_NO) {
            return true;
        }
    }
    /* White space before the first word of a text is allowed without a limit. */
    return gaiti_is_text(prefix) ? gaiti_text_start(prefix).size < MAX_WORD
                                 : gaiti_omf_is_possible(prefix, file_size);
}

const gaiti_format_row *gaiti_format_row_of(gait_format format) {
    return &format_rows[format];
}
