import { incidentLabels, incidentLevelLabels } from './labels.ts'
import { entryOf, labelOf, unknownNames } from './labels-reports.ts'
import { type Body, type When, listIn, whenIn, wordsIn } from '../domain/service-body.ts'

/** Incidents of a procedure, read from the service's answer, with their names in Spanish. */

export interface ReadIncident {
  /** '' when the service gives none: the incident cannot then be named to the service. */
  id: string
  type: string
  /** Our title for a known type, else the service's own words; '' without either. */
  title: string
  /** The party that must act. An unknown level counts as ours, the careful side. */
  waitsFor: 'us' | 'others'
  level: string
  /** The service's own words, unless the title already says them. */
  description: string
  /** Next step; '' for an unknown type. */
  step: string
  since: When | null
  solved: boolean
  solvedAt: When | null
  /** Id of the document it is about; '' if none. */
  documentId: string
}

/**
 * Level of an incident: the service's, else ours for its type. '' if neither is known.
 */
export const incidentLevel = (level: string | undefined, type: string | undefined): string =>
  level || (entryOf(incidentLabels, type ?? '')?.level ?? '')

/** True if a procedure is stopped by incidents that all depend on third parties: nothing in it depends on the office. */
export const waitsForOthersOnly = (status: string, incidents: readonly ReadIncident[] | null): boolean => {
  const open = incidents?.filter(({ solved }) => !solved) ?? []
  return status === 'BLOCKED' && open.length > 0 && open.every(({ waitsFor }) => waitsFor === 'others')
}

/** Incidents of the body; `null` if the service does not say whether there are any. */
export const incidentsIn = (body: Body): ReadIncident[] | null =>
  listIn(body, 'incidents')?.map(readIncident) ?? null

function readIncident(incident: Body): ReadIncident {
  const type = wordsIn(incident, 'type')
  const known = entryOf(incidentLabels, type)
  const words = wordsIn(incident, 'description')
  const title = known?.label ?? words
  const level = incidentLevel(wordsIn(incident, 'level'), type) || 'blocker'
  return {
    id: wordsIn(incident, 'id'),
    type,
    title,
    waitsFor: level === 'hold' ? 'others' : 'us',
    level: labelOf(incidentLevelLabels, level, unknownNames.incidentLevel),
    description: words.toLowerCase() === title.toLowerCase() ? '' : words,
    step: known?.nextStep ?? '',
    since: whenIn(incident, 'createdAt'),
    solved: incident['solved'] === true,
    solvedAt: whenIn(incident, 'solvedAt'),
    documentId: wordsIn(incident, 'documentId'),
  }
}
