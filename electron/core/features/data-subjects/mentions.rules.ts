import { asItLooks } from '#shared/domain/odd-characters.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'

/** Finds a person's identifier in a text, or anywhere inside a value. */
export interface Mentions {
  text(text: string): boolean
  anywhere(value: unknown): boolean
  /** Fast test of stored text: false if it certainly has no match. */
  maybe(stored: string): boolean
  /** The same value, with every matching text empty. */
  without(value: unknown): unknown
}

/**
 * @param taxId clean (`cleanTaxId`), letters and figures only. It also matches in lower case, with separators
 * and without the leading zeros; and never as a part of a longer number.
 */
export function mentionsOf(taxId: string): Mentions {
  const significant = taxId.replace(/^0+(?=.)/, '')
  const spelt = [...significant].join('[\\s.\\-/_]*')
  const pattern = new RegExp(`(?<![A-Z0-9])(?:ES[\\s.\\-/_]*)?[0\\s.\\-/_]*${spelt}(?![A-Z0-9])`, 'iu')

  const plain = (typed: string) => asItLooks(typed).normalize('NFKC')
  const text = (typed: string) => pattern.test(plain(typed)) || cleanTaxId(typed) === taxId
  const anywhere = (value: unknown): boolean => {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null) return false
    return Object.values(value).some(anywhere)
  }
  const without = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value) ? '' : value
    if (Array.isArray(value)) return value.map(without)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, without(field)]))
  }
  const compact = (stored: string) =>
    plain(stored)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
  return { text, anywhere, without, maybe: (stored) => compact(stored).includes(significant) }
}
