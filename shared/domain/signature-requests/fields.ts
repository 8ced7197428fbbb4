import {
  SIGNATURE_REQUEST_FIELD_NAMES,
  type Signable,
  type SignatureRequestFields,
} from '../../bridge/signature-requests.ts'

/** What a person looked at and wants to send all the same. */
export const SIGNATURE_REQUEST_ACCEPTABLE = [
  'id-control',
  'landline',
  'party-mismatch',
  'postal-province',
] as const
export type SignatureRequestAcceptable = (typeof SIGNATURE_REQUEST_ACCEPTABLE)[number]

/** What is judged: a request as it was typed. */
export interface SignatureRequestForm {
  document: Signable
  fields: SignatureRequestFields
  accepted: readonly string[]
}

export const emptySignatureRequestFields = (): SignatureRequestFields =>
  Object.fromEntries(SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, ''])) as SignatureRequestFields

/** Some fields over others; what is not said stays. */
export type SignatureRequestChanges = { readonly [N in keyof SignatureRequestFields]?: string | undefined }
export const withSignatureRequestFields = (
  fields: SignatureRequestFields,
  changes: SignatureRequestChanges,
): SignatureRequestFields =>
  Object.fromEntries(
    SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, changes[name] ?? fields[name]]),
  ) as SignatureRequestFields

/** Whether its body is not shown, so that more may be added to it (`extra`). */
export const takesExtra = (document: Signable): boolean => document !== 'mandate-generic'

/** What an empty delivery method means, and the only one that the specification names. */
export const USUAL_METHOD = 'email'

/** As it is sent. */
export const methodOf = ({ deliveryMethod }: Pick<SignatureRequestFields, 'deliveryMethod'>): string => {
  const typed = deliveryMethod.trim()
  return typed === '' || typed.toLowerCase() === USUAL_METHOD ? USUAL_METHOD : typed
}
