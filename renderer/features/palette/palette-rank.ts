import { joinedWordsOf, typedWordsOf, wordsOf } from '#shared/domain/search-text.ts'

/** Texts by which an item of the palette is found, of any kind. */
export interface Ranked {
  /** What it is called: of a case, its plate, its people, its vehicle… */
  names: readonly string[]
  /** Other words that find it. */
  also?: readonly string[]
}

/**
 * How well an item matches what was typed: `typed` it is what was typed, read as it stands; `whole` a name is
 * exactly that; `start` a name begins with it; `words` each word begins one of its names; `also` one of its other
 * words; `inside` it was found elsewhere.
 */
export const RANKS = ['typed', 'whole', 'start', 'words', 'also', 'inside'] as const
export type Rank = (typeof RANKS)[number]

const plain = (text: string): string => wordsOf(text).join(' ')
const compact = (text: string): string => wordsOf(text).join('')

const beginsAll = (typed: readonly string[], texts: readonly string[]): boolean => {
  const words = texts.flatMap((text) => [...wordsOf(text), ...joinedWordsOf(text)])
  return typed.every((part) => words.some((word) => word.startsWith(part)))
}

/** @param typed not empty */
export function rankOf({ names, also = [] }: Ranked, typed: string): Rank {
  const words = typedWordsOf(typed)
  const asked = plain(typed)
  // A plate, an identifier or a telephone is the same with its separators and without them.
  const askedCode = compact(typed)
  if (names.some((name) => plain(name) === asked || compact(name) === askedCode)) return 'whole'
  if (names.some((name) => plain(name).startsWith(asked) || compact(name).startsWith(askedCode)))
    return 'start'
  if (beginsAll(words, names)) return 'words'
  return beginsAll(words, [...names, ...also]) ? 'also' : 'inside'
}

/** True if it is an answer to what was typed, for items that no search found. */
export const isAnswer = (item: Ranked, typed: string): boolean =>
  wordsOf(typed).length > 0 && rankOf(item, typed) !== 'inside'

/**
 * One list of every kind: by how well they match, then by kind, then in the order of their own search. The order in
 * which answers arrive changes nothing.
 * @param kinds of each kind, in the order of priority
 */
export function rankAll<T>(kinds: readonly (readonly T[])[], rank: (item: T) => Rank): readonly T[] {
  return kinds
    .flatMap((items, kind) => items.map((item, at) => ({ item, kind, at, rank: RANKS.indexOf(rank(item)) })))
    .toSorted((a, b) => a.rank - b.rank || a.kind - b.kind || a.at - b.at)
    .map(({ item }) => item)
}
