import { compactIdentifier, isPlainIdentifier } from '../identifier.ts'

/** A character that counts in a plate, and where in the text as typed it comes from. */
export interface Glyph {
  char: string
  start: number
  end: number
}

/** What is in a text besides the characters of a plate and what separates them, with its places. */
export function othersIn(text: string): Glyph[] {
  return [...text.matchAll(/\P{M}\p{M}*/gu)]
    .map(({ 0: char, index }) => ({ char, start: index, end: index + char.length }))
    .filter(({ char }) => !isPlainIdentifier(compactIdentifier(char)))
}

/** The normalised characters of a text with their places, so that what is said of them can be underlined. */
export function plateGlyphs(text: string): Glyph[] {
  const glyphs: Glyph[] = []
  // With its combining marks, a letter is one: the N of a decomposed Ñ is no N.
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
