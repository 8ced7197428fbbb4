import { scoreText, type TextScore } from './document-evidence.ts'
import { guessDocumentType, type RecognisedType, UNKNOWN_TYPE } from './document-type.ts'

/** Why a type was guessed; `none`: nothing says what it is. */
export const GUESS_REASONS = ['text', 'name', 'missing', 'none'] as const
export type GuessReason = (typeof GUESS_REASONS)[number]

/** What is known of a file before the user says what it is. */
export interface DocumentEvidence {
  name: string
  /** Text layer of its first pages, if it has one. */
  text?: string
  /** Types that would meet what the procedure still lacks, one list per requirement. */
  missing?: readonly (readonly string[])[]
}

export interface Recognition {
  type: string
  reason: GuessReason
}

/** A title at the top, or several words of the same paper. */
const CLEAR = 5
/** One word: counts only with the name, or with what is missing. */
const FAINT = 2
/** The next type has to be this far behind. */
const AHEAD = 2

/**
 * Guesses the type of a document: its text says more than its name, and what is still missing decides only
 * where neither says anything. The user confirms or corrects every guess.
 */
export function recogniseDocument({ name, text = '', missing = [] }: DocumentEvidence): Recognition {
  const score = scoreText(text)
  const byName = guessDocumentType(name)
  if (isClear(score) && score.type !== UNKNOWN_TYPE) return { type: score.type, reason: 'text' }
  // A paper of another kind whose name is that of a usual one.
  if (isClear(score)) return { type: UNKNOWN_TYPE, reason: 'text' }
  if (byName !== UNKNOWN_TYPE) return { type: byName, reason: 'name' }
  if (score.score >= FAINT && missing.some((types) => types.includes(score.type)))
    return { type: score.type, reason: 'text' }
  const only = missing.length === 1 && score.score < FAINT ? missing[0]?.[0] : undefined
  if (only !== undefined) return { type: only, reason: 'missing' }
  return { type: UNKNOWN_TYPE, reason: 'none' }
}

/** True for a type that was guessed and waits for the user: a document that nothing was guessed of is none. */
export const isDeduced = ({ type, guessed }: { type: string; guessed: boolean }): boolean =>
  guessed && type !== UNKNOWN_TYPE

const isClear = ({ score, second }: TextScore): boolean => score >= CLEAR && score - second >= AHEAD

/** Several papers in one file: type of each page by its text, `null` where it says nothing. */
export const typeOfPage = (text: string): RecognisedType | null => {
  const score = scoreText(text)
  return isClear(score) ? score.type : null
}

/**
 * Pages at which a new paper seems to begin, from 1; always with the first. A page without a type of its own
 * belongs to the one before it.
 */
export function suggestCuts(types: readonly (string | null)[]): number[] {
  let current: string | null = null
  const cuts: number[] = []
  types.forEach((type, at) => {
    if (at === 0 || (type !== null && current !== null && type !== current)) cuts.push(at + 1)
    current = type ?? current
  })
  return cuts
}
