#include "command-line.h"

static bool is_blank(wchar_t c)
{
    return c == L' ' || c == L'\t';
}

const wchar_t *arguments_of(const wchar_t *command_line)
{
    const wchar_t *at = command_line;
    bool is_quoted = false;
    /* In the name of the program a backslash does not escape a quote. */
    for (; *at && (is_quoted || !is_blank(*at)); at++)
        if (*at == L'"') is_quoted = !is_quoted;
    while (is_blank(*at)) at++;
    return at;
}

static bool append_repeated(wchar_t *line, wchar_t c, size_t count)
{
    size_t length = wcslen(line);
    if (length + count >= MAX_COMMAND_LINE) return false;
    for (size_t i = 0; i < count; i++) line[length + i] = c;
    line[length + count] = L'\0';
    return true;
}

bool append_raw(wchar_t *line, const wchar_t *text)
{
    if (*text == L'\0') return true;
    bool is_first = line[0] == L'\0';
    if (wcslen(line) + wcslen(text) + 1 >= MAX_COMMAND_LINE) return false;
    if (!is_first) wcscat(line, L" ");
    wcscat(line, text);
    return true;
}

bool append_argument(wchar_t *line, const wchar_t *argument)
{
    bool fits = append_raw(line, L"\"");
    size_t backslashes = 0;
    for (const wchar_t *at = argument; fits && *at; at++) {
        if (*at == L'\\') {
            backslashes++;
            continue;
        }
        /* Before a quote each backslash is doubled. One more backslash escapes the quote. */
        fits = append_repeated(line, L'\\', *at == L'"' ? backslashes * 2 + 1 : backslashes);
        backslashes = 0;
        fits = fits && append_repeated(line, *at, 1);
    }
    return fits && append_repeated(line, L'\\', backslashes * 2) && append_repeated(line, L'"', 1);
}
