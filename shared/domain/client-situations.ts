import { INCIDENT_TYPES, PROCEDURE_STATES, SIGNATURE_STATES } from './vocabulary.ts'

/** Situations in which the office writes to a client, each with a text of its own. */

/** Answers about a plate, as `Outcome` of `verdict.ts` names them. */
const VERDICTS = ['transferable', 'with_alerts', 'not_transferable', 'error', 'unrecognised'] as const

/** `other`: any value of the service that this version does not know. */
export const CLIENT_SITUATIONS = {
  state: [...PROCEDURE_STATES, 'other'],
  incident: [...INCIDENT_TYPES, 'other'],
  plate: ['assigned'],
  verdict: VERDICTS,
  signature: [...SIGNATURE_STATES, 'other'],
} as const
export type SituationGroup = keyof typeof CLIENT_SITUATIONS
export type SituationId = {
  [G in SituationGroup]: `${G}:${(typeof CLIENT_SITUATIONS)[G][number]}`
}[SituationGroup]

export const SITUATION_GROUPS = Object.keys(CLIENT_SITUATIONS) as readonly SituationGroup[]

export const situationsOf = (group: SituationGroup): SituationId[] =>
  CLIENT_SITUATIONS[group].map((name) => `${group}:${name}` as SituationId)

export const SITUATION_IDS: readonly SituationId[] = SITUATION_GROUPS.flatMap(situationsOf)

/** Situation of a value of the service; of an unknown one, `other`. */
export function situationOf(group: 'state' | 'incident' | 'signature', value: string): SituationId {
  const id = `${group}:${value}` as SituationId
  return SITUATION_IDS.includes(id) ? id : `${group}:other`
}

export const groupOf = (id: SituationId): SituationGroup => id.slice(0, id.indexOf(':')) as SituationGroup

/**
 * Fields of the texts of each group, by the names that the office types. `respuesta`, `comprobar` and
 * `trámite` are phrases of ours; the rest are data.
 */
export const SITUATION_FIELDS = {
  state: ['nombre', 'matrícula', 'trámite', 'tipo', 'estado', 'fecha', 'pendiente', 'motivo'],
  incident: ['nombre', 'matrícula', 'trámite', 'tipo', 'incidencia', 'documento', 'detalle'],
  plate: ['nombre', 'matrícula', 'tipo'],
  verdict: ['nombre', 'matrícula', 'vehículo', 'respuesta', 'fecha', 'hora'],
  signature: ['nombre', 'matrícula', 'documento', 'fecha', 'medio', 'comprobar', 'estado'],
} as const satisfies Record<SituationGroup, readonly string[]>

export type ClientField = (typeof SITUATION_FIELDS)[SituationGroup][number]
export type ClientValues = Readonly<Partial<Record<ClientField, string>>>

export const fieldsOf = (id: SituationId): readonly ClientField[] => SITUATION_FIELDS[groupOf(id)]
