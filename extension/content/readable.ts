/** A text as the page shows it, and where each character of it comes from. */
export interface Readable {
  text: string
  /** Position in the source of a character of `text`. */
  sourceOf: (index: number) => number
}

/** Nothing to change: printable, and no two blanks in a row. */
const PLAIN = /^(?: ?[!-~\u00A1-\u00AC\u00AE-\u024F\u20AC])* ?$/

/** Blanks in a row are one, as in a page; what is not seen is not there. */
export function readable(source: string, keepsBreaks: boolean): Readable {
  if (PLAIN.test(source)) return { text: source, sourceOf: (index) => index }
  let text = ''
  const places: number[] = []
  let last = 0
  for (let at = 0; at < source.length; at++) {
    const code = shownAs(source.charCodeAt(at), keepsBreaks)
    if (code === 0 || (code === SPACE && last === SPACE)) continue
    text += String.fromCharCode(code)
    places.push(at)
    last = code
  }
  return { text, sourceOf: (index) => places[index] ?? source.length }
}

const SPACE = 0x20
const HYPHEN = 0x2d
const BREAK = 0x0a

/** Code of a character as it is seen; 0 without any. */
function shownAs(code: number, keepsBreaks: boolean): number {
  if (code > 0x20 && code < 0x7f) return code
  if (code === BREAK || code === 0x09) return keepsBreaks ? BREAK : SPACE
  if (code <= 0x20 || code === 0xa0) return SPACE
  // Soft hyphens, zero-width characters and marks of direction split nothing.
  if (code === 0xad) return 0
  if (code < 0x2000) return code
  if (code <= 0x200a || code === 0x202f || code === 0x205f || code === 0x3000) return SPACE
  if (code <= 0x200f || (code >= 0x202a && code <= 0x202e)) return 0
  if (code <= 0x2013 || code === 0x2212) return HYPHEN
  if ((code >= 0x2060 && code <= 0x2069) || code === 0xfeff) return 0
  // Letters and digits of the width of an ideograph.
  return code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code
}
