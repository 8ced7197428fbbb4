#ifndef PROGRAM_H
#define PROGRAM_H

#include "installation.h"

/* Bytes of the program's own words that are kept, with their end. */
#define MAX_WORDS 4096

/* A program that was started, and what it says. */
struct program {
    HANDLE process;
    HANDLE words;
    char said[MAX_WORDS];
    size_t said_length;
};

/*
 * Starts a version, without a console window.
 * option: comes before the arguments, or NULL. arguments: quoted already.
 */
bool start_version(const wchar_t *root, const wchar_t *version, const wchar_t *option, const wchar_t *arguments,
                   struct program *program);

/* Keeps the last of what it has said so far. */
void hear(struct program *program);

/* @returns whether it ended in this time */
bool wait_for_end(struct program *program, DWORD milliseconds);
DWORD exit_code_of(struct program *program);
void let_go(struct program *program);

#endif
