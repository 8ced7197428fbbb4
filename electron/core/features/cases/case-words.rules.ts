import { codePiece, searchPieces } from '#shared/domain/search-text.ts'

/**
 * Full-text query for typed text. Pieces are letters, digits and spaces, so nothing typed is an operator.
 * @param email as in `searchPieces`
 */
export function matchOf(typed: string, email?: 'whole' | 'words'): string {
  return anyOf(searchPieces(typed, email))
}

const anyOf = (alternatives: readonly string[][]): string =>
  alternatives.map((pieces) => `(${pieces.map((piece) => `"${piece}"`).join(' AND ')})`).join(' OR ')

/** Queries for a typed code: as one, and, when nothing has it so, by its parts alone. `null` for any other text. */
export function codeMatchesOf(typed: string): { whole: string; parts: string } | null {
  const code = codePiece(typed)
  if (code === null) return null
  const parts = searchPieces(typed).filter(([piece, ...others]) => piece !== code || others.length > 0)
  // A plate or a telephone has none.
  return { whole: anyOf([[code]]), parts: anyOf(parts.length > 0 ? parts : [[code]]) }
}

/** The same as `matchOf`, among names and identifiers of people alone. */
export function peopleMatchOf(typed: string): string {
  const match = matchOf(typed)
  return match === '' ? '' : `people : (${match})`
}
