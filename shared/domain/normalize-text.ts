/** True for ASCII. Nearly every text is ASCII, which is several times faster to fold and split. */
export const isPlain = (text: string): boolean => /^[\x20-\x7e\t\r\n]*$/.test(text)

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}+/gu, '')

/** Folds case and accents: `García` equals `GARCIA`, and `Straße` equals `STRASSE`. */
export const foldText = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : withoutMarks(withoutMarks(text).toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ')

/**
 * Invisible or unusual characters that pages and programs put into values: direction marks, zero-width marks, soft
 * hyphens, spaces of other widths and full-width letters.
 * The expression leaves out the joiner inside an emoji of several parts («👨‍👩‍👧»).
 */
const ODD_CHARACTERS =
  /(?!\u200D)[\p{Cf}\u1680\u2000-\u200A\u205F\u3000\uFF01-\uFF5E]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu
const isFullWidth = (char: string): boolean => char >= '\uFF01' && char <= '\uFF5E'
const isBlank = (char: string): boolean => /\s/.test(char) && char !== '\uFEFF'

/** Text of the same length, so that positions stay. Odd blanks and marks become spaces. */
export const plainForms = (text: string): string =>
  text.replaceAll(ODD_CHARACTERS, (char) =>
    isFullWidth(char) ? char.normalize('NFKC') : ' '.repeat(char.length),
  )

/** Text as it looks: with plain blanks and letters, and without invisible marks. */
export const asItLooks = (text: string): string =>
  text.replaceAll(ODD_CHARACTERS, (char) => {
    if (isFullWidth(char)) return char.normalize('NFKC')
    return isBlank(char) ? ' ' : ''
  })

/** Spaces, dots and hyphens of any width. */
const SEPARATORS = /[ \t.\u00B7\-\u2010-\u2015\u2212]/g

/**
 * Compact form of a typed plate, chassis number or tax identifier: capitals without separators.
 * Any other character stays, so that an invalid text is shown as an error and never corrected silently.
 */
export function compactIdentifier(text: string): string {
  // Files have thousands of identifiers, and most are compact already.
  if (isPlainIdentifier(text)) return text
  // The second normalisation joins an accent with the letter that it now follows.
  const compact = asItLooks(text).normalize('NFKC').replace(SEPARATORS, '').trim().normalize('NFKC')
  // ASCII letters only: `ß` would become `SS`, and `ı` an `I`.
  return compact.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** True if a compact identifier has only letters and digits. */
export const isPlainIdentifier = (compact: string): boolean => /^[A-Z0-9]*$/.test(compact)
