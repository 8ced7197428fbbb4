#include "installation.h"
#include "processes.h"
#include "remove-tree.h"
/* Included before the headers that declare identifiers, because it makes them define the identifiers. */
#include <initguid.h>
#include <shlobj.h>
#include <shellapi.h>
#include <propvarutil.h>
#include <propkey.h>

/*
 * Commands for the installer, which cannot do these tasks itself:
 *   close DIRECTORY SECONDS               asks its programs to end; exit code 0: none runs, 2: one still runs
 *   shortcut FILE TARGET ID ARGUMENTS     writes a shortcut with an application's identity
 *   replace FROM TO                       renames a file over another, in one step
 *   remove-versions INSTALLATION KEPT...  removes all versions except KEPT, and unfinished copies
 *   remove DIRECTORY                      removes a directory
 * A junction or a link is removed itself, and its target stays.
 */
enum { DONE, NOT_DONE, STILL_RUNS };

static int close_all(const wchar_t *directory, int seconds)
{
    /* Zero seconds: only counts the processes. */
    if (seconds > 0 && count_processes(directory) > 0) ask_to_close(directory);
    ULONGLONG end = GetTickCount64() + (ULONGLONG)seconds * 1000;
    while (count_processes(directory) > 0) {
        if (GetTickCount64() >= end) return STILL_RUNS;
        Sleep(100);
    }
    return DONE;
}

static HRESULT set_identity(IShellLinkW *link, const wchar_t *id)
{
    IPropertyStore *store = NULL;
    PROPVARIANT value;
    HRESULT result = IShellLinkW_QueryInterface(link, &IID_IPropertyStore, (void **)&store);
    if (FAILED(result)) return result;
    value.vt = VT_LPWSTR;
    value.pwszVal = (wchar_t *)id;
    result = IPropertyStore_SetValue(store, &PKEY_AppUserModel_ID, &value);
    if (SUCCEEDED(result)) result = IPropertyStore_Commit(store);
    IPropertyStore_Release(store);
    return result;
}

static HRESULT save(IShellLinkW *link, const wchar_t *file)
{
    IPersistFile *persist = NULL;
    HRESULT result = IShellLinkW_QueryInterface(link, &IID_IPersistFile, (void **)&persist);
    if (FAILED(result)) return result;
    result = IPersistFile_Save(persist, file, TRUE);
    IPersistFile_Release(persist);
    return result;
}

static int write_shortcut(const wchar_t *file, const wchar_t *target, const wchar_t *id, const wchar_t *arguments)
{
    IShellLinkW *link = NULL;
    HRESULT result = CoInitializeEx(NULL, COINIT_APARTMENTTHREADED);
    if (SUCCEEDED(result))
        result = CoCreateInstance(&CLSID_ShellLink, NULL, CLSCTX_INPROC_SERVER, &IID_IShellLinkW, (void **)&link);
    if (FAILED(result)) return NOT_DONE;
    result = IShellLinkW_SetPath(link, target);
    if (SUCCEEDED(result)) result = IShellLinkW_SetArguments(link, arguments);
    if (SUCCEEDED(result)) result = set_identity(link, id);
    if (SUCCEEDED(result)) result = save(link, file);
    IShellLinkW_Release(link);
    return SUCCEEDED(result) ? DONE : NOT_DONE;
}

static bool is_kept(const wchar_t *name, wchar_t **kept, int count)
{
    for (int i = 0; i < count; i++)
        if (CompareStringOrdinal(name, -1, kept[i], -1, TRUE) == CSTR_EQUAL) return true;
    return false;
}

static bool ends_with(const wchar_t *name, const wchar_t *end)
{
    size_t length = wcslen(name), end_length = wcslen(end);
    return length > end_length && wcscmp(name + length - end_length, end) == 0;
}

/* True for a version, an unfinished copy, or a version under replacement. No other directory there is ours. */
static bool is_ours(const wchar_t *directory, const wchar_t *name)
{
    static Path path;
    if (ends_with(name, L".new") || ends_with(name, L".old")) return true;
    return join_path(path, directory, name) && join_path(path, path, L"edition.json") && file_exists(path);
}

static int remove_versions(const wchar_t *root, wchar_t **kept, int count)
{
    static Path versions, pattern, path;
    WIN32_FIND_DATAW found;
    bool is_done = true;
    if (!join_path(versions, root, L"versions") || !is_own_directory(versions)) return DONE;
    if (!join_path(pattern, versions, L"*")) return NOT_DONE;
    HANDLE search = FindFirstFileW(pattern, &found);
    if (search == INVALID_HANDLE_VALUE) return NOT_DONE;
    do {
        const wchar_t *name = found.cFileName;
        if (wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0 || is_kept(name, kept, count)) continue;
        if (!join_path(path, versions, name) || !is_own_directory(path) || !is_ours(versions, name)) continue;
        is_done = remove_tree(path) && is_done;
    } while (FindNextFileW(search, &found));
    FindClose(search);
    return is_done ? DONE : NOT_DONE;
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, LPWSTR line, int shown)
{
    int count = 0;
    (void)instance, (void)before, (void)line, (void)shown;
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    if (words == NULL || count < 3) return NOT_DONE;
    if (wcscmp(words[1], L"remove-versions") == 0) return remove_versions(words[2], words + 3, count - 3);
    if (wcscmp(words[1], L"remove") == 0) return remove_tree(words[2]) ? DONE : NOT_DONE;
    if (count < 4) return NOT_DONE;
    if (wcscmp(words[1], L"close") == 0) return close_all(words[2], _wtoi(words[3]));
    if (wcscmp(words[1], L"replace") == 0)
        return MoveFileExW(words[2], words[3], MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? DONE : NOT_DONE;
    if (wcscmp(words[1], L"shortcut") == 0 && count == 6)
        return write_shortcut(words[2], words[3], words[4], words[5]);
    return NOT_DONE;
}
