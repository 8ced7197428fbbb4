import { asItLooks } from './odd-characters.ts'

/**
 * Plates, chassis numbers and tax identifiers as typed. Only separators are dropped: any other invalid
 * character is an error to be shown, never silently corrected.
 */

/** Spaces, dots and hyphens of any width. */
const SEPARATORS = /[ \t.\u00B7\-\u2010-\u2015\u2212]/g

/**
 * Capitals without separators. Any character that is not a letter or digit stays in place, so that the result
 * is not taken for an identifier.
 */
export function compactIdentifier(text: string): string {
  // Files have thousands of them, and most are compact already.
  if (isPlainIdentifier(text)) return text
  // Normalised again: an accent may now follow a letter that it makes one character with.
  const compact = asItLooks(text).normalize('NFKC').replace(SEPARATORS, '').trim().normalize('NFKC')
  // ASCII letters only: `ß` would become `SS`, and `ı` an `I`.
  return compact.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** True if a compact identifier has only letters and digits. */
export const isPlainIdentifier = (compact: string): boolean => /^[A-Z0-9]*$/.test(compact)
