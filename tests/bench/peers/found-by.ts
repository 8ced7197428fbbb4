import { foldField } from '#shared/domain/client-template.ts'
import type { PeerRow } from './rows.ts'

/** What names a row or is only drawn. */
const NOT_SEARCHED: ReadonlySet<string> = new Set<keyof PeerRow>([
  'id',
  'seq',
  'status',
  'incidents',
  'incident',
  'since',
])

/** Names of the fields that rows are found by. */
export const searchedFields = (row: PeerRow): string[] =>
  Object.keys(row).filter((name) => !NOT_SEARCHED.has(name))

/** All that a row is found by, without accents or capitals. */
export const foundBy = (row: PeerRow): string =>
  foldField(
    Object.entries(row)
      .filter(([name]) => !NOT_SEARCHED.has(name))
      .map(([, words]) => words)
      .join('\n'),
  )

/** Words of a text without accents or capitals, each once. */
export const wordsIn = (folded: string): string[] => [
  ...new Set(folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)),
]
