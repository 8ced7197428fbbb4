/** ASCII: nearly every text, and several times faster to fold and to split than any other. */
export const isPlain = (text: string): boolean => /^[\x20-\x7e\t\r\n]*$/.test(text)

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}+/gu, '')

/** Without accents or capitals: `García` and `GARCIA` are one, and so are `Straße` and `STRASSE`. */
export const foldText = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : withoutMarks(withoutMarks(text).toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ')

/**
 * Pages and programs put these characters into values: direction marks, zero-width marks, soft hyphens, spaces of other
 * widths and full-width letters. Nobody sees or types them. The expression leaves out the joiner inside an emoji of
 * several parts («👨‍👩‍👧»).
 */
const ODD_CHARACTERS =
  /(?!\u200D)[\p{Cf}\u1680\u2000-\u200A\u205F\u3000\uFF01-\uFF5E]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu
const isFullWidth = (char: string): boolean => char >= '\uFF01' && char <= '\uFF5E'
const isBlank = (char: string): boolean => /\s/.test(char) && char !== '\uFEFF'

/** The same text with as many characters, so that places in it stay: odd blanks and marks are spaces. */
export const plainForms = (text: string): string =>
  text.replaceAll(ODD_CHARACTERS, (char) =>
    isFullWidth(char) ? char.normalize('NFKC') : ' '.repeat(char.length),
  )

/** The text as it looks: with plain blanks and letters, and without invisible marks. */
export const asItLooks = (text: string): string =>
  text.replaceAll(ODD_CHARACTERS, (char) => {
    if (isFullWidth(char)) return char.normalize('NFKC')
    return isBlank(char) ? ' ' : ''
  })

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
