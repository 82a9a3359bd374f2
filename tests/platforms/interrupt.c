/* interrupt FILE COMMAND: runs COMMAND in this console, presses Ctrl-C in it when FILE exists, and
 * ends with 0 if the command then ends as programs do that are interrupted. For Windows. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdio.h>

#define INTERRUPTED 0xC000013AU /* STATUS_CONTROL_C_EXIT */

static int fail(const char *what) {
    fprintf(stderr, "interrupt: %s failed: error %lu\n", what, GetLastError());
    return 1;
}

static BOOL WINAPI ignore(DWORD event) {
    return event == CTRL_C_EVENT;
}

int main(int argc, char **argv) {
    enum { STEP_MS = 10, MAX_STEPS = 6000 };
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION child;
    DWORD code;
    if (argc != 3) {
        fputs("usage: interrupt FILE COMMAND\n", stderr);
        return 2;
    }
    if (!CreateProcessA(NULL, argv[2], NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child)) {
        return fail("CreateProcess");
    }
    for (int i = 0; i < MAX_STEPS && GetFileAttributesA(argv[1]) == INVALID_FILE_ATTRIBUTES; i++) {
        Sleep(STEP_MS);
    }
    if (!SetConsoleCtrlHandler(ignore, TRUE) || !GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) {
        TerminateProcess(child.hProcess, 1);
        return fail("GenerateConsoleCtrlEvent");
    }
    WaitForSingleObject(child.hProcess, INFINITE);
    if (!GetExitCodeProcess(child.hProcess, &code) || code != INTERRUPTED) {
        fprintf(stderr, "interrupt: the command ended with %lu\n", code);
        return 1;
    }
    return 0;
}
