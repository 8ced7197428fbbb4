/**
 * Half a character, or a control character that no line of text contains: no document, page or file name
 * could hold it.
 */
const UNUSABLE = /[^\P{Cc}\t\n\r]/u

/** Reason that a text cannot be stored as written, or `null`. */
export function textProblem(text: string): string | null {
  if (!text.isWellFormed()) return 'It holds half a character (an unpaired surrogate).'
  return UNUSABLE.test(text) ? 'It holds a control character.' : null
}
