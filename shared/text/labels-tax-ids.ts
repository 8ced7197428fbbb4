import type { EntityLetter, TaxIdKind } from '../domain/tax-id.ts'

/** Kind of a tax identifier, by its shape. */
export const taxIdKindLabels = {
  dni: 'DNI',
  nie: 'NIE',
  K: 'NIF de español menor de 14 años',
  L: 'NIF de español residente en el extranjero',
  M: 'NIF de extranjero sin NIE',
  entity: 'NIF de entidad',
} as const satisfies Record<TaxIdKind, string>

/** Kind of an entity, by the first letter of its number (BOE-A-2008-3580). */
export const entityLabels = {
  A: 'Sociedad anónima',
  B: 'Sociedad limitada',
  C: 'Sociedad colectiva',
  D: 'Sociedad comanditaria',
  E: 'Comunidad de bienes o herencia yacente',
  F: 'Cooperativa',
  G: 'Asociación',
  H: 'Comunidad de propietarios',
  J: 'Sociedad civil',
  N: 'Entidad extranjera',
  P: 'Corporación local',
  Q: 'Organismo público',
  R: 'Entidad religiosa',
  S: 'Órgano del Estado o de una comunidad autónoma',
  U: 'Unión temporal de empresas',
  V: 'Otra entidad',
  W: 'Establecimiento permanente de no residente',
} as const satisfies Record<EntityLetter, string>

/** Shown under the field for a wrong control letter or digit. */
export const wrongControlText = (expected: string): string =>
  /\d/.test(expected)
    ? `El dígito de control no corresponde: debería ser ${expected}`
    : `La letra no corresponde: debería ser ${expected}`
