import { foldText } from './normalize-text.ts'

/** Range of a mention in a text, with the sign. */
export interface Mention {
  start: number
  end: number
  people: readonly string[]
}

/** An @ that begins a word. The @ of an e-mail address is inside one. */
const SIGN = /(?<![\p{L}\p{N}._%+-])@/gu
const WORD = /^[\p{L}\p{N}]+/u
const IN_WORD = /^[\p{L}\p{N}]/u

/**
 * Finds the mentions of people: `@` with a name, whatever its accents and capitals. The longest name wins. A first name
 * alone mentions everyone who has it.
 */
export function findMentions(text: string, people: readonly string[]): Mention[] {
  const longestFirst = people
    .filter((name) => name.trim() !== '')
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
  return [...text.matchAll(SIGN)].flatMap(({ index }): Mention[] => {
    const start = index + 1
    const rest = text.slice(start)
    const whole = longestFirst.find(
      (name) => isSamePerson(rest.slice(0, name.length), name) && !IN_WORD.test(rest.slice(name.length)),
    )
    if (whole !== undefined) return [{ start: index, end: start + whole.length, people: [whole] }]
    const first = WORD.exec(rest)?.[0] ?? ''
    const called = longestFirst.filter((name) => isSamePerson(WORD.exec(name)?.[0] ?? '', first))
    return first === '' || called.length === 0
      ? []
      : [{ start: index, end: start + first.length, people: called }]
  })
}

/** True if two names are of one person, whatever their accents and capitals. An empty name is nobody's. */
export const isSamePerson = (one: string, other: string): boolean =>
  one.trim() !== '' && foldText(one).trim() === foldText(other).trim()

/** Unfinished mention before the caret: the typed part of a name, and its place. `null` without one. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | null {
  const before = text.slice(0, caret)
  const start = [...before.matchAll(SIGN)].at(-1)?.index
  if (start === undefined) return null
  const typed = before.slice(start + 1)
  return typed.includes('\n') || typed.length > MAX_TYPED ? null : { start, typed }
}

const MAX_TYPED = 40
