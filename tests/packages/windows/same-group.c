/*
 * Starts a program, waits until it has written a line, runs another and returns its exit code: same-group FILE TEXT
 * FIRST SECOND. Both are of one group: Windows sends Ctrl+C to a whole console, and Wine to the sender's group of it.
 */
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

static BOOL start(wchar_t *line, PROCESS_INFORMATION *started)
{
    STARTUPINFOW info = {.cb = sizeof info};
    return CreateProcessW(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &info, started);
}

static BOOL has_text(const wchar_t *path, const char *text)
{
    static char bytes[65536];
    FILE *file = _wfopen(path, L"rb");
    if (file == NULL) return FALSE;
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    for (size_t i = 0; i + strlen(text) <= length; i++)
        if (memcmp(bytes + i, text, strlen(text)) == 0) return TRUE;
    return FALSE;
}

int wmain(int count, wchar_t **words)
{
    PROCESS_INFORMATION first, second;
    char text[256];
    DWORD code = 99;
    if (count != 5) return 98;
    WideCharToMultiByte(CP_UTF8, 0, words[2], -1, text, sizeof text, NULL, NULL);
    if (!start(words[3], &first)) return 97;
    for (int i = 0; i < 600 && !has_text(words[1], text); i++) Sleep(100);
    if (!start(words[4], &second)) return 96;
    WaitForSingleObject(second.hProcess, 300000);
    GetExitCodeProcess(second.hProcess, &code);
    return (int)code;
}
