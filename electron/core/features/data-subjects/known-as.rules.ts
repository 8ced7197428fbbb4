import type { CaseView } from '#shared/bridge/cases.ts'
import { phoneCode, wordsOf } from '#shared/domain/search-text.ts'
import type { Mentions } from './mentions.rules.ts'

/** How a person is called and reached, besides the identifier by which their data are found. */
export interface KnownAs {
  names: readonly string[]
  /** Compact, both. */
  emails: readonly string[]
  phones: readonly string[]
}

const compact = (text: string): string => wordsOf(text).join('')

/** Fields of records beside an identifier that say whose it is. */
export const BESIDE: readonly (readonly [taxId: string, name: string])[] = [
  ['sellerTaxId', 'sellerName'],
  ['buyerTaxId', 'buyerName'],
  ['idNumber', 'fullname'],
]

/** @param records of any shape: forms, contacts, answers of the service */
export function knownAs(mentions: Mentions, records: readonly unknown[]): KnownAs {
  const names = new Set<string>()
  const emails = new Set<string>()
  const phones = new Set<string>()
  const add = (set: Set<string>, text: unknown, as: (text: string) => string = (same) => same) => {
    if (typeof text === 'string' && as(text) !== '') set.add(as(text))
  }
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const record = value as Record<string, unknown>
    for (const [id, name] of BESIDE) {
      const theirs = record[id]
      if (typeof theirs !== 'string' || !mentions.text(theirs)) continue
      add(names, record[name])
      if (id !== 'idNumber') continue
      add(emails, record['email'], compact)
      add(phones, record['phone'], phoneCode)
    }
    for (const inner of Object.values(record)) read(inner)
  }
  for (const record of records) read(record)
  return { names: [...names], emails: [...emails], phones: [...phones] }
}

/** Shorter words are of many names: «de», «S.L.». */
const LEAST_WORD = 3
/** Part of a telephone, or beginning of an address, that is of one person. */
const LEAST_REACH = 6
const TOLD_BY = 2

/** True if a text has two words of a name of theirs, or its only one, or how they are reached. */
function isAbout(text: string, { names, emails, phones }: KnownAs): boolean {
  const words = wordsOf(text).filter((word) => word.length >= LEAST_WORD)
  const isNamed = names.some((name) => {
    const parts = [...new Set(wordsOf(name).filter((part) => part.length >= LEAST_WORD))]
    const said = parts.filter((part) => words.some((word) => part.startsWith(word)))
    return parts.length > 0 && said.length >= Math.min(TOLD_BY, parts.length)
  })
  const whole = compact(text)
  const isReached =
    whole.length >= LEAST_REACH &&
    (emails.some((email) => email.startsWith(whole)) || phones.some((phone) => phone.includes(whole)))
  return isNamed || isReached
}

/** True if a saved view says, by its name or by what it searches, whose cases it shows. */
export const isViewOf = ({ name, filter }: CaseView, person: KnownAs): boolean =>
  [name, filter.text ?? '', filter.person?.name ?? ''].some((text) => isAbout(text, person))
