#ifndef INSTALLATION_H
#define INSTALLATION_H

#include <windows.h>
#include <stdbool.h>
#include <wchar.h>

/* Longest path of Windows, in characters, with its end. */
#define MAX_LONG_PATH 32768
/* Longest name of a version's directory, with its end. */
#define MAX_VERSION 128

typedef wchar_t Path[MAX_LONG_PATH];
typedef wchar_t Version[MAX_VERSION];

/* Joins with one backslash. @returns false if it does not fit */
bool join_path(wchar_t *out, const wchar_t *directory, const wchar_t *name);

/* Directory of this program, resolved. */
bool find_installation(wchar_t *out);

bool file_exists(const wchar_t *path);

/* Reads the directory of versions/ that a one-line file names; false if absent, or not the name of one. */
bool read_version(const wchar_t *root, const wchar_t *name, wchar_t *version);

/* Makes `current` name a version, by a rename: a kill leaves the one or the other. */
bool write_current(const wchar_t *root, const wchar_t *version);
bool remove_trial(const wchar_t *root);

/* A version whose program and script are there. */
bool is_complete(const wchar_t *root, const wchar_t *version);
bool node_path(const wchar_t *root, const wchar_t *version, wchar_t *out);
/* Options of Node, words without spaces, from the version's `node-options`; empty without it. */
void read_node_options(const wchar_t *root, const wchar_t *version, wchar_t *options, size_t size);
bool script_path(const wchar_t *root, const wchar_t *version, wchar_t *out);

/* Path without links and short names, for comparison. */
bool resolve_path(const wchar_t *path, wchar_t *out);
/* Whether a resolved path is in a resolved directory, or is the directory. */
bool is_within(const wchar_t *directory, const wchar_t *path);

#endif
