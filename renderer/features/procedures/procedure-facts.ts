import { MAX_CENTS, formatEuros } from '#shared/domain/euros.ts'
import {
  formatAnyValue,
  type Body,
  readBodyField,
  isBody,
  readTextField,
  type When,
  readListField,
  readTimeField,
} from '#shared/domain/service-body.ts'
import type { Annotations } from '#shared/bridge/cases.ts'
import type { ChecklistForm } from '#shared/domain/procedures/checklists.ts'
import type { OwnedDocument } from '#shared/domain/procedures/document-party.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { extraLabels } from '#shared/text/procedure.ts'
import { dataLabels as labels, resourceWords } from '#shared/text/resources.ts'
import { fieldLabels, procedureName, incidentLevelLabels, documentLabel } from '#shared/text/labels.ts'
import { situationOf } from '#shared/domain/client-messages.ts'
import type { ReadIncident } from '#shared/text/incidents.ts'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { addressIn, type Fact, fact, moments } from '../resources/feature.ts'

/** Kind of the procedure; '' if the service does not say. */
export const procedureType = (body: Body): string =>
  procedureName(readTextField(body, 'type'), readTextField(body, 'typeDescription'))

/** Plate and chassis number of the body, in compact form; '' where absent. */
export function vehicleOf(body: Body): { vrm: string; vin: string } {
  const vehicle = readBodyField(body, 'vehicle')
  return {
    vrm: readTextField(vehicle, 'vrm') || readTextField(body, 'vrm'),
    vin: readTextField(vehicle, 'vin'),
  }
}

/**
 * Data of a registration or a transfer. Missing fields are left out.
 * @param car make and model, which the procedure itself does not have; '' if unknown
 */
export function procedureFacts(body: Body, car = ''): Fact[] {
  const { vrm, vin } = vehicleOf(body)
  return [
    ...fact(labels.vrm, vrm && displayPlate(vrm)),
    ...fact(labels.vehicle, car),
    ...fact(labels.vin, vin && displayVin(vin)),
    ...fact(fieldLabels.taxableBase, euros(body)),
    ...fact(fieldLabels.invoiceNumber, readTextField(body, 'invoiceNumber')),
    ...fact(fieldLabels.companyTaxId, readTextField(body, 'companyTaxId')),
    ...fact(fieldLabels.userEmail, readTextField(body, 'userEmail')),
    ...fact(extraLabels.recipient, readTextField(body, 'docRecipient')),
    ...fact(extraLabels.recipientAddress, addressIn(body, 'docRecipientAddress')),
    ...metadata(body),
    ...moments(body),
  ]
}

/** Formats the taxable base. A value that is not a number, or is impossibly large, is shown as received. */
function euros(body: Body): string {
  const amount = Object.hasOwn(body, 'taxableBase') ? body['taxableBase'] : null
  const cents = typeof amount === 'number' ? Math.round(amount * 100) : NaN
  return Math.abs(cents) <= MAX_CENTS ? formatEuros(cents) : readTextField(body, 'taxableBase')
}

/** Notes of the client or the service, under their own names. A value that is not an object is shown as received. */
function metadata(body: Body): Fact[] {
  const noted = Object.hasOwn(body, 'metadata') ? body['metadata'] : null
  if (!isBody(noted)) return fact(extraLabels.metadata('metadata'), readTextField(body, 'metadata'))
  return Object.entries(noted).flatMap(([name, value]) =>
    fact(extraLabels.metadata(name), formatAnyValue(value).trim()),
  )
}

/** Sorts incidents by urgency: blockers first, then document problems, then the rest that waits for this office. */
export function inOrder(incidents: readonly ReadIncident[]): ReadIncident[] {
  const { blocker, document } = incidentLevelLabels
  const weight = ({ level }: ReadIncident) => (level === blocker ? 0 : level === document ? 1 : 2)
  return incidents.toSorted((a, b) => weight(a) - weight(b))
}

/** Sorts solved incidents, the latest first. Incidents without a date from the service come last. */
export function latestFirst(solved: readonly ReadIncident[]): ReadIncident[] {
  const at = ({ solvedAt }: ReadIncident) =>
    typeof solvedAt === 'number' ? solvedAt : Number.NEGATIVE_INFINITY
  return solved.toSorted((a, b) => (at(a) === at(b) ? 0 : at(b) > at(a) ? 1 : -1))
}

/**
 * True if this office may solve the incident. The API allows this only for open incidents that wait for the office.
 */
export const isSolvable = ({ id, waitsFor, solved }: ReadIncident): boolean =>
  id !== '' && waitsFor === 'us' && !solved

/**
 * Name of an incident, followed by the name of its document: several incidents of one procedure may have the same
 * name.
 * @param documentName name of a document at the service, by id; '' if unknown
 */
export const incidentName = (
  { title, documentId }: Pick<ReadIncident, 'title' | 'documentId'>,
  documentName: (id: string) => string,
): string =>
  [title || resourceWords.unnamedIncident, documentId && documentName(documentId)].filter(Boolean).join(' · ')

/**
 * Probable type of the document that solves an incident: the type of the document with the incident. '' if unknown.
 */
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
 * Key of the text that asks the client to solve an incident, among the texts for the procedure.
 * @param open open incidents, in the order of the service
 */
export const incidentChoice = (incident: ReadIncident, open: readonly ReadIncident[]): string =>
  `${situationOf('incident', incident.type)}#${incident.id || open.indexOf(incident)}`

const FIELDS = { client: 'documents', generated: 'generatedDocuments' } as const

/**
 * Documents named by the body, used until the list of documents loads. None of them is known to be on this PC. `null`
 * if the service does not say.
 */
export function serviceDocumentsIn(body: Body, which: ServiceDocument['which']): ServiceDocument[] | null {
  const documents = documentsIn(body, FIELDS[which])
  if (documents === null) return null
  return documents.flatMap(({ id, name, kind, at }) =>
    id === ''
      ? []
      : [
          {
            documentId: id,
            which,
            type: kind,
            name,
            ...(typeof at === 'number' && { createdAt: at }),
            kept: false,
            coming: false,
            fileName: name,
          },
        ],
  )
}

/**
 * Name of the document at the service, followed by the name of the file sent from this PC. The service calls every
 * identity card a DNI.
 */
export const documentTitle = (document: Pick<ServiceDocument, 'name' | 'sentName'> | undefined): string =>
  [document?.name, document?.sentName].filter(Boolean).join(' · ')

/** Data of a procedure that decide its checklist, for `requirementsOf`. */
export const checklistForm = (
  annotations: Pick<Annotations, 'fields' | 'situations'> | undefined,
  vrm: string | undefined,
): ChecklistForm => {
  const { sellerTaxId = '', buyerTaxId = '', sellerName = '', buyerName = '' } = annotations?.fields ?? {}
  return {
    fields: { sellerTaxId, buyerTaxId, sellerName, buyerName, vrm: vrm ?? '' },
    situations: annotations?.situations,
  }
}

/** Documents of the client at the service, for `requirementsOf`. */
export const givenDocuments = (
  documents: readonly Pick<ServiceDocument, 'which' | 'type' | 'sentName' | 'party'>[],
): OwnedDocument[] =>
  documents
    .filter(({ which }) => which === 'client')
    .map(({ type, sentName = '', party }) => ({ type, name: sentName, party }))

interface ReadDocument {
  id: string
  /** Name that the service gives, else our name for the type; '' without either. */
  name: string
  /** Type code of the service. */
  kind: string
  /** Name of the type; '' if the name of the document already says it. */
  type: string
  at: When | null
}

/** Documents of a list in the body; `null` if the service does not say. Their links are never stored. */
export const documentsIn = (body: Body, field: string): ReadDocument[] | null =>
  readListField(body, field)?.map(readDocument) ?? null

function readDocument(document: Body): ReadDocument {
  const kind = readTextField(document, 'type')
  const type = kind === '' ? '' : documentLabel(kind)
  const name = readTextField(document, 'name') || type
  return {
    id: readTextField(document, 'id'),
    name,
    kind,
    type: name.toLowerCase().includes(type.toLowerCase()) ? '' : type,
    at: readTimeField(document, 'createdAt'),
  }
}
