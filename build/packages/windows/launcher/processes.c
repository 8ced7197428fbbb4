#include "processes.h"
#include <tlhelp32.h>

typedef void (*Visit)(DWORD id, HANDLE process, void *context);

static bool program_of(HANDLE process, wchar_t *out)
{
    static Path path;
    DWORD length = MAX_LONG_PATH;
    if (!QueryFullProcessImageNameW(process, 0, path, &length)) return false;
    if (!resolve_path(path, out)) wcscpy(out, path);
    return true;
}

static void visit_processes(const wchar_t *directory, DWORD rights, Visit visit, void *context)
{
    static Path resolved, program;
    PROCESSENTRY32W entry = {.dwSize = sizeof entry};
    if (!resolve_path(directory, resolved)) wcscpy(resolved, directory);
    HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (list == INVALID_HANDLE_VALUE) return;
    for (BOOL found = Process32FirstW(list, &entry); found; found = Process32NextW(list, &entry)) {
        if (entry.th32ProcessID == GetCurrentProcessId()) continue;
        /* Processes of other users cannot be opened. */
        HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | rights, FALSE, entry.th32ProcessID);
        if (process == NULL) continue;
        if (program_of(process, program) && is_within(resolved, program)) visit(entry.th32ProcessID, process, context);
        CloseHandle(process);
    }
    CloseHandle(list);
}

static void count_one(DWORD id, HANDLE process, void *context)
{
    (void)id, (void)process;
    ++*(int *)context;
}

static void end_one(DWORD id, HANDLE process, void *context)
{
    (void)id, (void)context;
    /* The files of a process stay locked until its end. */
    if (TerminateProcess(process, 1)) WaitForSingleObject(process, 5000);
}

#define MAX_ASKED 256

/* Processes on consoles that already got Ctrl+C: a second one would end them without an orderly stop. */
struct asked {
    DWORD ids[MAX_ASKED];
    DWORD count;
};

static bool was_asked(const struct asked *asked, DWORD id)
{
    for (DWORD i = 0; i < asked->count; i++)
        if (asked->ids[i] == id) return true;
    return false;
}

static void ask_one(DWORD id, HANDLE process, void *context)
{
    struct asked *asked = context;
    (void)process;
    if (was_asked(asked, id) || !AttachConsole(id)) return;
    DWORD room = MAX_ASKED - asked->count;
    DWORD count = GetConsoleProcessList(asked->ids + asked->count, room);
    if (count > 0 && count <= room) {
        asked->count += count;
        /* This process is on the same console, and must ignore the signal. */
        SetConsoleCtrlHandler(NULL, TRUE);
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    }
    FreeConsole();
}

int count_processes(const wchar_t *directory)
{
    int count = 0;
    visit_processes(directory, 0, count_one, &count);
    return count;
}

void end_processes(const wchar_t *directory)
{
    visit_processes(directory, PROCESS_TERMINATE | SYNCHRONIZE, end_one, NULL);
}

void ask_to_close(const wchar_t *directory)
{
    static struct asked asked;
    asked.count = 0;
    FreeConsole();
    visit_processes(directory, 0, ask_one, &asked);
}
