import { compactIdentifier, isPlainIdentifier } from '../identifier.ts'

/** A significant character of a plate, with its position in the typed text. */
export interface Glyph {
  char: string
  start: number
  end: number
}

/** Characters of a text that are neither a plate's nor separators, with their positions. */
export function othersIn(text: string): Glyph[] {
  return [...text.matchAll(/\P{M}\p{M}*/gu)]
    .map(({ 0: char, index }) => ({ char, start: index, end: index + char.length }))
    .filter(({ char }) => !isPlainIdentifier(compactIdentifier(char)))
}

/** Normalised characters of a text with their positions, so that a problem can be underlined. */
export function plateGlyphs(text: string): Glyph[] {
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
