/* Files of foreign formats are identified; supported files are never reported as foreign. */
#include <string.h>

#include "fixtures.h"
#include "formats/foreign_formats.h"
#include "gait/file.h"
#include "test.h"

typedef struct stranger_case {
    gait_span bytes;
    const char *rule, *fields;
} stranger_case;

#define BYTES(text)                                                                                \
    { (const uint8_t *)("" text), sizeof(text) - 1 }

/* Asserts that the file is refused with the expected rule and that the message contains
 * `fields`. */
static void assert_named(const stranger_case *one, const char *file_name) {
    gait_diagnostic item;
    gait_diagnostics sink = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &sink};
    gait_file *file;
    gait_status status = gait_file_open(one->bytes, file_name, &options, &file);
    assert_int_equal(status, GAIT_UNSUPPORTED);
    assert_null(file);
    assert_int_equal(sink.count, 1);
    if (strcmp(item.rule->id, one->rule) != 0 || !strstr(item.text, one->fields) ||
        strstr(item.text, "...")) {
        fail_msg("%s: %s, where %s, %s was expected", item.rule->id, item.text, one->rule,
                 one->fields);
    }
    assert_int_equal(item.offset, 0);
    assert_int_equal(item.length, one->bytes.size);
}

static const stranger_case strangers[] = {
    {BYTES("FORM\0\0\1\0ANIMSET5\0\0\0\0"), "FIL004", "an Enfusion animation (.anm)"},
    {BYTES("FORM\0\0\1\0ANIMSET6\0\0\0\0"), "FIL004", "an Enfusion animation (.anm)"},
    {BYTES("FORM\0\0\1\0XOB8HEAD\0\0\0\0"), "FIL004", "an Enfusion model"},
    {BYTES("$animation \"wave\" {\r\n #version 1\r\n #fps 30\r\n"), "FIL004", "(.txa)"},
    {BYTES("$animation \"a\" {\n $node \"Scene_Root\" {\n"), "FIL004", "(.txa)"},
    {BYTES("\x77\x77\0\0\2\0\0\0ab"), "FIL003", "SDK object (S.T.A.L.K.E.R.)"},
    {BYTES("Kaydara FBX Binary  \0\x1A\0\xE8\x1C\0\0"), "FIL005", "this is FBX,"},
    {BYTES("; FBX 7.7.0 project file\n; ---\n"), "FIL005", "FBX as text"},
    {BYTES("\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">"), "FIL005",
     "COLLADA"},
    {BYTES("BLENDER-v306REND"), "FIL005", "Blender"},
    {BYTES("BLENDER17-01v0500"), "FIL005", "Blender"},
    {BYTES("//Maya ASCII 2022 scene\n"), "FIL005", "Maya"},
    {BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0"), "FIL005", "3ds Max"},
    {BYTES("version 1\nnodes\n0 \"root\" -1\nend\n"), "FIL005", "(.smd)"},
    {BYTES("version 1\r\nnodes\r\n"), "FIL005", "(.smd)"},
    {BYTES("IDST\x31\0\0\0name"), "FIL005", "(.mdl)"},
    {BYTES("IDSQ\n\0\0\0name"), "FIL005", "sequences"},
    {BYTES("IDP2\x08\0\0\0"), "FIL005", "(.md2)"},
    {BYTES("IDP3\x0F\0\0\0"), "FIL005", "(.md3)"},
    {BYTES("MD5Version 10\ncommandline \"\"\n\nnumFrames 2\n"), "FIL005", ".md5anim"},
    {BYTES("ANIMHEAD\0\0\0\0"), "FIL005", "(.psa)"},
    {BYTES("ACTRHEAD\0\0\0\0"), "FIL005", "(.psk)"},
    {BYTES("\xC1\x83\x2A\x9E\xF9\xFF\xFF\xFF"), "FIL005", ".uasset"},
    {BYTES("\x57\xE0\xE0\x57\x10\xC0\xC0\x10\0\0"), "FIL005", "Havok"},
    {BYTES("Gamebryo File Format, Version 20.0.0.5\n"), "FIL005", "Gamebryo"},
    {BYTES("NetImmerse File Format, Version 4.0.0.2\n"), "FIL005", "Gamebryo"},
    {BYTES("SEModel\1\0\x14\0"), "FIL005", "SEModel"},
    {BYTES("cast\1\0\0\0\1\0\0\0"), "FIL005", "Cast"},
    {BYTES("xof 0303txt 0032\n"), "FIL005", "DirectX"},
    {BYTES("\0sreV\0\0\0\0\0\0\0\0"), "FIL006", "PBO"},
    {BYTES("a\\b.rtm\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0ab"), "FIL006", "PBO"},
    {BYTES("b.sqf\0srpC\x10\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0ab"), "FIL006", "PBO"},
    {BYTES("FORM\0\0\1\0PAC1HEAD"), "FIL006", "(.pak)"},
    {BYTES("PK\3\4\x14\0"), "FIL006", "ZIP"},
    {BYTES("PK\5\6\0\0"), "FIL006", "ZIP"},
    {BYTES("Rar!\x1A\7\1\0"), "FIL006", "RAR"},
    {BYTES("7z\xBC\xAF\x27\x1C\0\4"), "FIL006", "7z"},
    {BYTES("\x1F\x8B\x08\0\0\0"), "FIL006", "gzip"},
    {BYTES("BZh91AY&SY\0\0"), "FIL006", "bzip2"},
    {BYTES("\xFD\x37zXZ\0\0\4"), "FIL006", "xz"},
    {BYTES("\x28\xB5\x2F\xFD\x24\0"), "FIL006", "Zstandard"},
    {BYTES("\1\xFFGGATCGVA"), "FIL007", "texture (.paa"},
    {BYTES("DDS \x7C\0\0\0\7\x10\0\0"), "FIL007", "(.dds)"},
    {BYTES("\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), "FIL007", "PNG"},
    {BYTES("\xFF\xD8\xFF\xE0\0\x10JFIF"), "FIL007", "JPEG"},
    {BYTES("GIF89a\1\0"), "FIL007", "GIF"},
    {BYTES("RIFF\1\0\0\0WEBPVP8 "), "FIL007", "WebP"},
    {BYTES("II*\0\x08\0\0\0"), "FIL007", "TIFF"},
    {BYTES("MM\0*\0\0\0\x08"), "FIL007", "TIFF"},
    {BYTES("8BPS\0\1\0\0"), "FIL007", "Photoshop"},
    {BYTES("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"), "FIL007", "BMP"},
    {BYTES("\0\0\2\0pixelsTRUEVISION-XFILE.\0"), "FIL007", "Targa"},
    {BYTES("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), "FIL007", "SVG"},
    {BYTES("OggS\0\2\0\0"), "FIL007", "Ogg"},
    {BYTES("RIFF\1\0\0\0WAVEfmt "), "FIL007", "WAV"},
    {BYTES("WSS0\0\0\0\0"), "FIL007", "WSS"},
    {BYTES("ID3\4\0\0\0\0"), "FIL007", "MP3"},
    {BYTES("RIFF\1\0\0\0AVI LIST"), "FIL007", "AVI"},
    {BYTES("\0\0\0\x18"
           "ftypmp42"),
     "FIL007", "MP4"},
    {BYTES("%PDF-1.7\n"), "FIL007", "PDF"},
    {BYTES("<!DOCTYPE html>\n<html lang=\"en\">"), "FIL008", "web page"},
    {BYTES("\xEF\xBB\xBF\r\n <HTML><head>"), "FIL008", "web page"},
    {BYTES("<!-- saved -->\n<html>class CfgSkeletons {};"), "FIL008", "web page"},
    {BYTES("404: Not Found"), "FIL008", "Not Found"},
    {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), "FIL009", "Git LFS"},
    {BYTES("\0"), "FIL010", "only zeros"},
    {BYTES("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "FIL010", "only zeros"},
    {BYTES("\xFF\xFE"
           "c\0l\0a\0s\0s\0"),
     "FIL011", "UTF-16"},
    {BYTES("\xFE\xFF\0c\0l\0a\0s\0s"), "FIL011", "UTF-16"},
    {BYTES("<?xml version=\"1.0\"?>\n<mesh/>"), "FIL011", "XML"},
    {BYTES("class Notes {};\n"), "FIL011", "plain text"},
    {BYTES("version 1.2 of the notes\n"), "FIL011", "plain text"},
    {BYTES("$animation \"a\" \"a.smd\" { fps 30 }\n"), "FIL011", "plain text"},
};

TEST(foreign_formats_are_named_under_any_extension) {
    static const char *const names[] = {"walk.rtm", "walk.anm", "bank.omf",  "one.skl",
                                        "man.ogf",  "man.p3d",  "model.cfg", NULL};
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            assert_named(&strangers[i], names[n]);
        }
    }
}

/* A tar archive is identified by a word at offset 257. A file of zeros is examined up to its last
 * byte. */
TEST(large_files_are_examined_at_the_deciding_offsets) {
    static uint8_t bytes[1024];
    stranger_case zeros = {{bytes, sizeof bytes}, "FIL010", "zeros"};
    stranger_case tar = {{bytes, sizeof bytes}, "FIL006", "tar"};
    stranger_case unknown = {{bytes, sizeof bytes}, "FIL002", "00000000"};
    assert_named(&zeros, "walk.rtm");
    bytes[sizeof bytes - 1] = 1;
    assert_named(&unknown, "walk.rtm");
    memcpy(bytes, "anims/walk.rtm", 14);
    memcpy(bytes + 257, "ustar", 5);
    assert_named(&tar, "walk.rtm");
}

/* Files that resemble a foreign format but differ from it. */
TEST(similar_files_stay_unknown) {
    static const gait_span near_ones[] = {
        BYTES("FORM\0\0\1\0ILBM"),
        BYTES("\x77\x77\0\0\3\0\0\0ab"), /* the chunk is longer than the file */
        BYTES("\0\x11\0\0"),
        BYTES("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x29\1\0\0"),
        BYTES("a.rtm\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\3\0\0\0ab"),
        BYTES("a.rtm\0\0\0\0\1\2\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0ab"),
        BYTES("\1"),
        BYTES("\0\1"),
        BYTES("Kaydara\0"),
        BYTES(""),
    };
    for (size_t i = 0; i < sizeof near_ones / sizeof *near_ones; i++) {
        assert_int_equal(gaiti_foreign_format_of(near_ones[i]).rule, GAITI_FILE_UNKNOWN);
    }
}

/* Fixtures are not identified as foreign even without the probes of their formats. Truncated ones
 * may be identified as text. */
TEST(small_supported_files_are_not_foreign) {
    static const char *const folders[] = {"rtm/", "bmtr/", "omf/", "ogf/", "p3d/"};
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        test_fixtures all = test_fixtures_load(folders[f]);
        for (size_t i = 0; i < all.count; i++) {
            gaiti_foreign_format is = gaiti_foreign_format_of(all.items[i].bytes);
            if (is.rule != GAITI_FILE_UNKNOWN && is.rule != GAITI_FILE_TEXT) {
                fail_msg("%s is called %s", all.items[i].file, is.title);
            }
        }
        test_fixtures_free(&all);
    }
}
