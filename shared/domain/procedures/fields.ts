import { tidyDay } from '../typed-day.ts'

/**
 * What the desk writes down of a procedure, as it was typed. The service is only told what service.md names (plate or
 * chassis, taxable base, invoice, e-mail); the rest stays on this PC, for searching, legal clocks and later checks.
 */

export const DRAFT_KINDS = ['registration', 'transfer', 'notification'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** Every field, with the most characters that it holds. */
export const FIELD_LENGTHS = {
  vrm: 32,
  vin: 40,
  taxableBase: 40,
  invoiceNumber: 100,
  userEmail: 254,
  /** The dealer or client it is for. */
  client: 200,
  sellerName: 200,
  sellerTaxId: 32,
  buyerName: 200,
  buyerTaxId: 32,
  /** DD/MM/YYYY: the legal clocks start there. */
  contractDate: 10,
  notes: 4_000,
} as const
export type FieldName = keyof typeof FIELD_LENGTHS
export const FIELD_NAMES = Object.keys(FIELD_LENGTHS) as readonly FieldName[]

/** What a person looked at and wants to go on with: each is a warning that would otherwise hold the step up. */
export const ACCEPTABLE = ['short-vin', 'seller-control', 'buyer-control'] as const
export type Acceptable = (typeof ACCEPTABLE)[number]

/** The fields as typed; what was never touched is empty. */
export type DraftFields = Record<FieldName, string>
export interface DraftForm {
  fields: DraftFields
  accepted: readonly Acceptable[]
}

export const STEPS = ['vehicle', 'operation', 'parties', 'documents', 'review'] as const
export type StepId = (typeof STEPS)[number]

/** The steps that ask for something typed, with their fields in the order they are asked. */
export const STEP_FIELDS: Readonly<
  Record<DraftKind, Readonly<Record<Exclude<StepId, 'documents' | 'review'>, readonly FieldName[]>>>
> = {
  registration: {
    vehicle: ['vin'],
    operation: ['userEmail', 'contractDate', 'client', 'notes'],
    parties: ['buyerName', 'buyerTaxId'],
  },
  transfer: {
    vehicle: ['vrm'],
    operation: ['taxableBase', 'invoiceNumber', 'contractDate', 'userEmail', 'client', 'notes'],
    parties: ['sellerName', 'sellerTaxId', 'buyerName', 'buyerTaxId'],
  },
  notification: {
    vehicle: ['vrm'],
    operation: ['contractDate', 'userEmail', 'client', 'notes'],
    parties: ['sellerName', 'sellerTaxId', 'buyerName', 'buyerTaxId'],
  },
}

/** What the service asks for: without them nothing can be sent. */
export const REQUIRED_FIELDS: Readonly<Record<DraftKind, readonly FieldName[]>> = {
  registration: ['vin', 'userEmail'],
  transfer: ['vrm', 'taxableBase', 'invoiceNumber', 'userEmail'],
  notification: ['vrm', 'userEmail'],
}

/** Every field of a kind, in the order of its steps. */
export const fieldsOf = (kind: DraftKind): readonly FieldName[] => Object.values(STEP_FIELDS[kind]).flat()

export const emptyForm = (): DraftForm => ({
  fields: Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as DraftFields,
  accepted: [],
})

/** Some fields over others; what is not said stays. */
export type FieldChanges = { readonly [N in FieldName]?: string | undefined }
export const withFields = (fields: DraftFields, changes: FieldChanges): DraftFields =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, changes[name] ?? fields[name]])) as DraftFields

/** The fields as they are stored of a procedure: its date in full, whatever way it was typed. */
export const tidyFields = (fields: DraftFields, now: number): DraftFields => ({
  ...fields,
  contractDate: tidyDay(fields.contractDate, now),
})

/** What is kept for "crear otro igual": not the vehicle, nor what is of that one sale. */
export function formLike({ fields }: DraftForm): DraftForm {
  const { userEmail, client, sellerName, sellerTaxId, buyerName, buyerTaxId, contractDate } = fields
  return {
    fields: {
      ...emptyForm().fields,
      userEmail,
      client,
      sellerName,
      sellerTaxId,
      buyerName,
      buyerTaxId,
      contractDate,
    },
    accepted: [],
  }
}
