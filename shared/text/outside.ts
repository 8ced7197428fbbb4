/**
 * Words that come from outside, in Spanish. The service's lists are open: what this version does not know is said as
 * «Otro (valor)»: not mistaken for a sentence of ours, and support can still read the value.
 */

/** «Otro (valor)», for a value without a name here; '' for none. */
export const otherValue = (value: string): string => (value === '' ? '' : `Otro (${value})`)

/**
 * The entry of a catalogue for a word from outside, or `undefined` when it is not one that we know. The lists
 * are open, so a word such as `constructor` may arrive: only the catalogue's own keys count.
 */
export function entryOf<T>(catalogue: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
}

/** The label of a word from outside, or «Otro (valor)» when it is not one that we know. */
export function labelOf(
  catalogue: Readonly<Record<string, string | { label: string }>>,
  key: string,
): string {
  const entry = entryOf(catalogue, key)
  if (entry === undefined) return otherValue(key)
  return typeof entry === 'string' ? entry : entry.label
}
