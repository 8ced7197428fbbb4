/**
 * External values in Spanish. The service's lists are open: a value unknown to this version becomes «Otro
 * (valor)»: not mistaken for a sentence of ours, and still readable for support.
 */

/** «Otro (valor)», for a value without a label; '' for none. */
export const otherValue = (value: string): string => (value === '' ? '' : `Otro (${value})`)

/**
 * Entry of a catalogue for an external value, or `undefined` for an unknown one. The lists are open, so a
 * value such as `constructor` may arrive: only the catalogue's own keys count.
 */
export function entryOf<T>(catalogue: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
}

/** Label of an external value, or «Otro (valor)» for an unknown one. */
export function labelOf(
  catalogue: Readonly<Record<string, string | { label: string }>>,
  key: string,
): string {
  const entry = entryOf(catalogue, key)
  if (entry === undefined) return otherValue(key)
  return typeof entry === 'string' ? entry : entry.label
}

/** Name of a state, or a sentence for one that this version does not know: a code tells nobody anything. */
export function stateWord(
  catalogue: Readonly<Record<string, string | { label: string }>>,
  status: string,
): string {
  return status !== '' && entryOf(catalogue, status) === undefined
    ? 'Estado que esta versión no conoce'
    : labelOf(catalogue, status)
}
