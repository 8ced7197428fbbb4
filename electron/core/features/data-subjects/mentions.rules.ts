import { cleanTaxId } from '#shared/domain/tax-id.ts'

/** Says whether a text, or anything inside a value, names somebody by their identifier. */
export interface Mentions {
  text(text: string): boolean
  anywhere(value: unknown): boolean
  /** Without what a person would have to read: false for what certainly names nobody. */
  maybe(stored: string): boolean
  /** The same value, with every text that names them empty. */
  without(value: unknown): unknown
}

/**
 * @param taxId clean (`cleanTaxId`), of letters and figures alone. It is found as it was typed too: in small letters, with its separators, without
 * the zeros in front; and never as a part of a longer number.
 */
export function mentionsOf(taxId: string): Mentions {
  const significant = taxId.replace(/^0+(?=.)/, '')
  const spelt = [...significant].join('[\\s.\\-/]*')
  const pattern = new RegExp(`(?<![A-Z0-9])(?:ES[\\s.\\-/]*)?[0\\s.\\-/]*${spelt}(?![A-Z0-9])`, 'iu')

  const text = (typed: string) => pattern.test(typed.normalize('NFKC')) || cleanTaxId(typed) === taxId
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
  const compact = (stored: string) => stored.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return { text, anywhere, without, maybe: (stored) => compact(stored).includes(significant) }
}
