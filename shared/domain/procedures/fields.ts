import { tidyDay } from '../typed-day.ts'

/**
 * Data of a procedure as typed. The service receives only plate or chassis number, taxable base, invoice and e-mail.
 * Other data stay on this PC for search, legal terms and checks.
 */

/** Maximum lengths of a colleague's name, and of what the giver of a draft says. */
export const HANDOVER_LENGTHS = { person: 100, note: 1_000 } as const

/** Fields with their maximum lengths. */
export const FIELD_LENGTHS = {
  vrm: 32,
  vin: 40,
  taxableBase: 40,
  invoiceNumber: 100,
  userEmail: 254,
  /** Dealer or client of the procedure. */
  client: 200,
  sellerName: 200,
  sellerTaxId: 32,
  buyerName: 200,
  buyerTaxId: 32,
  /** DD/MM/YYYY: start of the legal terms. */
  contractDate: 10,
  notes: 4_000,
} as const
export type FieldName = keyof typeof FIELD_LENGTHS
export const FIELD_NAMES = Object.keys(FIELD_LENGTHS) as readonly FieldName[]

/** Warnings that the user can accept. Otherwise each blocks the step. */
export const ACCEPTABLE = ['short-vin', 'seller-control', 'buyer-control'] as const
export type Acceptable = (typeof ACCEPTABLE)[number]

/** Fields as typed. Untouched fields are empty. */
export type DraftFields = Record<FieldName, string>
export interface DraftForm {
  fields: DraftFields
  accepted: readonly Acceptable[]
  /** Ids of the documents that the template asks for. Absent for the usual ones (checklists.ts). */
  expected?: readonly string[] | undefined
  /** Situations of the checklist that the user chose (`situationChoices` of checklists.ts). */
  situations?: readonly string[] | undefined
}

/** Most chosen situations, and most documents of a template. */
export const MAX_SITUATIONS = 30
export const MAX_EXPECTED = 100

export const STEPS = ['vehicle', 'operation', 'parties', 'documents', 'review'] as const
export type StepId = (typeof STEPS)[number]

export const emptyForm = (): Pick<DraftForm, 'fields' | 'accepted'> => ({
  fields: Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as DraftFields,
  accepted: [],
})

/** Changes of some fields. Absent fields stay. */
export type FieldChanges = { readonly [N in FieldName]?: string | undefined }
export const withFields = (fields: DraftFields, changes: FieldChanges): DraftFields =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, changes[name] ?? fields[name]])) as DraftFields

/** Stored form of the fields, with the date in full. */
export const tidyFields = (fields: DraftFields, now: number): DraftFields => ({
  ...fields,
  contractDate: tidyDay(fields.contractDate, now),
})
