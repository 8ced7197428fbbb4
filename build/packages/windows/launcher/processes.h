#ifndef PROCESSES_H
#define PROCESSES_H

#include "installation.h"

/* Counts this user's processes whose program is in a directory. */
int count_processes(const wchar_t *directory);

/* Ends these processes immediately. */
void end_processes(const wchar_t *directory);

/* Sends Ctrl+C to the console of each of these processes, once, so that the application stops in order. */
void ask_to_close(const wchar_t *directory);

#endif
