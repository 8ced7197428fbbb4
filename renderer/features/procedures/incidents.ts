import { situationOf } from '#shared/domain/client-situations.ts'
import { resourceWords } from '#shared/text/resources.ts'
import { incidentLevelLabels } from '#shared/text/labels.ts'
import type { ReadIncident } from '#shared/text/incidents.ts'

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

/**
 * Name of an incident with that of the document it is about: several of one procedure may be called the same.
 * @param documentName name of a document at the service, by id; '' if unknown
 */
export const incidentName = (
  { title, documentId }: Pick<ReadIncident, 'title' | 'documentId'>,
  documentName: (id: string) => string,
): string =>
  [title || resourceWords.unnamedIncident, documentId && documentName(documentId)].filter(Boolean).join(' · ')

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

/**
 * Key of the text that asks the client for an incident, among the choices of its procedure.
 * @param open the open ones, in the order of the service
 */
export const incidentChoice = (incident: ReadIncident, open: readonly ReadIncident[]): string =>
  `${situationOf('incident', incident.type)}#${incident.id || open.indexOf(incident)}`
