/* The calls to Windows, with paths as UTF-16: files, folders, interruptions, the console. */
#ifdef _WIN32

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef UNICODE
#define UNICODE
#endif

#include "base/platform.h"

#include <windows.h>

#include <conio.h>
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* Returns the text as UTF-16, or NULL when it is not valid UTF-8. The caller frees it. */
static wchar_t *wide(const char *utf8) {
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, utf8, -1, NULL, 0);
    if (size <= 0) {
        return NULL;
    }
    wchar_t *text = memory_resize(NULL, (size_t)size, sizeof *text);
    MultiByteToWideChar(CP_UTF8, 0, utf8, -1, text, size);
    return text;
}

static char *narrow(const wchar_t *text) {
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *utf8 = memory_resize(NULL, size > 0 ? (size_t)size : 1, 1);
    utf8[0] = 0;
    WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, size, NULL, NULL);
    return utf8;
}

/* With this prefix, paths can be long, and Windows does not replace '/' by '\\'. */
static const wchar_t long_prefix[] = L"\\\\?\\", long_network_prefix[] = L"\\\\?\\UNC\\";

static bool has_prefix(const wchar_t *path, const wchar_t *prefix) {
    return wcsncmp(path, prefix, wcslen(prefix)) == 0;
}

static void replace_letter(wchar_t *text, wchar_t old, wchar_t new) {
    for (wchar_t *at = text; *at; at++) {
        *at = *at == old ? new : *at;
    }
}

/* Returns the absolute path without links being resolved. */
static wchar_t *full_path(const wchar_t *given) {
    DWORD size = GetFullPathNameW(given, 0, NULL, NULL);
    wchar_t *full = memory_resize(NULL, (size_t)size + 1, sizeof *full);
    full[0] = 0;
    GetFullPathNameW(given, size, full, NULL);
    return full;
}

/* The longest path of Windows, with its end. */
enum { LONGEST_PATH = 32768 };

/* Converts a path to UTF-16, without allocating memory. A path that is too long becomes absolute,
 * with the prefix that permits it. The path of a folder must be shorter than that of a file. */
static bool to_wide_path(const char *path, wchar_t out[LONGEST_PATH]) {
    enum { MAX_SIZE = MAX_PATH - 12, PREFIX_SIZE = sizeof long_network_prefix / sizeof(wchar_t) };
    wchar_t full[LONGEST_PATH];
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path[0] ? path : ".", -1, out,
                            LONGEST_PATH) <= 0) {
        return false;
    }
    if (has_prefix(out, long_prefix)) {
        replace_letter(out, L'/', L'\\');
    }
    DWORD size = GetFullPathNameW(out, LONGEST_PATH, full, NULL);
    bool is_network = has_prefix(full, L"\\\\");
    bool is_device = is_network && (full[2] == L'?' || full[2] == L'.');
    if (size < MAX_SIZE || is_device) {
        return true;
    }
    if (size >= LONGEST_PATH - PREFIX_SIZE) {
        return false;
    }
    wcscpy(out, is_network ? long_network_prefix : long_prefix);
    wcscat(out, full + (is_network ? 2 : 0));
    return true;
}

/* The same as a new text; NULL when that is impossible. */
static wchar_t *wide_path(const char *path) {
    wchar_t found[LONGEST_PATH];
    if (!to_wide_path(path, found)) {
        return NULL;
    }
    wchar_t *copy = memory_resize(NULL, wcslen(found) + 1, sizeof *copy);
    wcscpy(copy, found);
    return copy;
}

static int last_error(void) {
    int error = (int)GetLastError();
    return error != 0 ? error : ERROR_INVALID_FUNCTION;
}

/* --- interruption ----------------------------------------------------------------------------- */

static void (*clean_up)(void);
static volatile LONG watches_interrupts, interruption;

/* Windows calls this in a thread of its own. A window that is closed ends the process in any case.
 */
static BOOL WINAPI interrupt(DWORD event) {
    bool is_first = InterlockedExchange(&interruption, 1) == 0;
    if (watches_interrupts && is_first && (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT)) {
        return TRUE;
    }
    clean_up();
    return FALSE; /* continue with the default action */
}

void platform_watch_interrupts(void) {
    InterlockedExchange(&watches_interrupts, 1);
}

bool platform_interrupted(void) {
    return interruption != 0;
}

void platform_end_interrupted(void) {
    if (interruption != 0) {
        ExitProcess(0xC000013A); /* STATUS_CONTROL_C_EXIT */
    }
}

void platform_start(int *argc, char ***argv, void (*clean)(void)) {
    clean_up = clean;
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCtrlHandler(interrupt, TRUE);
    /* Not the arguments of main(), in which the C runtime may have expanded wildcards. */
    int count = 0;
    wchar_t **arguments = CommandLineToArgvW(GetCommandLineW(), &count);
    if (!arguments) {
        return;
    }
    char **utf8 = memory_resize(NULL, (size_t)count + 1, sizeof *utf8);
    for (int i = 0; i < count; i++) {
        utf8[i] = narrow(arguments[i]);
    }
    utf8[count] = NULL;
    LocalFree(arguments);
    *argc = count;
    *argv = utf8;
}

const char *platform_explain(int error) {
    static _Thread_local char text[512];
    wchar_t message[256];
    DWORD size = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                (DWORD)error, 0, message, 255, NULL);
    while (size > 0 && (message[size - 1] <= L' ' || message[size - 1] == L'.')) {
        size--;
    }
    message[size] = 0;
    if (size == 0 ||
        WideCharToMultiByte(CP_UTF8, 0, message, -1, text, sizeof text, NULL, NULL) <= 0) {
        snprintf(text, sizeof text, "system error %d", error);
    }
    return text;
}

bool platform_is_missing(int error) {
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ||
           error == ERROR_INVALID_NAME;
}

bool platform_is_taken(int error) {
    return error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS;
}

bool platform_is_full(int error) {
    return error == ERROR_DISK_FULL || error == ERROR_HANDLE_DISK_FULL;
}

bool platform_is_unread(int error) {
    return error == ERROR_BROKEN_PIPE || error == ERROR_NO_DATA ||
           error == ERROR_PIPE_NOT_CONNECTED;
}

platform_file platform_stream(int which) {
    static const DWORD numbers[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    return (platform_file){(intptr_t)GetStdHandle(numbers[which])};
}

static int open_file(const char *path, DWORD access, DWORD how, DWORD flags, platform_file *out) {
    wchar_t name[LONGEST_PATH];
    if (!to_wide_path(path, name)) {
        return ERROR_INVALID_NAME;
    }
    HANDLE handle =
        CreateFileW(name, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                    flags, NULL);
    int error = handle == INVALID_HANDLE_VALUE ? last_error() : 0;
    out->handle = (intptr_t)handle;
    return error;
}

int platform_open(const char *path, platform_file *out) {
    /* The backup flag permits folders, so that platform_look() can recognise them. */
    return open_file(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out);
}

int platform_open_device(const char *path, platform_file *out) {
    return open_file(path, GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, out);
}

int platform_create(const char *path, platform_file *out) {
    return open_file(path, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, out);
}

/* Since 2012, limited to the years for which this is possible. */
static int64_t nanoseconds(uint64_t ticks) {
    const uint64_t start = 130000000000000000, range = INT64_MAX / 100;
    uint64_t limited = ticks < start - range   ? start - range
                       : ticks > start + range ? start + range
                                               : ticks;
    return ((int64_t)limited - (int64_t)start) * 100;
}

int platform_look_at(platform_file file, platform_info *out) {
    HANDLE handle = (HANDLE)file.handle;
    FILE_STANDARD_INFO standard;
    FILE_BASIC_INFO basic = {.FileAttributes = FILE_ATTRIBUTE_NORMAL};
    *out = (platform_info){.kind = PLATFORM_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        return 0;
    }
    if (!GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard)) {
        return last_error();
    }
    /* Attributes are not available for every redirected file: then the default is used. */
    (void)GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic);
    out->kind = standard.Directory ? PLATFORM_FOLDER : PLATFORM_FILE;
    out->size = (uint64_t)standard.EndOfFile.QuadPart;
    out->mode = basic.FileAttributes;
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    uint64_t ticks = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime;
    uint64_t written = (uint64_t)basic.LastWriteTime.QuadPart; /* 0 = unknown */
    out->age_s = written > 0 ? ((double)ticks - (double)written) * 1e-7 : 0;
    out->modified_ns = nanoseconds(written);
    return 0;
}

int platform_look(const char *path, platform_info *out) {
    platform_file file;
    int error =
        open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, &file);
    if (error == 0) {
        error = platform_look_at(file, out);
        CloseHandle((HANDLE)file.handle);
    }
    return error;
}

static DWORD portion(size_t size) {
    return size < (1U << 30) ? (DWORD)size : 1U << 30;
}

int platform_read(platform_file file, void *to, size_t size, size_t *out_size) {
    DWORD got = 0;
    BOOL done = ReadFile((HANDLE)file.handle, to, portion(size), &got, NULL);
    *out_size = done ? got : 0;
    /* The writer of the pipe has closed it: end of file. */
    return done || GetLastError() == ERROR_BROKEN_PIPE ? 0 : last_error();
}

int platform_read_at(platform_file file, uint64_t offset, void *to, size_t size, size_t *out_size) {
    DWORD got = 0;
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    BOOL done = ReadFile((HANDLE)file.handle, to, portion(size), &got, &place);
    *out_size = done ? got : 0;
    return done || GetLastError() == ERROR_HANDLE_EOF ? 0 : last_error();
}

int platform_write(platform_file file, const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        DWORD done = 0;
        if (!WriteFile((HANDLE)file.handle, at, portion(size), &done, NULL)) {
            return last_error();
        }
        at += done;
        size -= done;
    }
    return 0;
}

int platform_sync(platform_file file) {
    return FlushFileBuffers((HANDLE)file.handle) ? 0 : last_error();
}

int platform_close(platform_file file) {
    return CloseHandle((HANDLE)file.handle) ? 0 : last_error();
}

void platform_keep_mode(platform_file file, const platform_info *old) {
    FILE_BASIC_INFO info = {.FileAttributes = old->mode & ~(DWORD)FILE_ATTRIBUTE_READONLY};
    SetFileInformationByHandle((HANDLE)file.handle, FileBasicInfo, &info, sizeof info);
}

int platform_rename(const char *from, const char *to, bool replace) {
    wchar_t wide_from[LONGEST_PATH], wide_to[LONGEST_PATH];
    DWORD flags = MOVEFILE_WRITE_THROUGH | (replace ? MOVEFILE_REPLACE_EXISTING : 0U);
    if (!to_wide_path(from, wide_from) || !to_wide_path(to, wide_to)) {
        return ERROR_INVALID_NAME;
    }
    return MoveFileExW(wide_from, wide_to, flags) ? 0 : last_error();
}

int platform_link(const char *from, const char *to) {
    wchar_t wide_from[LONGEST_PATH], wide_to[LONGEST_PATH];
    if (!to_wide_path(from, wide_from) || !to_wide_path(to, wide_to)) {
        return ERROR_INVALID_NAME;
    }
    return CreateHardLinkW(wide_to, wide_from, NULL) ? 0 : last_error();
}

int platform_remove(const char *path) {
    wchar_t name[LONGEST_PATH];
    return !to_wide_path(path, name) ? ERROR_INVALID_NAME : DeleteFileW(name) ? 0 : last_error();
}

void platform_remove_folder(const char *path) {
    wchar_t *name = wide_path(path);
    if (name) {
        RemoveDirectoryW(name);
    }
    free(name);
}

int platform_make_folder(const char *path) {
    wchar_t *name = wide_path(path);
    int error = CreateDirectoryW(name, NULL) ? 0 : last_error();
    free(name);
    return error;
}

void platform_sync_folder(const char *folder) {
    (void)folder; /* done by MOVEFILE_WRITE_THROUGH */
}

int platform_program(char **out_path) {
    DWORD capacity = MAX_PATH, size = 0;
    wchar_t *path = NULL;
    do { /* a path that is too long is cut off to the capacity */
        capacity *= 2;
        path = memory_resize(path, capacity, sizeof *path);
        size = GetModuleFileNameW(NULL, path, capacity);
    } while (size == capacity);
    int error = size > 0 ? 0 : last_error();
    if (error == 0) {
        replace_letter(path, L'\\', L'/'); /* as in the paths that path_join() makes */
    }
    *out_path = error == 0 ? narrow(path) : NULL;
    free(path);
    return error;
}

char *platform_environment(const char *name) {
    wchar_t *wide_name = wide(name);
    const wchar_t *value = wide_name ? _wgetenv(wide_name) : NULL;
    char *utf8 = value ? narrow(value) : NULL;
    free(wide_name);
    return utf8;
}

static bool get_identity(const char *path, BY_HANDLE_FILE_INFORMATION *out) {
    platform_file file;
    if (open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, &file) !=
        0) {
        return false;
    }
    bool is_known = GetFileInformationByHandle((HANDLE)file.handle, out) &&
                    (out->nFileIndexHigh != 0 || out->nFileIndexLow != 0);
    CloseHandle((HANDLE)file.handle);
    return is_known;
}

bool platform_is_same(const char *a, const char *b) {
    BY_HANDLE_FILE_INFORMATION first, second;
    return get_identity(a, &first) && get_identity(b, &second) &&
           first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
           first.nFileIndexHigh == second.nFileIndexHigh &&
           first.nFileIndexLow == second.nFileIndexLow;
}

int platform_absolute(const char *folder, char **out_path) {
    wchar_t *given = wide(folder[0] ? folder : ".");
    wchar_t *full = given ? full_path(given) : NULL;
    int error = full && full[0] ? 0 : ERROR_INVALID_NAME;
    if (error == 0) {
        bool is_network = has_prefix(full, long_network_prefix);
        wchar_t *start = full + (is_network                      ? wcslen(long_network_prefix) - 2
                                 : has_prefix(full, long_prefix) ? wcslen(long_prefix)
                                                                 : 0);
        start[0] = is_network ? L'\\' : start[0];
        replace_letter(start, L'\\', L'/'); /* as in the paths that path_join() makes */
        *out_path = narrow(start);
    } else {
        *out_path = NULL;
    }
    free(full);
    free(given);
    return error;
}

int platform_resolve(const char *path, char **out_path) {
    platform_file file;
    *out_path = NULL;
    int error =
        open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, &file);
    if (error != 0) {
        return error;
    }
    HANDLE handle = (HANDLE)file.handle;
    DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *target = memory_resize(NULL, (size_t)size + 1, sizeof *target);
    bool is_known = size > 0 && GetFinalPathNameByHandleW(handle, target, size + 1, 0) > 0;
    error = is_known ? 0 : last_error();
    *out_path = is_known ? narrow(target) : NULL;
    free(target);
    CloseHandle(handle);
    return error;
}

int platform_follow(const char *path, char **out_path) {
    wchar_t *name = wide_path(path);
    DWORD attributes = name ? GetFileAttributesW(name) : INVALID_FILE_ATTRIBUTES;
    bool is_link =
        attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    free(name);
    *out_path = NULL;
    if (!is_link) {
        *out_path = text_copy(path);
        return 0;
    }
    return platform_resolve(path, out_path);
}

static platform_kind kind_of_entry(const WIN32_FIND_DATAW *entry) {
    return entry->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT ? PLATFORM_LINK
           : entry->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY   ? PLATFORM_FOLDER
                                                                  : PLATFORM_FILE;
}

int platform_list(const char *folder,
                  void (*visit)(void *user, const char *name, platform_kind kind), void *user) {
    size_t size = strlen(folder);
    bool is_closed = size == 0 || platform_is_separator(folder[size - 1]);
    char *pattern = text_format(is_closed ? "%s*" : "%s\\*", folder);
    wchar_t *name = wide_path(pattern);
    WIN32_FIND_DATAW entry;
    HANDLE search = name ? FindFirstFileW(name, &entry) : INVALID_HANDLE_VALUE;
    int error = search == INVALID_HANDLE_VALUE ? last_error() : 0;
    free(name);
    free(pattern);
    if (error != 0) {
        return error == ERROR_FILE_NOT_FOUND ? 0 : error;
    }
    do {
        if (wcscmp(entry.cFileName, L".") != 0 && wcscmp(entry.cFileName, L"..") != 0) {
            char *utf8 = narrow(entry.cFileName);
            visit(user, utf8, kind_of_entry(&entry));
            free(utf8);
        }
    } while (FindNextFileW(search, &entry));
    error = GetLastError() == ERROR_NO_MORE_FILES ? 0 : last_error();
    FindClose(search);
    return error;
}

char *platform_fold_case(const char *name) {
    wchar_t *given = wide(name);
    int size = given ? (int)wcslen(given) + 1 : 0;
    wchar_t *lower = memory_resize(NULL, (size_t)size, sizeof *lower);
    int done = given ? LCMapStringEx(LOCALE_NAME_INVARIANT, LCMAP_LOWERCASE, given, size, lower,
                                     size, NULL, NULL, 0)
                     : 0;
    char *folded = done > 0 ? narrow(lower) : text_copy(name);
    free(lower);
    free(given);
    return folded;
}

/* True for a console that supports colours, which are off by default and enabled here. */
bool platform_is_terminal(int which) {
    HANDLE handle = (HANDLE)platform_stream(which).handle;
    DWORD mode;
    if (!GetConsoleMode(handle, &mode)) {
        return false;
    }
    return SetConsoleMode(handle, mode | 0x0004 /* virtual terminal */) != 0;
}

/* A shell that starts a program is in the same console, and so is the cmd of a batch file. */
bool platform_owns_window(void) {
    DWORD mode;
    DWORD processes[2];
    for (int i = PLATFORM_STDIN; i <= PLATFORM_STDERR; i++) {
        if (!GetConsoleMode((HANDLE)platform_stream(i).handle, &mode)) {
            return false;
        }
    }
    return GetConsoleProcessList(processes, 2) == 1;
}

void platform_hold_window(void) {
    if (platform_owns_window()) {
        fputs("\nPress any key to close this window.", stderr);
        FlushConsoleInputBuffer((HANDLE)platform_stream(PLATFORM_STDIN).handle);
        (void)_getwch();
    }
}

double platform_seconds(void) {
    LARGE_INTEGER now;
    LARGE_INTEGER rate;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&rate);
    return (double)now.QuadPart / (double)rate.QuadPart;
}

uint32_t platform_process(void) {
    return (uint32_t)GetCurrentProcessId();
}

bool platform_is_running(uint32_t process) {
    HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process);
    if (!handle) {
        return GetLastError() != ERROR_INVALID_PARAMETER;
    }
    DWORD code = 0;
    bool has_ended = GetExitCodeProcess(handle, &code) && code != STILL_ACTIVE;
    CloseHandle(handle);
    return !has_ended;
}

#else
typedef int platform_windows_is_empty;
#endif
