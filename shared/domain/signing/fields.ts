import { SIGNING_FIELD_NAMES, type Signable, type SigningFields } from '../../bridge/signing.ts'

/** What a person looked at and wants to send all the same. */
export const SIGNING_ACCEPTABLE = ['id-control', 'landline', 'party-mismatch', 'postal-province'] as const
export type SigningAcceptable = (typeof SIGNING_ACCEPTABLE)[number]

/** What is judged: a request as it was typed. */
export interface SigningForm {
  document: Signable
  fields: SigningFields
  accepted: readonly string[]
}

export const emptySigningFields = (): SigningFields =>
  Object.fromEntries(SIGNING_FIELD_NAMES.map((name) => [name, ''])) as SigningFields

/** Some fields over others; what is not said stays. */
export type SigningChanges = { readonly [N in keyof SigningFields]?: string | undefined }
export const withSigningFields = (fields: SigningFields, changes: SigningChanges): SigningFields =>
  Object.fromEntries(
    SIGNING_FIELD_NAMES.map((name) => [name, changes[name] ?? fields[name]]),
  ) as SigningFields

/** Whether its body is not shown, so that more may be added to it (`extra`). */
export const takesExtra = (document: Signable): boolean => document !== 'mandate-generic'

/** What an empty delivery method means, and the only one that the specification names. */
export const USUAL_METHOD = 'email'

/** As it is sent. */
export const methodOf = ({ deliveryMethod }: Pick<SigningFields, 'deliveryMethod'>): string => {
  const typed = deliveryMethod.trim()
  return typed === '' || typed.toLowerCase() === USUAL_METHOD ? USUAL_METHOD : typed
}
