import type { SignatureRequestFields } from '../../bridge/signature-requests.ts'

/** The five documents that can be sent to sign. */
export const SIGNABLE = [
  'mandate-generic',
  'mandate-specific',
  'entity-representation',
  'sales-agreement',
  'lost-documents-declaration',
] as const
export type Signable = (typeof SIGNABLE)[number]

/** Maximum characters of the typed fields. `check-signature-request.ts` validates the values. */
export const SIGNATURE_REQUEST_FIELDS = {
  /** DNI or NIE of a person, or tax id of a company. It decides the kind of signer. */
  idNumber: 32,
  fullname: 200,
  /** Signatory of a company, who is a person. */
  representativeIdNumber: 32,
  street: 200,
  zipCode: 20,
  provinceName: 100,
  municipalityName: 100,
  phone: 40,
  email: 254,
  /** Open list, of which the specification names only `email`. */
  deliveryMethod: 50,
  /** Additional body fields as JSON, for the four documents whose body the specification does not show. */
  extra: 10_000,
  /** Local notes of the office. */
  notes: 4_000,
} as const
export type SignatureRequestField = keyof typeof SIGNATURE_REQUEST_FIELDS
export const SIGNATURE_REQUEST_FIELD_NAMES = Object.keys(
  SIGNATURE_REQUEST_FIELDS,
) as readonly SignatureRequestField[]

/** Maximum requests that are prepared or sent at once. */
export const MAX_PREPARED_REQUESTS = 200

/** Warnings that the user can accept. */
export const SIGNATURE_REQUEST_ACCEPTABLE = [
  'id-control',
  'landline',
  'party-mismatch',
  'postal-province',
] as const
export type SignatureRequestAcceptable = (typeof SIGNATURE_REQUEST_ACCEPTABLE)[number]

/** Request as typed. */
export interface SignatureRequestForm {
  document: Signable
  fields: SignatureRequestFields
  accepted: readonly string[]
}

export const emptySignatureRequestFields = (): SignatureRequestFields =>
  Object.fromEntries(SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, ''])) as SignatureRequestFields

/** Changes of some fields. Absent fields stay. */
export type SignatureRequestChanges = { readonly [N in keyof SignatureRequestFields]?: string | undefined }
export const withSignatureRequestFields = (
  fields: SignatureRequestFields,
  changes: SignatureRequestChanges,
): SignatureRequestFields =>
  Object.fromEntries(
    SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, changes[name] ?? fields[name]]),
  ) as SignatureRequestFields

/** True for documents whose body the specification does not show. They accept `extra`. */
export const takesExtra = (document: Signable): boolean => document !== 'mandate-generic'

/** Default delivery method. The specification names no other. */
export const USUAL_METHOD = 'email'

/** Delivery method as sent. */
export const methodOf = ({ deliveryMethod }: Pick<SignatureRequestFields, 'deliveryMethod'>): string => {
  const typed = deliveryMethod.trim()
  return typed === '' || typed.toLowerCase() === USUAL_METHOD ? USUAL_METHOD : typed
}
