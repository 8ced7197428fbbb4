import { incidentLabels, incidentLevelLabels } from '#shared/text/labels-incidents.ts'
import { entryOf, labelOf, otherValue } from '#shared/text/outside.ts'
import { type Body, type When, listIn, whenIn, wordsIn } from '../resources/body-reading.ts'

export interface ReadIncident {
  /** '' when the service gives none: nothing can be said of it to the service. */
  id: string
  type: string
  /** Ours for a type that we know, else the service's own words; '' when it gives none. */
  title: string
  /** Who has to move. A level never seen is shown raw and is taken for ours, which is the careful side. */
  waitsFor: 'us' | 'others'
  level: string
  /** The service's own words, where the title does not already say them. */
  description: string
  /** '' for a type that we do not know. */
  step: string
  since: When | null
  solved: boolean
  solvedAt: When | null
  /** The document it is about, '' when it is about none. */
  documentId: string
}

/** The incidents of the body; `null` when the service does not say whether there are any. */
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

/**
 * The order in which they are dealt with: what stops it first, then what is wrong with a document, then the rest that
 * waits for this desk.
 */
export function inOrder(incidents: readonly ReadIncident[]): ReadIncident[] {
  const { blocker, document } = incidentLevelLabels
  const weight = ({ level }: ReadIncident) => (level === blocker ? 0 : level === document ? 1 : 2)
  return incidents.toSorted((a, b) => weight(a) - weight(b))
}

/** The API lets the client solve what depends on them, and never what waits for others. */
export const isSolvable = ({ id, waitsFor, solved }: ReadIncident): boolean =>
  id !== '' && waitsFor === 'us' && !solved

/** What the document given for an incident probably is: another of the one it is about. '' when nothing says it. */
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
