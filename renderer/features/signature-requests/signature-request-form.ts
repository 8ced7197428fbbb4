import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import {
  SIGNABLE,
  type Signable,
  type SignatureRequestField,
  SIGNATURE_REQUEST_ACCEPTABLE,
  type SignatureRequestAcceptable,
  type SignatureRequestForm,
} from '#shared/domain/signature-requests/fields.ts'
import type { Result } from '#shared/bridge/result.ts'
import { signatureRequestText as text } from '#shared/text/signatures.ts'
import { signatureRequestFieldLabels } from '#shared/text/fields.ts'
import type { Bridge } from '../../bridge.ts'
import type { Client } from '../../replica/client.ts'
import { createAutosave, type Autosave } from '../../app/forms/autosave.ts'
import type { FormSource } from '../../app/forms/form-state.ts'

/** Fields that the form saves. The document and its procedure ('' for none) are saved like typed fields. */
export type FormField = SignatureRequestField | 'document' | 'procedureId'
type SignatureRequestFormFields = Record<FormField, string>
type SignatureRequestAutosave = Autosave<FormField, SignatureRequestAcceptable>
type SignatureRequestSource = FormSource<FormField, SignatureRequestAcceptable>

/** Acceptances that are withdrawn when a field changes. */
const ACCEPTED_OF: Readonly<Partial<Record<FormField, readonly SignatureRequestAcceptable[]>>> = {
  idNumber: ['id-control', 'party-mismatch'],
  procedureId: ['party-mismatch'],
  phone: ['landline'],
  deliveryMethod: ['landline'],
  zipCode: ['postal-province'],
  provinceName: ['postal-province'],
}

const isAcceptable = (word: string): word is SignatureRequestAcceptable =>
  (SIGNATURE_REQUEST_ACCEPTABLE as readonly string[]).includes(word)

/** Form source of a request. */
export const sourceOf = ({
  version,
  fields,
  document,
  procedureId = '',
  accepted,
}: SignatureRequest): SignatureRequestSource => ({
  version,
  fields: { ...fields, document, procedureId },
  accepted: accepted.filter(isAcceptable),
})

/** Part of a form that the checks validate. */
export const judgedOf = ({
  fields,
  accepted,
}: Omit<SignatureRequestSource, 'version'>): SignatureRequestForm => ({
  document: documentOf(fields),
  fields,
  accepted,
})

export const documentOf = ({ document }: Pick<SignatureRequestFormFields, 'document'>): Signable =>
  SIGNABLE.find((one) => one === document) ?? SIGNABLE[0]

const asSource = (answer: Result<SignatureRequest>): Result<SignatureRequestSource> =>
  answer.ok ? { ok: true, value: sourceOf(answer.value) } : answer

/** Form of one request, saved in the core as it is typed. */
export function createSignatureRequestForm(
  bridge: Bridge,
  signatureRequest: SignatureRequest,
  now: () => number,
): SignatureRequestAutosave {
  const { id } = signatureRequest
  return createAutosave<FormField, SignatureRequestAcceptable>({
    known: sourceOf(signatureRequest),
    now,
    save: async (version, { fields: { document, procedureId, ...fields }, accepted }) =>
      asSource(
        await bridge.call('signature-requests.save', {
          id,
          version,
          fields,
          ...(document !== undefined && { document: documentOf({ document }) }),
          ...(procedureId !== undefined && { procedureId: procedureId === '' ? null : procedureId }),
          ...(accepted && { accepted }),
        }),
      ),
    read: async () => asSource(await bridge.call('signature-requests.get', { id })),
    acceptedOf: (field) => ACCEPTED_OF[field] ?? [],
  })
}

/** Returns the form of a request: the same instance while it has unsaved changes. */
export const signatureRequestForm = (
  { forms, bridge, now }: Client,
  signatureRequest: SignatureRequest,
): SignatureRequestAutosave =>
  forms.of(requestFormKey(signatureRequest.id), () =>
    createSignatureRequestForm(bridge, signatureRequest, now),
  )

/** Call this when the page of the request unmounts. */
export const leaveSignatureRequestForm = (
  { forms }: Client,
  id: string,
  form: SignatureRequestAutosave,
): Promise<void> => forms.leave(requestFormKey(id), form)

const requestFormKey = (id: string) => `signature request ${id}`

/** Labels of all fields that a request's form saves. */
export const formLabels: Readonly<Record<FormField, string>> = {
  ...signatureRequestFieldLabels,
  document: text.document,
  procedureId: text.section,
}
