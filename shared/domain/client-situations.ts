import { type ClientField, SITUATION_FIELDS } from './client-fields.ts'
import { INCIDENT_TYPES, PROCEDURE_STATES, SIGNATURE_STATES } from './vocabulary.ts'

/** Situations in which the office writes to a client, each with a text of its own. */

/** Answers about a plate, as `Outcome` of `verdict.ts` names them. */
const VERDICTS = ['transferable', 'with_alerts', 'not_transferable', 'error', 'unrecognised'] as const

/** `other`: any value of the service that this version does not know. */
const CLIENT_SITUATIONS = {
  state: [...PROCEDURE_STATES, 'other'],
  incident: [...INCIDENT_TYPES, 'other'],
  plate: ['assigned'],
  verdict: VERDICTS,
  signature: [...SIGNATURE_STATES, 'other'],
  dealer: ['digest'],
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

export const fieldsOf = (id: SituationId): readonly ClientField[] => SITUATION_FIELDS[groupOf(id)]
