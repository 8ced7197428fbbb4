/**
 * External values in Spanish. The service's lists are open: a value that this version does not know gets a
 * name without its code, because a code tells an employee nothing. The code stays in «Todo lo que dice el
 * servicio» of the resource's page, where it can be copied for support.
 */

/** Names of the values that this version does not know. */
export const unknownNames = {
  procedure: 'Otro trámite',
  state: 'Estado desconocido',
  incident: 'Incidencia sin nombre',
  /** An unknown level counts as the office's, the careful side. */
  incidentLevel: 'Depende de ti',
  document: 'Otro documento',
  issue: 'Anotación sin nombre',
  signer: 'Otro firmante',
  deliveryMethod: 'Otro medio',
  field: 'Otro dato',
  audit: 'Otro',
} as const

/**
 * Entry of a catalogue for an external value, or `undefined` for an unknown one. The lists are open, so a
 * value such as `constructor` may arrive: only the catalogue's own keys count.
 */
export function entryOf<T>(catalogue: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
}

/**
 * Label of an external value.
 * @param unknown label of a value that the catalogue does not have; an empty value has none
 */
export function labelOf(
  catalogue: Readonly<Record<string, string | { label: string }>>,
  key: string,
  unknown: string,
): string {
  const entry = entryOf(catalogue, key)
  if (entry === undefined) return key === '' ? '' : unknown
  return typeof entry === 'string' ? entry : entry.label
}

/** State inside a text for a client, to whom an unknown state would sound like an error. */
export const stateForClient = (name: string): string =>
  name === unknownNames.state ? 'pendiente de que nos confirmen su estado' : name
