#ifndef INSTALLATION_H
#define INSTALLATION_H

#include <windows.h>
#include <stdbool.h>
#include <wchar.h>

/* Longest path of Windows in characters, with its final zero. */
#define MAX_LONG_PATH 32768
/* Longest name of a version's directory, with its final zero. */
#define MAX_VERSION 128

typedef wchar_t Path[MAX_LONG_PATH];
typedef wchar_t Version[MAX_VERSION];

/* Joins with one backslash. @returns false if the path is too long */
bool join_path(wchar_t *out, const wchar_t *directory, const wchar_t *name);

/* Finds the resolved directory of this program. */
bool find_installation(wchar_t *out);

bool file_exists(const wchar_t *path);

/* Reads a one-line file that names a directory of versions/. @returns false if absent or no valid name */
bool read_version(const wchar_t *root, const wchar_t *name, wchar_t *version);

/* Writes a version to `current` by a rename: after a kill, `current` names the old or the new version. */
bool write_current(const wchar_t *root, const wchar_t *version);
bool remove_trial(const wchar_t *root);

/* True if the program and the script of a version exist. */
bool is_complete(const wchar_t *root, const wchar_t *version);
bool node_path(const wchar_t *root, const wchar_t *version, wchar_t *out);
/* Reads Node's options from the version's `node-options`: words without spaces. Empty without the file. */
void read_node_options(const wchar_t *root, const wchar_t *version, wchar_t *options, size_t size);
bool script_path(const wchar_t *root, const wchar_t *version, wchar_t *out);

/* Removes links and short names from a path, for comparison. */
bool resolve_path(const wchar_t *path, wchar_t *out);
/* True if a resolved path is in a resolved directory, or is that directory. */
bool is_within(const wchar_t *directory, const wchar_t *path);

#endif
