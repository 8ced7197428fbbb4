#ifndef REMOVE_TREE_H
#define REMOVE_TREE_H

#include "installation.h"

/* A directory that is there, and no junction or link to one. */
bool is_own_directory(const wchar_t *path);

/*
 * Removes a directory with all that is in it. A junction or a link goes itself: its target stays.
 * @returns false if something is left
 */
bool remove_tree(const wchar_t *path);

#endif
