import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { DRAFT_KINDS, type DraftKind, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import type { GeneratedDocumentType, InputDocumentType } from '#shared/domain/vocabulary.ts'

/** Data of a procedure type that only the service has. The rest is in `shared/domain/procedures/kinds.ts`. */
interface ServiceKind {
  /** Provisional documents and taxes that the state `DONE` generates. */
  readonly done: (vin: string | null) => readonly GeneratedDocumentType[]
  /** Final documents that `DELIVERED_TO_CLIENT` adds. */
  readonly delivered: readonly GeneratedDocumentType[]
  /** Documents that the client of an invented procedure has sent. */
  readonly given: readonly InputDocumentType[]
  /** Name in the API reference: «Create a transfer». */
  readonly noun: string
  /** First sentence of the creation's description, and the example of its body. */
  readonly note: string
  readonly example: Readonly<Record<string, unknown>>
}

/**
 * Documents of the registration tax: paid (576), not due (06) or waived (05, with its request 01 and the reduced
 * VAT of 04). The last digit of the VIN decides, so a tester can choose.
 */
function listTaxDocuments(vin: string | null): readonly GeneratedDocumentType[] {
  switch (vin?.at(-1)) {
    case '7':
      return ['es_06_doc']
    case '8':
      return ['es_05_doc']
    case '9':
      return ['es_01_doc', 'es_04_doc', 'es_05_doc']
    default:
      return ['es_576_doc', 'es_iedmt_payment_proof']
  }
}

const LINK = { type: 'invoice', url: 'https://files.example.com/factura.pdf' }
const userEmail = 'mostrador@example.com'

export const SERVICE_KINDS: Readonly<Record<DraftKind, ServiceKind>> = {
  registration: {
    done: (vin) => [
      ...listTaxDocuments(vin),
      'temp_veh_registration_cert',
      'temp_technical_sheet',
      'es_ivtm_doc',
      'es_ivtm_payment_proof',
      'submission_proof',
      'procedure_invoice',
    ],
    delivered: ['final_veh_registration_cert', 'final_technical_sheet'],
    given: ['invoice', 'technical_sheet', 'national_id'],
    noun: 'registration',
    note: 'A VIN shorter than 17 characters is accepted as an older chassis number, with a `Warning`.',
    example: { vin: 'VSSZZZ5FZHR000412', userEmail, documents: [LINK] },
  },
  transfer: {
    done: () => [
      'es_itp_doc',
      'es_itp_payment_proof',
      'temp_veh_registration_cert',
      'submission_proof',
      'procedure_invoice',
    ],
    delivered: ['final_veh_registration_cert'],
    given: ['sales_agreement', 'veh_registration_cert', 'technical_sheet', 'national_id'],
    noun: 'transfer',
    note: '`taxableBase` is in euros, with two decimals at most.',
    example: {
      vrm: '1234BCD',
      taxableBase: 8450.5,
      invoiceNumber: 'F-2026-117',
      userEmail,
      documents: [LINK],
    },
  },
  notification: {
    done: () => ['submission_proof', 'procedure_invoice'],
    delivered: [],
    given: ['sales_agreement', 'national_id'],
    noun: 'notification',
    note: 'The path and the body are an assumption: the specification has neither.',
    example: { vrm: '1234BCD', userEmail, documents: [] },
  },
}

/** `type` of a kind at this service. The specification shows no type of a notification. */
export function typeOfKind(kind: DraftKind, { notificationType }: ServiceAssumptions): string {
  const { type } = PROCEDURE_KINDS[kind]
  return typeof type === 'string' ? type : notificationType
}

/** Summary of the creation in the API reference. */
export const creationSummary = (kind: DraftKind): string => `Create a ${SERVICE_KINDS[kind].noun}`

/** Kinds whose drafts can be changed. */
export const UPDATABLE_KINDS = DRAFT_KINDS.filter((kind) => PROCEDURE_KINDS[kind].canUpdateDraft)
