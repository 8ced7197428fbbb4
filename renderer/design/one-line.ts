/** Longer texts are cut: no e-mail of the office is longer, and an input of megabytes freezes the window. */
export const MAX_TEXT = 20_000

/** A text of several lines, as a field of one line can hold it: an `<input>` would join the end of one and the next. */
export const oneLine = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\t+/g, ' ').trim())
    .filter(Boolean)
    .join('; ')

/** The lines of a text that `oneLine` may have joined. */
export const severalLines = (text: string): string => text.replaceAll('; ', '\n')
