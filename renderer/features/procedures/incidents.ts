import { incidentLabels, incidentLevelLabels } from '#shared/text/labels-incidents.ts'
import { entryOf, labelOf, otherValue } from '#shared/text/outside.ts'
import { type Body, type When, listIn, whenIn, wordsIn } from '../resources/body-reading.ts'

export interface ReadIncident {
  /** '' when the service gives none: the incident cannot then be named to the service. */
  id: string
  type: string
  /** Our title for a known type, else the service's own words; '' without either. */
  title: string
  /** The party that must act. An unknown level is shown raw and counts as ours, the careful side. */
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

/** Incidents of the body; `null` if the service does not say whether there are any. */
export const incidentsIn = (body: Body): ReadIncident[] | null =>
  listIn(body, 'incidents')?.map(readIncident) ?? null

function readIncident(incident: Body): ReadIncident {
  const type = wordsIn(incident, 'type')
  const known = entryOf(incidentLabels, type)
  const words = wordsIn(incident, 'description')
  const title = known?.label ?? (words || otherValue(type))
  const level = wordsIn(incident, 'level') || known?.level || 'blocker'
  return {
    id: wordsIn(incident, 'id'),
    type,
    title,
    waitsFor: level === 'hold' ? 'others' : 'us',
    level: labelOf(incidentLevelLabels, level),
    description: words.toLowerCase() === title.toLowerCase() ? '' : words,
    step: known?.nextStep ?? '',
    since: whenIn(incident, 'createdAt'),
    solved: incident['solved'] === true,
    solvedAt: whenIn(incident, 'solvedAt'),
    documentId: wordsIn(incident, 'documentId'),
  }
}

/** Sorts them by urgency: blockers first, then document problems, then the rest that waits for this office. */
export function inOrder(incidents: readonly ReadIncident[]): ReadIncident[] {
  const { blocker, document } = incidentLevelLabels
  const weight = ({ level }: ReadIncident) => (level === blocker ? 0 : level === document ? 1 : 2)
  return incidents.toSorted((a, b) => weight(a) - weight(b))
}

/** Sorts the solved ones, the latest first; those that the service gives no date for stay last. */
export function latestFirst(solved: readonly ReadIncident[]): ReadIncident[] {
  const at = ({ solvedAt }: ReadIncident) =>
    typeof solvedAt === 'number' ? solvedAt : Number.NEGATIVE_INFINITY
  return solved.toSorted((a, b) => (at(a) === at(b) ? 0 : at(b) > at(a) ? 1 : -1))
}

/** The API lets the client solve what depends on them, and never what waits for others. */
export const isSolvable = ({ id, waitsFor, solved }: ReadIncident): boolean =>
  id !== '' && waitsFor === 'us' && !solved

/** Probable type of the document that solves an incident: the type of the one it is about. '' if unknown. */
export function replacementType(
  { documentId }: Pick<ReadIncident, 'documentId'>,
  serviceDocuments: readonly { documentId: string; type: string }[],
): string {
  return (
    (documentId &&
      serviceDocuments.find((serviceDocument) => serviceDocument.documentId === documentId)?.type) ||
    ''
  )
}
