/**
 * Plates, chassis numbers and tax identifiers as people write them. Only what separates their characters is dropped:
 * anything else that does not belong is a mistake to be seen, never one to be mended in silence.
 */

/** Spaces, dots, hyphens of any width, and the invisible marks that come with text copied from a page. */
const SEPARATORS = /[ \t.\u00B7\-\u2010-\u2015\u2212\u00AD\u200B-\u200F\u2060\uFEFF]/g

/**
 * Capitals without separators. What is neither a letter of the alphabet nor a digit stays where it was, so that the
 * result is not taken for an identifier.
 */
export function compactIdentifier(text: string): string {
  // Files have thousands of them, and most are compact as they come.
  if (isPlainIdentifier(text)) return text
  const compact = text.normalize('NFKC').trim().replace(SEPARATORS, '')
  // Capitals of their own only: `ß` would become `SS`, and `ı` an `I`.
  return compact.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** Whether a compact identifier has only what identifiers are made of. */
export const isPlainIdentifier = (compact: string): boolean => /^[A-Z0-9]*$/.test(compact)
