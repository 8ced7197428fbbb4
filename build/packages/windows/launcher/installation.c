#include "installation.h"

bool join_path(wchar_t *out, const wchar_t *directory, const wchar_t *name)
{
    size_t length = wcslen(directory);
    if (length + 1 + wcslen(name) >= MAX_LONG_PATH) return false;
    if (out != directory) wcscpy(out, directory);
    if (length > 0 && out[length - 1] != L'\\') wcscat(out, L"\\");
    wcscat(out, name);
    return true;
}

bool find_installation(wchar_t *out)
{
    static Path program, resolved;
    DWORD length = GetModuleFileNameW(NULL, program, MAX_LONG_PATH);
    if (length == 0 || length >= MAX_LONG_PATH) return false;
    if (!resolve_path(program, resolved)) wcscpy(resolved, program);
    wchar_t *slash = wcsrchr(resolved, L'\\');
    if (slash == NULL) return false;
    *slash = L'\0';
    wcscpy(out, resolved);
    return true;
}

bool file_exists(const wchar_t *path)
{
    return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

/* True for the name of one directory. Such a name cannot lead out of versions/. */
static bool is_version(const wchar_t *text)
{
    if (text[0] == L'\0' || text[0] == L'.') return false;
    for (const wchar_t *at = text; *at; at++) {
        bool is_letter = (*at >= L'a' && *at <= L'z') || (*at >= L'A' && *at <= L'Z');
        if (!is_letter && !(*at >= L'0' && *at <= L'9') && wcschr(L".-+_", *at) == NULL) return false;
    }
    return true;
}

/* Reads the first bytes of a file, without blanks at their end. @returns their number; 0 if absent */
static DWORD read_line(const wchar_t *path, char *bytes, DWORD size)
{
    DWORD length = 0;
    DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    HANDLE file = CreateFileW(path, GENERIC_READ, share, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 0;
    if (!ReadFile(file, bytes, size, &length, NULL)) length = 0;
    CloseHandle(file);
    while (length > 0 && strchr("\r\n \t", bytes[length - 1]) != NULL) length--;
    return length;
}

bool read_version(const wchar_t *root, const wchar_t *name, wchar_t *version)
{
    static Path path;
    char bytes[MAX_VERSION];
    if (!join_path(path, root, name)) return false;
    DWORD length = read_line(path, bytes, sizeof bytes - 1);
    if (length == 0) return false;
    for (DWORD i = 0; i < length; i++) version[i] = (unsigned char)bytes[i];
    version[length] = L'\0';
    return is_version(version);
}

bool write_current(const wchar_t *root, const wchar_t *version)
{
    static Path draft, path;
    char line[MAX_VERSION + 1];
    DWORD length = 0, written = 0;
    for (; version[length]; length++) line[length] = (char)version[length];
    line[length++] = '\n';
    if (!join_path(draft, root, L"current.new") || !join_path(path, root, L"current")) return false;
    HANDLE file = CreateFileW(draft, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    bool is_written = WriteFile(file, line, length, &written, NULL) && written == length && FlushFileBuffers(file);
    CloseHandle(file);
    if (is_written && MoveFileExW(draft, path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return true;
    DeleteFileW(draft);
    return false;
}

bool remove_trial(const wchar_t *root)
{
    static Path path;
    return join_path(path, root, L"trial") && DeleteFileW(path);
}

static bool in_version(const wchar_t *root, const wchar_t *version, const wchar_t *name, wchar_t *out)
{
    return join_path(out, root, L"versions") && join_path(out, out, version) && join_path(out, out, name);
}

bool node_path(const wchar_t *root, const wchar_t *version, wchar_t *out)
{
    return in_version(root, version, L"node.exe", out);
}

bool script_path(const wchar_t *root, const wchar_t *version, wchar_t *out)
{
    return in_version(root, version, L"out\\main\\web.js", out);
}

void read_node_options(const wchar_t *root, const wchar_t *version, wchar_t *options, size_t size)
{
    static Path path;
    char bytes[512];
    DWORD length = 0;
    if (in_version(root, version, L"node-options", path)) length = read_line(path, bytes, sizeof bytes - 1);
    if (length >= size) length = 0;
    for (DWORD i = 0; i < length; i++) options[i] = (unsigned char)bytes[i];
    options[length] = L'\0';
}

bool is_complete(const wchar_t *root, const wchar_t *version)
{
    static Path path;
    return node_path(root, version, path) && file_exists(path) && script_path(root, version, path) && file_exists(path);
}

bool resolve_path(const wchar_t *path, wchar_t *out)
{
    DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    HANDLE file = CreateFileW(path, 0, share, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    DWORD length = GetFinalPathNameByHandleW(file, out, MAX_LONG_PATH, VOLUME_NAME_DOS);
    CloseHandle(file);
    if (length == 0 || length >= MAX_LONG_PATH) return false;
    /* Node accepts no \\?\ before its script. A share is \\?\UNC\server\share. */
    if (wcsncmp(out, L"\\\\?\\UNC\\", 8) == 0) wmemmove(out + 1, out + 7, wcslen(out) - 6);
    else if (wcsncmp(out, L"\\\\?\\", 4) == 0) wmemmove(out, out + 4, wcslen(out) - 3);
    return true;
}

bool is_within(const wchar_t *directory, const wchar_t *path)
{
    int length = (int)wcslen(directory);
    if (length > 0 && directory[length - 1] == L'\\') length--;
    if ((int)wcslen(path) < length) return false;
    if (CompareStringOrdinal(directory, length, path, length, TRUE) != CSTR_EQUAL) return false;
    return path[length] == L'\\' || path[length] == L'\0';
}
