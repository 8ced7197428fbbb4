#ifndef PROCESSES_H
#define PROCESSES_H

#include "installation.h"

/* Number of this user's processes whose program is in a directory. */
int count_processes(const wchar_t *directory);

/* Ends them at once. */
void end_processes(const wchar_t *directory);

/* Asks them to end, once each, as Ctrl+C in their console would: the application stops in order. */
void ask_to_close(const wchar_t *directory);

#endif
