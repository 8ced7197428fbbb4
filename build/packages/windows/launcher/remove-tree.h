#ifndef REMOVE_TREE_H
#define REMOVE_TREE_H

#include "installation.h"

/* True for an existing directory that is neither a junction nor a link. */
bool is_own_directory(const wchar_t *path);

/*
 * Removes a directory with its content. A junction or a link is removed itself, and its target stays.
 * @returns false if a file is left
 */
bool remove_tree(const wchar_t *path);

#endif
