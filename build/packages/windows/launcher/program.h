#ifndef PROGRAM_H
#define PROGRAM_H

#include "installation.h"

/* Bytes of the program's error output that are stored, with the final zero. */
#define MAX_WORDS 4096

/* A started program, and its error output. */
struct program {
    HANDLE process;
    HANDLE words;
    char said[MAX_WORDS];
    size_t said_length;
};

/*
 * Starts a version, without a console window.
 * option: placed before the arguments; NULL for none. arguments: already quoted.
 */
bool start_version(const wchar_t *root, const wchar_t *version, const wchar_t *option, const wchar_t *arguments,
                   struct program *program);

/* Reads the available error output, and stores its last bytes. */
void hear(struct program *program);

/* @returns true if the program ended within this time */
bool wait_for_end(struct program *program, DWORD milliseconds);
DWORD exit_code_of(struct program *program);
void let_go(struct program *program);

#endif
