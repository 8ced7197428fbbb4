#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include <stdbool.h>
#include <wchar.h>

/* Longest command line of CreateProcessW, with its final zero. */
#define MAX_COMMAND_LINE 32767

/*
 * Finds the arguments after the program of a command line. The caller passes them on unparsed, so that no quote or
 * backslash changes.
 */
const wchar_t *arguments_of(const wchar_t *command_line);

/* Appends one argument, quoted so that CommandLineToArgvW and the C library read it unchanged. */
bool append_argument(wchar_t *line, const wchar_t *argument);

/* Appends text that is already quoted. */
bool append_raw(wchar_t *line, const wchar_t *text);

#endif
