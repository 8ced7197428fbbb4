import { compactIdentifier, isPlainIdentifier } from '../identifier.ts'

/** A significant character of a plate, with its position in the typed text. */
export interface Glyph {
  char: string
  start: number
  end: number
}

/** Each of its characters stands for itself: most cells of a list need no normalisation, which is slow. */
// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\0-\x7F]*$/
/** ASCII characters of a plate or beside one. */
const PLAIN = /[A-Za-z0-9]/g
const ODD = /[^A-Za-z0-9 \t.\-\n\r\v\f]/g

/** Characters of a text that are neither a plate's nor separators, with their positions. */
export function othersIn(text: string): Glyph[] {
  if (ASCII.test(text)) return asciiGlyphs(text, ODD)
  return [...text.matchAll(/\P{M}\p{M}*/gu)]
    .map(({ 0: char, index }) => ({ char, start: index, end: index + char.length }))
    .filter(({ char }) => !isPlainIdentifier(compactIdentifier(char)))
}

/** Normalised characters of a text with their positions, so that a problem can be underlined. */
export function plateGlyphs(text: string): Glyph[] {
  if (ASCII.test(text)) return asciiGlyphs(text.toUpperCase(), PLAIN)
  const glyphs: Glyph[] = []
  // Letter and combining marks are one character: the N of a decomposed Ñ is no N.
  for (const match of text.matchAll(/\P{M}\p{M}*/gu)) {
    const start = match.index
    const end = start + match[0].length
    const kept = match[0]
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
    for (const char of kept) glyphs.push({ char, start, end })
  }
  return glyphs
}

function asciiGlyphs(text: string, wanted: RegExp): Glyph[] {
  const glyphs: Glyph[] = []
  wanted.lastIndex = 0
  for (let match = wanted.exec(text); match; match = wanted.exec(text))
    glyphs.push({ char: match[0], start: match.index, end: match.index + 1 })
  return glyphs
}
