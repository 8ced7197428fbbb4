import { codePiece, searchPieces } from '#shared/domain/search-text.ts'

/**
 * Full-text query for typed text. Pieces are letters, digits and spaces, so nothing typed is an operator.
 * @param email as in `searchPieces`
 */
export function matchOf(typed: string, email?: 'whole' | 'words'): string {
  const alternatives = searchPieces(typed, email)
  return alternatives.map((pieces) => `(${pieces.map((piece) => `"${piece}"`).join(' AND ')})`).join(' OR ')
}

/** Query for a typed code as one, which is asked before that of its parts; '' for any other text. */
export function codeMatchOf(typed: string): string {
  const piece = codePiece(typed)
  return piece === null ? '' : `"${piece}"`
}

/** The same as `matchOf`, among names and identifiers of people alone. */
export function peopleMatchOf(typed: string): string {
  const match = matchOf(typed)
  return match === '' ? '' : `people : (${match})`
}
