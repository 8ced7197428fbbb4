import type { DealerRow, MissingDocument } from '../bridge/dealers.ts'
import type { DealerSection, Waits } from '../domain/dealer-board.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { kindOfType } from '../domain/procedures/kind-of-type.ts'
import { DRAFT_KINDS, type DraftKind } from '../domain/procedures/fields.ts'
import { monthName } from './app-months.ts'
import { stateName } from './app-resources.ts'
import { lowerFirst } from './grammar.ts'
import {
  documentLabel,
  incidentLabels,
  procedureKindLabels,
  procedureName,
  signatureDocumentLabels,
} from './labels.ts'
import { entryOf, labelOf, unknownNames } from './labels-reports.ts'
import { requirementLabel } from './procedure-fields.ts'

/** Words of a row of a dealer's board: on screen, on paper, in a file and in the digest. */

/** Whom a row waits for. */
export const waitsNames: Readonly<Record<Waits, string>> = {
  dealer: 'Compraventa',
  signer: 'Firmante',
  office: 'Nosotros',
  registry: 'Tráfico',
  nobody: '',
}

const draftStates: Readonly<Record<string, string>> = {
  editing: 'Borrador',
  ready: 'Por enviar',
  leaving: 'A punto de enviarse',
  sending: 'Enviándose',
  stopped: 'Sin enviar: espera tu decisión',
}

export const dealerRowWords = {
  /** Of a car without a plate, the end of its chassis number. */
  name: ({ vrm, vin }: Pick<DealerRow, 'vrm' | 'vin'>): string =>
    vrm !== undefined
      ? displayPlate(vrm)
      : vin !== undefined
        ? `Bastidor …${vin.slice(-6)}`
        : 'Sin matrícula todavía',
  type: ({ kind, type, label }: Pick<DealerRow, 'kind' | 'type' | 'label'>): string =>
    kind === 'draft'
      ? (entryOf(procedureKindLabels, type) ?? unknownNames.procedure)
      : procedureName(type, label),
  state: ({
    kind,
    status,
    statusDescription,
  }: Pick<DealerRow, 'kind' | 'status' | 'statusDescription'>): string =>
    kind === 'draft'
      ? labelOf(draftStates, status, unknownNames.state)
      : stateName('procedure', status, statusDescription),
  assigned: 'Matrícula asignada',
  /** Names of what is missing and of what else is asked. */
  missing: (row: Pick<DealerRow, 'kind' | 'type' | 'missing' | 'asks'>): string[] => [
    ...new Set([
      ...row.missing.map((lacking) => missingName(lacking, row)),
      ...row.asks.map((incident) => labelOf(incidentLabels, incident, '') || unknownNames.incident),
    ]),
  ],
  /** Name of a missing document. */
  missingName,
  document: (document: string): string =>
    labelOf(signatureDocumentLabels, document, '') || unknownNames.document,
} as const

/** State of a document that was sent to be signed. */
export const outcomeNames = {
  signed: 'firmado',
  waiting: 'sin firmar',
  failed: 'sin firmar: hay que enviarlo otra vez',
} as const

const kindOf = ({ kind, type }: Pick<DealerRow, 'kind' | 'type'>): DraftKind =>
  (kind === 'draft' ? DRAFT_KINDS.find((one) => one === type) : kindOfType(type)) ?? 'transfer'

/** «DNI (documento caducado)», «Contrato o factura». */
function missingName(lacking: MissingDocument, row: Pick<DealerRow, 'kind' | 'type'>): string {
  if ('requirement' in lacking) return requirementLabel(lacking.requirement, kindOf(row))
  const incident = labelOf(incidentLabels, lacking.incident, unknownNames.incident)
  if (lacking.incident === 'pending-document')
    return lacking.document === undefined ? 'Un documento' : documentLabel(lacking.document)
  if (lacking.document === undefined) return incident
  return `${documentLabel(lacking.document)} (${lowerFirst(incident)})`
}

/** Titles of the parts of a board. */
export const sectionTitle = (section: DealerSection, month: string, isPresent: boolean): string =>
  section !== 'ended'
    ? sectionNames[section]
    : isPresent
      ? 'Terminados y anulados este mes'
      : `Terminados y anulados en ${monthName(month)}`
/** In a text for the dealer, where what was cancelled is apart. */
export const endedTitle = (month: string, isPresent: boolean): string =>
  isPresent ? 'Terminados este mes' : `Terminados en ${monthName(month)}`
export const cancelledTitle = (month: string, isPresent: boolean): string =>
  isPresent ? 'Anulados este mes' : `Anulados en ${monthName(month)}`
/** The parts, without their month. */
export const sectionNames: Readonly<Record<DealerSection, string>> = {
  dealer: 'Pendiente del compraventa',
  office: 'Pendiente de nosotros',
  registry: 'En Tráfico',
  ended: 'Terminado o anulado',
}
