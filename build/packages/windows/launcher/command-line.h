#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include <stdbool.h>
#include <wchar.h>

/* CreateProcessW takes no longer one, its end included. */
#define MAX_COMMAND_LINE 32767

/*
 * The rest of a command line after its program, as it was written: it is passed on without being taken apart, so that
 * no quote or backslash changes.
 */
const wchar_t *arguments_of(const wchar_t *command_line);

/* Appends one argument, quoted so that CommandLineToArgvW and the C library read it as it is. */
bool append_argument(wchar_t *line, const wchar_t *argument);

/* Appends text that is quoted already. */
bool append_raw(wchar_t *line, const wchar_t *text);

#endif
