/* Parses every JSON document that the command prints with jansson. json_documents.py writes them
 * after parsing them with Python's json. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <jansson.h>

#include "test.h"

enum { LONGEST_NAME = 4096, MOST_BYTES = 1 << 30 };

/* Reads the line before a document: its size and name. False at the end. */
static bool read_head(FILE *stream, size_t *size, char name[LONGEST_NAME]) {
    char line[LONGEST_NAME], *rest;
    if (!fgets(line, sizeof line, stream)) {
        return false;
    }
    *size = strtoull(line, &rest, 10);
    assert_true(*rest == ' ' && *size > 0 && *size < MOST_BYTES);
    rest[strcspn(rest, "\n")] = 0;
    memcpy(name, rest + 1, strlen(rest));
    return true;
}

static char *read_bytes(FILE *stream, size_t size) {
    char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, size, stream), size);
    return bytes;
}

static bool is_json(const char *bytes, size_t size, const char *name) {
    json_error_t error;
    json_t *document = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (!document) {
        print_message("%s: %s, line %d, column %d\n", name, error.text, error.line, error.column);
    }
    bool parsed = json_is_object(document);
    json_decref(document);
    return parsed;
}

/* Writes all documents to a temporary file, which is removed when it is closed. */
static FILE *make_documents(int *out_status) {
    char command[LONGEST_NAME], path[] = "/tmp/json-documents-XXXXXX";
    const char *source = getenv("GAIT_SOURCE");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    snprintf(command, sizeof command, "exec python3 '%s/tests/outside/json_documents.py' '%s'",
             source ? source : ".", path);
    *out_status = system(command);
    FILE *stream = fdopen(descriptor, "rb");
    assert_non_null(stream);
    assert_int_equal(unlink(path), 0);
    return stream;
}

TEST(every_document_is_json) {
    char name[LONGEST_NAME];
    size_t size, bytes_seen = 0;
    unsigned seen = 0, refused = 0;
    int status;
    FILE *stream = make_documents(&status);
    while (read_head(stream, &size, name)) {
        char *bytes = read_bytes(stream, size);
        refused += !is_json(bytes, size, name);
        seen++;
        bytes_seen += size;
        free(bytes);
    }
    fclose(stream);
    print_message("%u documents, %zu bytes, %u refused\n", seen, bytes_seen, refused);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(refused, 0);
    assert_true(seen > 100);
}

TEST(jansson_is_strict) {
    assert_true(is_json("{\"a\":1}", 7, "good"));
    assert_false(is_json("{\"a\":1,\"a\":2}", 13, "a key twice"));
    assert_false(is_json("{\"a\":NaN}", 9, "no number"));
    assert_false(is_json("{\"a\":\"\xFF\"}", 9, "no UTF-8"));
    assert_false(is_json("{\"a\":1}x", 8, "more behind"));
}
