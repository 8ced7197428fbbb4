#include "command-line.h"
#include "installation.h"
#include "processes.h"
#include "program.h"
#include "texts.h"
#include <stdio.h>

/* Starts the version that `current` names (docs/packages.md). */

/* Time in which a version on trial must remove `trial`. VENTANILLA_TRIAL_SECONDS overrides this. */
#define TRIAL_SECONDS 60
/* Exit code of a program that handed over to a running instance. The trial of its version is undecided. */
#define HANDED_OVER 75
/* An end within this time counts as a failed start, and a window shows it. */
#define START_MS 20000
#define LOOK_MS 50

static int show(const wchar_t *text)
{
    MessageBoxW(NULL, text, TEXT_TITLE, MB_OK | MB_ICONERROR | MB_SETFOREGROUND);
    return 1;
}

static int show_cannot_start(void)
{
    wchar_t text[512];
    _snwprintf(text, 511, TEXT_CANNOT_START, GetLastError());
    text[511] = L'\0';
    return show(text);
}

/* Shows the program's error output, because there is no console. */
static int show_end(struct program *program, DWORD code)
{
    static wchar_t words[MAX_WORDS], text[MAX_WORDS + 64];
    const char *said = program->said;
    /* The output may begin in the middle of a character or a line. */
    if (program->said_length == MAX_WORDS - 1 && strchr(said, '\n') != NULL) said = strchr(said, '\n') + 1;
    MultiByteToWideChar(CP_UTF8, 0, said, -1, words, MAX_WORDS - 1);
    wcscpy(text, TEXT_ENDED);
    if (words[0] != L'\0') wcscat(wcscat(text, L"\n\n"), words);
    show(text);
    return (int)code;
}

static int run(const wchar_t *root, const wchar_t *version, const wchar_t *option, const wchar_t *arguments)
{
    static struct program program;
    if (!start_version(root, version, option, arguments, &program)) return show_cannot_start();
    bool has_ended = false;
    for (int waited = 0; !has_ended && waited < START_MS; waited += LOOK_MS) has_ended = wait_for_end(&program, LOOK_MS);
    DWORD code = has_ended ? exit_code_of(&program) : 0;
    int result = code == 0 ? 0 : show_end(&program, code);
    let_go(&program);
    return result;
}

/* Rolls back to the previous version, permanently. */
static int undo(const wchar_t *root, const wchar_t *version, const wchar_t *arguments)
{
    static Path directory;
    static Version previous;
    wchar_t option[MAX_VERSION + 32] = L"--update-undone=";
    if (join_path(directory, root, L"versions") && join_path(directory, directory, version)) end_processes(directory);
    if (!read_version(root, L"previous", previous) || !is_complete(root, previous)) return show(TEXT_INCOMPLETE);
    if (!write_current(root, previous)) return show_cannot_start();
    remove_trial(root);
    return run(root, previous, wcscat(option, version), arguments);
}

static ULONGLONG trial_milliseconds(void)
{
    wchar_t text[16];
    DWORD length = GetEnvironmentVariableW(L"VENTANILLA_TRIAL_SECONDS", text, 16);
    int seconds = length > 0 && length < 16 ? _wtoi(text) : 0;
    return (ULONGLONG)(seconds > 0 ? seconds : TRIAL_SECONDS) * 1000;
}

/* Between two checks, a working version may already install the next one, which has its own `trial`. */
static bool is_undecided(const wchar_t *root, const wchar_t *version)
{
    static Version tried, current;
    if (!read_version(root, L"trial", tried) || wcscmp(tried, version) != 0) return false;
    return read_version(root, L"current", current) && wcscmp(current, version) == 0;
}

static int run_on_trial(const wchar_t *root, const wchar_t *version, const wchar_t *arguments)
{
    static struct program program;
    /* Allows HANDED_OVER as the exit code of an instance that hands over. */
    SetEnvironmentVariableW(L"VENTANILLA_TRIAL", L"1");
    bool is_started = start_version(root, version, NULL, arguments, &program);
    SetEnvironmentVariableW(L"VENTANILLA_TRIAL", NULL);
    if (!is_started) return undo(root, version, arguments);
    ULONGLONG end = GetTickCount64() + trial_milliseconds();
    bool has_ended = false;
    while (!has_ended && is_undecided(root, version) && GetTickCount64() < end)
        has_ended = wait_for_end(&program, LOOK_MS);
    bool is_unknown = has_ended && exit_code_of(&program) == HANDED_OVER;
    let_go(&program);
    /*
     * The program may have removed `trial` and ended since the last check. The end of the session is no failure of
     * the version.
     */
    if (!is_undecided(root, version) || is_unknown || GetSystemMetrics(SM_SHUTTINGDOWN)) return 0;
    return undo(root, version, arguments);
}

/*
 * True if `trial` names the version. If `trial` names another version, a swap or a rollback was interrupted, and the
 * application completes it. Without a different previous version no rollback is possible.
 */
static bool is_on_trial(const wchar_t *root, const wchar_t *version)
{
    static Version tried, previous;
    if (!read_version(root, L"trial", tried) || wcscmp(tried, version) != 0) return false;
    return read_version(root, L"previous", previous) && wcscmp(previous, version) != 0 && is_complete(root, previous);
}

/* Only one launcher judges a trial: a second start hands over to the first and ends while `trial` still exists. */
static bool is_judge(const wchar_t *root)
{
    wchar_t name[64];
    unsigned hash = 2166136261u;
    for (const wchar_t *at = root; *at; at++) hash = (hash ^ (unsigned)towlower(*at)) * 16777619u;
    _snwprintf(name, 64, L"Local\\Ventanilla-trial-%08x", hash);
    return CreateMutexW(NULL, TRUE, name) != NULL && GetLastError() != ERROR_ALREADY_EXISTS;
}

/* During a repair the installer renames the version for a moment. */
static bool choose_version(const wchar_t *root, wchar_t *version)
{
    if (!read_version(root, L"current", version)) return read_version(root, L"previous", version) && is_complete(root, version);
    if (is_complete(root, version)) return true;
    if (wcslen(version) + 4 < MAX_VERSION && is_complete(root, wcscat(version, L".old"))) return true;
    return read_version(root, L"previous", version) && is_complete(root, version);
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, LPWSTR line, int shown)
{
    static Path root;
    static Version version;
    (void)instance, (void)before, (void)line, (void)shown;
    /* Load libraries only from the system, never from the directory of the program or of the user. */
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
    const wchar_t *arguments = arguments_of(GetCommandLineW());
    if (!find_installation(root) || !choose_version(root, version)) return show(TEXT_INCOMPLETE);
    if (is_on_trial(root, version) && is_judge(root)) return run_on_trial(root, version, arguments);
    return run(root, version, NULL, arguments);
}
