#include "remove-tree.h"
#include <stdlib.h>

bool is_own_directory(const wchar_t *path)
{
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
           (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
}

static bool remove_entry(wchar_t *path);

/* path: a buffer of MAX_LONG_PATH characters. It has its first value again at the end. */
static bool remove_entries(wchar_t *path)
{
    WIN32_FIND_DATAW found;
    size_t length = wcslen(path);
    bool is_done = true;
    if (!join_path(path, path, L"*")) return false;
    HANDLE search = FindFirstFileW(path, &found);
    path[length] = L'\0';
    if (search == INVALID_HANDLE_VALUE) return false;
    do {
        if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0) continue;
        is_done = join_path(path, path, found.cFileName) && remove_entry(path) && is_done;
        path[length] = L'\0';
    } while (FindNextFileW(search, &found));
    FindClose(search);
    return is_done;
}

static bool remove_entry(wchar_t *path)
{
    DWORD attributes = GetFileAttributesW(path);
    if (attributes == INVALID_FILE_ATTRIBUTES) return true;
    if (attributes & FILE_ATTRIBUTE_READONLY) SetFileAttributesW(path, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY);
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0) return DeleteFileW(path);
    if (is_own_directory(path) && !remove_entries(path)) return false;
    return RemoveDirectoryW(path);
}

bool remove_tree(const wchar_t *path)
{
    wchar_t *buffer = malloc(sizeof(Path));
    if (buffer == NULL || wcslen(path) >= MAX_LONG_PATH - 8) return false;
    /* This prefix allows names of any length. */
    wcscpy(buffer, wcsncmp(path, L"\\\\", 2) == 0 ? L"" : L"\\\\?\\");
    wcscat(buffer, path);
    bool is_done = remove_entry(buffer);
    free(buffer);
    return is_done;
}
