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
