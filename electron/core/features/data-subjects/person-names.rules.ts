import { wordsOf } from '#shared/domain/search-text.ts'
import type { Mentions } from './mentions.rules.ts'

type Stored = Record<string, unknown>

/** A number, and the name beside it. */
const PAIRS = [
  ['sellerTaxId', 'sellerName'],
  ['buyerTaxId', 'buyerName'],
  ['idNumber', 'fullname'],
] as const

/** Names that stand beside a person's number, anywhere inside a record. */
export function namesOf(value: unknown, mentions: Mentions): string[] {
  if (typeof value !== 'object' || value === null) return []
  const record = value as Stored
  const own = PAIRS.flatMap(([number, name]) => (mentions.anywhere(record[number]) ? [record[name]] : []))
  return [
    ...own.filter((name) => typeof name === 'string'),
    ...Object.values(record).flatMap((inner) => namesOf(inner, mentions)),
  ]
}

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
  const isOfNamesake = PAIRS.some(([number, of]) => hasText(fields[number]) && isTheirs(fields[of]))
  if (isOfNamesake) return null
  const kept = Object.entries(fields).filter(([, value]) => !isTheirs(value))
  const isCalled = isTheirs(name)
  if (!isCalled && kept.length === Object.keys(fields).length) return null
  return { name: isCalled ? nameless : name, fields: Object.fromEntries(kept) }
}

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
