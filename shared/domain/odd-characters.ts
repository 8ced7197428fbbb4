/**
 * Characters that pages and programs put into values, and that nobody sees or types: marks of direction and of zero
 * width, soft hyphens, blanks of other widths, full-width letters. The joiner of a picture in several parts («👨‍👩‍👧») is
 * none of them.
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
