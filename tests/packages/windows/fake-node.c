/*
 * Stands for node.exe of a version: starts in no time, and shows what it was started with. The words of its script say
 * what it does: pass (removes `trial`), swap (puts version 3.0.0 in place, on trial), wait (until Ctrl+C), stubborn (ignores it), exit=N, say=TEXT. It writes its
 * arguments to the file that VENTANILLA_RECORD names.
 */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static void record(const wchar_t *kind, const wchar_t *text)
{
    char bytes[65536];
    wchar_t path[4096];
    DWORD written;
    if (GetEnvironmentVariableW(L"VENTANILLA_RECORD", path, 4096) == 0) return;
    HANDLE file = CreateFileW(path, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, 0, NULL);
    WideCharToMultiByte(CP_UTF8, 0, kind, -1, bytes, sizeof bytes, NULL, NULL);
    WriteFile(file, bytes, (DWORD)strlen(bytes), &written, NULL);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, NULL, NULL);
    /* With its end, which no argument holds. */
    WriteFile(file, bytes, (DWORD)strlen(bytes) + 1, &written, NULL);
    CloseHandle(file);
}

static void write_line(const wchar_t *root, const wchar_t *name, const char *line)
{
    wchar_t path[4096];
    swprintf(path, 4096, L"%ls\\%ls", root, name);
    FILE *file = _wfopen(path, L"wb");
    fputs(line, file);
    fclose(file);
}

static BOOL WINAPI on_signal(DWORD signal)
{
    record(L"signal ", signal == CTRL_C_EVENT ? L"ctrl-c" : L"other");
    ExitProcess(0);
}

static BOOL WINAPI ignore_signal(DWORD signal)
{
    (void)signal;
    record(L"signal ", L"ignored");
    return TRUE;
}

int wmain(int count, wchar_t **words)
{
    char script[1024] = "", *said;
    wchar_t text[4096], *at;
    int first = 1;
    while (first < count && wcsncmp(words[first], L"--", 2) == 0) first++;
    GetModuleFileNameW(NULL, text, 4096);
    record(L"program ", text);
    GetCurrentDirectoryW(4096, text);
    record(L"directory ", text);
    if (GetEnvironmentVariableW(L"VENTANILLA_TRIAL", text, 4096)) record(L"trial ", text);
    for (int i = 1; i < count; i++) record(i < first ? L"option " : i == first ? L"script " : L"argument ", words[i]);
    FILE *file = first < count ? _wfopen(words[first], L"rb") : NULL;
    if (file == NULL) return 9;
    script[fread(script, 1, sizeof script - 1, file)] = '\0';
    fclose(file);
    GetModuleFileNameW(NULL, text, 4096);
    for (int up = 0; up < 3 && (at = wcsrchr(text, L'\\')) != NULL; up++) *at = L'\0';
    /* At once: a launcher that looks from time to time sees one `trial` and then the other. */
    if (strstr(script, "swap")) {
        write_line(text, L"previous", "2.0.0\n");
        write_line(text, L"trial", "3.0.0\n");
        write_line(text, L"current", "3.0.0\n");
    }
    if (strstr(script, "pass")) DeleteFileW(wcscat(text, L"\\trial"));
    said = strstr(script, "say=");
    if (said != NULL) fprintf(stderr, "%s\n", said + 4);
    fflush(stderr);
    if (strstr(script, "wait")) {
        SetConsoleCtrlHandler(on_signal, TRUE);
        record(L"state ", L"waiting");
        Sleep(300000);
    }
    if (strstr(script, "stubborn")) {
        SetConsoleCtrlHandler(ignore_signal, TRUE);
        record(L"state ", L"waiting");
        Sleep(300000);
    }
    record(L"state ", L"ended");
    return strstr(script, "exit=") ? atoi(strstr(script, "exit=") + 5) : 0;
}
