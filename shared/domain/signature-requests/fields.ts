import {
  SIGNATURE_REQUEST_FIELD_NAMES,
  type Signable,
  type SignatureRequestFields,
} from '../../bridge/signature-requests.ts'

/** Warnings that the user can accept. */
export const SIGNATURE_REQUEST_ACCEPTABLE = [
  'id-control',
  'landline',
  'party-mismatch',
  'postal-province',
] as const
export type SignatureRequestAcceptable = (typeof SIGNATURE_REQUEST_ACCEPTABLE)[number]

/** Form to be checked: a request as typed. */
export interface SignatureRequestForm {
  document: Signable
  fields: SignatureRequestFields
  accepted: readonly string[]
}

export const emptySignatureRequestFields = (): SignatureRequestFields =>
  Object.fromEntries(SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, ''])) as SignatureRequestFields

/** Applies changes to some fields; absent ones stay. */
export type SignatureRequestChanges = { readonly [N in keyof SignatureRequestFields]?: string | undefined }
export const withSignatureRequestFields = (
  fields: SignatureRequestFields,
  changes: SignatureRequestChanges,
): SignatureRequestFields =>
  Object.fromEntries(
    SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, changes[name] ?? fields[name]]),
  ) as SignatureRequestFields

/** True for documents whose body is not shown, which accept `extra`. */
export const takesExtra = (document: Signable): boolean => document !== 'mandate-generic'

/** Default delivery method, and the only one that the specification names. */
export const USUAL_METHOD = 'email'

/** Delivery method as sent. */
export const methodOf = ({ deliveryMethod }: Pick<SignatureRequestFields, 'deliveryMethod'>): string => {
  const typed = deliveryMethod.trim()
  return typed === '' || typed.toLowerCase() === USUAL_METHOD ? USUAL_METHOD : typed
}
