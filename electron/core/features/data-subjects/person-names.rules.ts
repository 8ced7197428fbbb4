import { wordsOf } from '#shared/domain/search-text.ts'
import { BESIDE } from './known-as.rules.ts'

type Stored = Record<string, unknown>

/**
 * Tells whether a text has one of these names, however it is written. A name of one word is told only where it is all
 * there is: it may be any word.
 */
export function namesPerson(names: readonly string[]): (text: unknown) => boolean {
  const known = names.map(wordsOf).filter((words) => words.length > 0)
  return (text) => {
    if (typeof text !== 'string') return false
    const said = ` ${wordsOf(text).join(' ')} `
    return known.some((words) => {
      const name = ` ${words.join(' ')} `
      return words.length === 1 ? said === name : said.includes(name)
    })
  }
}

/** A template's name and the fields that may have a person's name with no number beside it. */
export interface NamedTemplate {
  name: string
  fields: Stored
}

/**
 * The same template without a person's name, where nothing says that it is of a namesake.
 * @returns `null` when it does not have it
 */
export function templateWithoutName(
  { name, fields }: NamedTemplate,
  isTheirs: (text: unknown) => boolean,
  nameless: string,
): NamedTemplate | null {
  const isOfNamesake = BESIDE.some(([number, of]) => hasText(fields[number]) && isTheirs(fields[of]))
  if (isOfNamesake) return null
  const kept = Object.entries(fields).filter(([, value]) => !isTheirs(value))
  const isCalled = isTheirs(name)
  if (!isCalled && kept.length === Object.keys(fields).length) return null
  return { name: isCalled ? nameless : name, fields: Object.fromEntries(kept) }
}

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
