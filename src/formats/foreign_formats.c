/* A table of signatures of other programs, and tests for formats without a signature. */
#include "formats/foreign_formats.h"

#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"

enum { FOREIGN_PREFIX_SIZE = 4096 };

/* --- formats that a signature does not identify ----------------------------------------------- */

/* True when the bytes begin with an X-Ray chunk that lies inside the file. */
static bool foreign_is_chunk(gait_span bytes) {
    return bytes.size >= 8 && gaiti_load_u32(bytes.data + 4) <= bytes.size - 8;
}

/* True for a PBO archive without properties: begins with a valid entry of name, method and four
 * numbers. */
static bool foreign_is_old_pbo(gait_span bytes) {
    enum { MAX_PATH_SIZE = 260 };
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gait_span name = gaiti_read_text(&in);
    uint32_t method = gaiti_read_u32(&in), unpacked = gaiti_read_u32(&in);
    uint32_t reserved = gaiti_read_u32(&in);
    gaiti_read_u32(&in); /* time of creation */
    uint32_t packed = gaiti_read_u32(&in);
    bool is_packed = method == 0x43707273; /* "Cprs" */
    return !in.failed && name.size > 0 && name.size <= MAX_PATH_SIZE && gaiti_is_text(name) &&
           (method == 0 || is_packed) && (is_packed || unpacked == 0 || unpacked == packed) &&
           reserved == 0 && packed > 0 && packed <= gaiti_bytes_left(&in);
}

/* True when the second header of the bitmap has a valid size. */
static bool foreign_is_bitmap(gait_span bytes) {
    uint32_t header = bytes.size >= 18 ? gaiti_load_u32(bytes.data + 14) : 0;
    return header == 12 || (header >= 40 && header <= 124);
}

/* The signature of Targa images is at the end of the file. */
static bool foreign_is_targa(gait_span bytes) {
    static const char mark[] = "TRUEVISION-XFILE."; /* and its NUL */
    return bytes.size >= sizeof mark &&
           memcmp(bytes.data + bytes.size - sizeof mark, mark, sizeof mark) == 0;
}

static bool foreign_is_zeros(gait_span bytes) {
    for (size_t i = 0; i < bytes.size; i++) {
        if (bytes.data[i]) {
            return false;
        }
    }
    return bytes.size > 0;
}

static bool foreign_is_page(gait_span text) {
    enum { PROLOGUE = 1024 };
    return gaiti_begins_word(text, "<") && (gaiti_holds_word(text, PROLOGUE, "<html") ||
                                            gaiti_holds_word(text, PROLOGUE, "<!doctype html"));
}

static bool foreign_is_collada(gait_span text) {
    return gaiti_holds_word(text, FOREIGN_PREFIX_SIZE, "<COLLADA");
}

/* StudioMDL scripts begin with the same word, so further words are required. */
static bool foreign_is_txa(gait_span text) {
    return gaiti_holds_word(text, FOREIGN_PREFIX_SIZE, "$node") ||
           gaiti_holds_word(text, FOREIGN_PREFIX_SIZE, "#fps");
}

static bool foreign_is_smd(gait_span text) {
    return gaiti_holds_word(text, FOREIGN_PREFIX_SIZE, "\nnodes");
}

/* --- the table -------------------------------------------------------------------------------- */

/* A signature (bytes at an offset, or the first word of a text), and an optional further check. */
typedef struct foreign_row {
    gaiti_foreign_format is;
    const char *pattern; /* '?' matches any byte; NULL matches all files */
    uint16_t size;       /* 0: `pattern` is the first word of a text */
    uint16_t at;
    bool (*check)(gait_span bytes); /* receives texts from their first word; NULL: always true */
} foreign_row;

#define FOREIGN_AT(at, pattern) (pattern), sizeof(pattern) - 1, (at)
#define FOREIGN_BEGINS(pattern) FOREIGN_AT(0, pattern)
#define FOREIGN_WORD(word) (word), 0, 0
#define FOREIGN_ANY NULL, 1, 0

/* The first matching row is used; the rows for plain text are last. */
static const foreign_row foreign_rows[] = {
    {{GAITI_FILE_ZEROS, "zeros"}, FOREIGN_BEGINS("\0"), foreign_is_zeros},

    {{GAITI_FILE_ENFUSION, "an Enfusion animation (.anm)"}, FOREIGN_BEGINS("FORM????ANIM"), NULL},
    {{GAITI_FILE_ENFUSION, "an Enfusion model (.xob)"}, FOREIGN_BEGINS("FORM????XOB"), NULL},
    {{GAITI_FILE_ENFUSION, "an Enfusion animation as text (.txa)"},
     FOREIGN_WORD("$animation"),
     foreign_is_txa},

    {{GAITI_FILE_NO_READER, "SDK object (S.T.A.L.K.E.R.)"},
     FOREIGN_BEGINS("\x77\x77\0\0"),
     foreign_is_chunk},

    {{GAITI_FILE_OTHER_PROGRAM, "FBX"}, FOREIGN_BEGINS("Kaydara FBX Binary  \0"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "FBX as text"}, FOREIGN_WORD("; FBX "), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "COLLADA (.dae)"}, FOREIGN_WORD("<"), foreign_is_collada},
    {{GAITI_FILE_OTHER_PROGRAM, "a Blender scene (.blend)"}, FOREIGN_BEGINS("BLENDER?v"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Blender scene (.blend)"}, FOREIGN_BEGINS("BLENDER17-"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Maya scene (.ma)"}, FOREIGN_WORD("//Maya ASCII"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a 3ds Max scene or an Office document"},
     FOREIGN_BEGINS("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "StudioMDL data (.smd)"},
     FOREIGN_WORD("version 1"),
     foreign_is_smd},
    {{GAITI_FILE_OTHER_PROGRAM, "a Source or GoldSrc model (.mdl)"},
     FOREIGN_BEGINS("IDST?\0\0\0"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "GoldSrc sequences (.mdl)"}, FOREIGN_BEGINS("IDSQ?\0\0\0"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Quake model (.md2)"}, FOREIGN_BEGINS("IDP2\x08\0\0\0"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Quake III model (.md3)"},
     FOREIGN_BEGINS("IDP3\x0F\0\0\0"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Doom 3 model or animation (.md5mesh, .md5anim)"},
     FOREIGN_WORD("MD5Version"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "an Unreal animation (.psa)"}, FOREIGN_BEGINS("ANIMHEAD"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "an Unreal model (.psk)"}, FOREIGN_BEGINS("ACTRHEAD"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "an Unreal package (.uasset, .upk)"},
     FOREIGN_BEGINS("\xC1\x83\x2A\x9E"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Havok packfile (.hkx)"},
     FOREIGN_BEGINS("\x57\xE0\xE0\x57\x10\xC0\xC0\x10"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Gamebryo file (.nif, .kf)"},
     FOREIGN_BEGINS("Gamebryo File Format"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a Gamebryo file (.nif, .kf)"},
     FOREIGN_BEGINS("NetImmerse File Format"),
     NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "SEModel"}, FOREIGN_BEGINS("SEModel"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "Cast (.cast)"}, FOREIGN_BEGINS("cast?\0\0\0"), NULL},
    {{GAITI_FILE_OTHER_PROGRAM, "a DirectX model (.x)"}, FOREIGN_BEGINS("xof 0"), NULL},

    {{GAITI_FILE_ARCHIVE, "a PBO archive"}, FOREIGN_BEGINS("\0sreV"), NULL},
    {{GAITI_FILE_ARCHIVE, "an Enfusion archive (.pak)"}, FOREIGN_BEGINS("FORM????PAC1"), NULL},
    {{GAITI_FILE_ARCHIVE, "a ZIP archive"}, FOREIGN_BEGINS("PK\3\4"), NULL},
    {{GAITI_FILE_ARCHIVE, "a ZIP archive"}, FOREIGN_BEGINS("PK\5\6"), NULL},
    {{GAITI_FILE_ARCHIVE, "a RAR archive"}, FOREIGN_BEGINS("Rar!\x1A\7"), NULL},
    {{GAITI_FILE_ARCHIVE, "a 7z archive"}, FOREIGN_BEGINS("7z\xBC\xAF\x27\x1C"), NULL},
    {{GAITI_FILE_ARCHIVE, "gzip data"}, FOREIGN_BEGINS("\x1F\x8B\x08"), NULL},
    {{GAITI_FILE_ARCHIVE, "bzip2 data"}, FOREIGN_BEGINS("BZh?1AY&SY"), NULL},
    {{GAITI_FILE_ARCHIVE, "xz data"}, FOREIGN_BEGINS("\xFD\x37zXZ\0"), NULL},
    {{GAITI_FILE_ARCHIVE, "Zstandard data"}, FOREIGN_BEGINS("\x28\xB5\x2F\xFD"), NULL},
    {{GAITI_FILE_ARCHIVE, "a tar archive"}, FOREIGN_AT(257, "ustar"), NULL},
    {{GAITI_FILE_ARCHIVE, "a PBO archive"}, FOREIGN_ANY, foreign_is_old_pbo},

    {{GAITI_FILE_MEDIUM, "a texture (.paa, .pac)"}, FOREIGN_AT(2, "GGAT"), NULL},
    {{GAITI_FILE_MEDIUM, "a texture (.dds)"}, FOREIGN_BEGINS("DDS \x7C\0\0\0"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (PNG)"}, FOREIGN_BEGINS("\x89PNG\r\n\x1A\n"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (JPEG)"}, FOREIGN_BEGINS("\xFF\xD8\xFF"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (GIF)"}, FOREIGN_BEGINS("GIF8?a"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (WebP)"}, FOREIGN_BEGINS("RIFF????WEBP"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (TIFF)"}, FOREIGN_BEGINS("II*\0"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (TIFF)"}, FOREIGN_BEGINS("MM\0*"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (Photoshop)"}, FOREIGN_BEGINS("8BPS\0\1"), NULL},
    {{GAITI_FILE_MEDIUM, "a picture (BMP)"}, FOREIGN_BEGINS("BM"), foreign_is_bitmap},
    {{GAITI_FILE_MEDIUM, "a picture (Targa)"}, FOREIGN_ANY, foreign_is_targa},
    {{GAITI_FILE_MEDIUM, "a picture (SVG)"}, FOREIGN_WORD("<svg"), NULL},
    {{GAITI_FILE_MEDIUM, "a sound (Ogg)"}, FOREIGN_BEGINS("OggS\0"), NULL},
    {{GAITI_FILE_MEDIUM, "a sound (WAV)"}, FOREIGN_BEGINS("RIFF????WAVE"), NULL},
    {{GAITI_FILE_MEDIUM, "a sound (WSS)"}, FOREIGN_BEGINS("WSS0"), NULL},
    {{GAITI_FILE_MEDIUM, "a sound (MP3)"}, FOREIGN_BEGINS("ID3?\0"), NULL},
    {{GAITI_FILE_MEDIUM, "a video (AVI)"}, FOREIGN_BEGINS("RIFF????AVI "), NULL},
    {{GAITI_FILE_MEDIUM, "a video (MP4)"}, FOREIGN_AT(4, "ftyp"), NULL},
    {{GAITI_FILE_MEDIUM, "a document (PDF)"}, FOREIGN_BEGINS("%PDF-"), NULL},

    {{GAITI_FILE_PAGE, "a web page"}, FOREIGN_WORD("<"), foreign_is_page},
    {{GAITI_FILE_PAGE, "a \"404: Not Found\" response"}, FOREIGN_WORD("404: Not Found"), NULL},
    {{GAITI_FILE_POINTER, "a Git LFS pointer"}, FOREIGN_WORD("version https://git-lfs"), NULL},

    {{GAITI_FILE_TEXT, "text in UTF-16"}, FOREIGN_BEGINS("\xFF\xFE?\0"), NULL},
    {{GAITI_FILE_TEXT, "text in UTF-16"}, FOREIGN_BEGINS("\xFE\xFF\0"), NULL},
    {{GAITI_FILE_TEXT, "XML"}, FOREIGN_WORD("<?xml"), NULL},
    {{GAITI_FILE_TEXT, "plain text"}, FOREIGN_WORD(""), NULL},
};

/* `text` is empty when the bytes are not text. */
static bool foreign_matches(const foreign_row *row, gait_span bytes, gait_span text) {
    bool is_text = row->size == 0;
    bool begins =
        !row->pattern || (is_text ? text.size > 0 && gaiti_begins_word(text, row->pattern)
                                  : gaiti_has_bytes(bytes, row->at, row->pattern, row->size));
    return begins && (!row->check || row->check(is_text ? text : bytes));
}

gaiti_foreign_format gaiti_foreign_format_of(gait_span bytes) {
    gait_span text = gaiti_is_text(bytes) ? gaiti_text_start(bytes) : gaiti_span("", 0);
    for (size_t i = 0; i < sizeof foreign_rows / sizeof *foreign_rows; i++) {
        if (foreign_matches(&foreign_rows[i], bytes, text)) {
            return foreign_rows[i].is;
        }
    }
    return (gaiti_foreign_format){GAITI_FILE_UNKNOWN, ""};
}
