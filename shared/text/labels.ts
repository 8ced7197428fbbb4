/**
 * The catalogue of labels: what each word of the service is called at a Spanish desk (domain.md section 4). When
 * the service sends its own Spanish text that one is shown; these are for filters, badges, icons and fallbacks.
 * Each family has its file; here is what reads them all.
 */
export * from './labels-documents.ts'
export * from './labels-incidents.ts'
export * from './labels-procedures.ts'
export * from './labels-reports.ts'
export * from './labels-signatures.ts'
export * from './labels-tax-ids.ts'
export * from './labels-provinces.ts'

/**
 * The entry of a catalogue for a word from outside, or `undefined` when it is not one that we know. The lists
 * are open, so a word such as `constructor` may arrive: only the catalogue's own keys count.
 */
export function entryOf<T>(catalogue: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
}

/** The label of a word from outside, or the word itself, raw, when it is not one that we know. */
export function labelOf(
  catalogue: Readonly<Record<string, string | { label: string }>>,
  key: string,
): string {
  const entry = entryOf(catalogue, key)
  if (entry === undefined) return key
  return typeof entry === 'string' ? entry : entry.label
}
