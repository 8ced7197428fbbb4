#include "program.h"
#include "command-line.h"
#include <string.h>

static bool write_line(wchar_t *line, const wchar_t *root, const wchar_t *version, const wchar_t *option,
                       const wchar_t *arguments)
{
    static Path script;
    static Path node;
    wchar_t options[512];
    line[0] = L'\0';
    read_node_options(root, version, options, 512);
    return node_path(root, version, node) && script_path(root, version, script) && append_argument(line, node) &&
           append_raw(line, options) && append_argument(line, script) && (option == NULL || append_argument(line, option)) &&
           append_raw(line, arguments);
}

/* Windows cannot remove the working directory of a process. Replaces a directory of the installation by the user's. */
static const wchar_t *working_directory(const wchar_t *root)
{
    static Path current, resolved, home;
    DWORD length = GetCurrentDirectoryW(MAX_LONG_PATH, current);
    if (length == 0 || length >= MAX_LONG_PATH || !resolve_path(current, resolved)) return NULL;
    if (!is_within(root, resolved)) return NULL;
    length = GetEnvironmentVariableW(L"USERPROFILE", home, MAX_LONG_PATH);
    return length > 0 && length < MAX_LONG_PATH ? home : NULL;
}

static bool create(const wchar_t *root, const wchar_t *version, wchar_t *line, HANDLE nothing, HANDLE words,
                   HANDLE *process)
{
    static Path node;
    SIZE_T size = 0;
    HANDLE inherited[] = {nothing, words};
    PROCESS_INFORMATION started = {0};
    STARTUPINFOEXW info = {.StartupInfo = {.cb = sizeof info, .dwFlags = STARTF_USESTDHANDLES}};
    info.StartupInfo.hStdInput = info.StartupInfo.hStdOutput = nothing;
    info.StartupInfo.hStdError = words;
    if (!node_path(root, version, node)) return false;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    info.lpAttributeList = HeapAlloc(GetProcessHeap(), 0, size);
    if (info.lpAttributeList == NULL) return false;
    /* The program inherits no other handle of this process. */
    bool is_created = InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &size) &&
        UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited,
                                  sizeof inherited, NULL, NULL) &&
        CreateProcessW(node, line, NULL, NULL, TRUE, CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, NULL,
                       working_directory(root), &info.StartupInfo, &started);
    HeapFree(GetProcessHeap(), 0, info.lpAttributeList);
    if (!is_created) return false;
    CloseHandle(started.hThread);
    *process = started.hProcess;
    return true;
}

bool start_version(const wchar_t *root, const wchar_t *version, const wchar_t *option, const wchar_t *arguments,
                   struct program *program)
{
    static wchar_t line[MAX_COMMAND_LINE];
    SECURITY_ATTRIBUTES inheritable = {.nLength = sizeof inheritable, .bInheritHandle = TRUE};
    HANDLE theirs = NULL;
    memset(program, 0, sizeof *program);
    if (!write_line(line, root, version, option, arguments)) return false;
    if (!CreatePipe(&program->words, &theirs, &inheritable, MAX_WORDS)) return false;
    SetHandleInformation(program->words, HANDLE_FLAG_INHERIT, 0);
    HANDLE nothing = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inheritable,
                                 OPEN_EXISTING, 0, NULL);
    bool is_started = nothing != INVALID_HANDLE_VALUE &&
        create(root, version, line, nothing, theirs, &program->process);
    if (nothing != INVALID_HANDLE_VALUE) CloseHandle(nothing);
    CloseHandle(theirs);
    if (!is_started) CloseHandle(program->words);
    return is_started;
}

void hear(struct program *program)
{
    DWORD available = 0, length = 0;
    char piece[1024];
    while (PeekNamedPipe(program->words, NULL, 0, NULL, &available, NULL) && available > 0) {
        if (!ReadFile(program->words, piece, available < sizeof piece ? available : sizeof piece, &length, NULL)) return;
        size_t over = program->said_length + length;
        over = over >= MAX_WORDS ? over - (MAX_WORDS - 1) : 0;
        memmove(program->said, program->said + over, program->said_length - over);
        program->said_length -= over;
        memcpy(program->said + program->said_length, piece, length);
        program->said_length += length;
        program->said[program->said_length] = '\0';
    }
}

bool wait_for_end(struct program *program, DWORD milliseconds)
{
    bool has_ended = WaitForSingleObject(program->process, milliseconds) == WAIT_OBJECT_0;
    hear(program);
    return has_ended;
}

DWORD exit_code_of(struct program *program)
{
    DWORD code = 1;
    GetExitCodeProcess(program->process, &code);
    return code;
}

void let_go(struct program *program)
{
    CloseHandle(program->words);
    CloseHandle(program->process);
}
