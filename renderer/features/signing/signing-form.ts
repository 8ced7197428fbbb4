import { SIGNABLE, type Signable, type Signing, type SigningField } from '#shared/bridge/signing.ts'
import type { Result } from '#shared/bridge/result.ts'
import {
  SIGNING_ACCEPTABLE,
  type SigningAcceptable,
  type SigningForm,
} from '#shared/domain/signing/fields.ts'
import type { Bridge } from '../../bridge.ts'
import type { Client } from '../../replica/client.ts'
import { createAutosave, type Autosave } from '../autosave/autosave.ts'
import type { FormSource } from '../autosave/form-state.ts'

/** What is chosen is kept as what is typed is: which document it is, and which procedure it is for ('' for none). */
export type FormField = SigningField | 'document' | 'procedureId'
export type SigningFormFields = Record<FormField, string>
export type SigningAutosave = Autosave<FormField, SigningAcceptable>
export type SigningSource = FormSource<FormField, SigningAcceptable>

/** What was accepted of a field was of what it said then. */
const ACCEPTED_OF: Readonly<Partial<Record<FormField, readonly SigningAcceptable[]>>> = {
  idNumber: ['id-control', 'party-mismatch'],
  procedureId: ['party-mismatch'],
  phone: ['landline'],
  deliveryMethod: ['landline'],
  zipCode: ['postal-province'],
  provinceName: ['postal-province'],
}

const isAcceptable = (word: string): word is SigningAcceptable =>
  (SIGNING_ACCEPTABLE as readonly string[]).includes(word)

/** A request as its form has it. */
export const sourceOf = ({
  version,
  fields,
  document,
  procedureId = '',
  accepted,
}: Signing): SigningSource => ({
  version,
  fields: { ...fields, document, procedureId },
  accepted: accepted.filter(isAcceptable),
})

/** What is judged of a form. */
export const judgedOf = ({ fields, accepted }: Omit<SigningSource, 'version'>): SigningForm => ({
  document: documentOf(fields),
  fields,
  accepted,
})

export const documentOf = ({ document }: Pick<SigningFormFields, 'document'>): Signable =>
  SIGNABLE.find((one) => one === document) ?? SIGNABLE[0]

const asSource = (answer: Result<Signing>): Result<SigningSource> =>
  answer.ok ? { ok: true, value: sourceOf(answer.value) } : answer

/** The form of one request, kept in the core as it is typed. */
export function createSigningForm(bridge: Bridge, signing: Signing, now: () => number): SigningAutosave {
  const { id } = signing
  return createAutosave<FormField, SigningAcceptable>({
    known: sourceOf(signing),
    now,
    save: async (version, { fields: { document, procedureId, ...fields }, accepted }) =>
      asSource(
        await bridge.call('signing.save', {
          id,
          version,
          fields,
          ...(document !== undefined && { document: documentOf({ document }) }),
          ...(procedureId !== undefined && { procedureId: procedureId === '' ? null : procedureId }),
          ...(accepted && { accepted }),
        }),
      ),
    read: async () => asSource(await bridge.call('signing.get', { id })),
    acceptedOf: (field) => ACCEPTED_OF[field] ?? [],
  })
}

/** The form of a request: the same one while something of it is not kept. */
export const signingForm = ({ forms, bridge, now }: Client, signing: Signing): SigningAutosave =>
  forms.of(keyOf(signing.id), () => createSigningForm(bridge, signing, now))

/** Its page is left. */
export const leaveSigningForm = ({ forms }: Client, id: string, form: SigningAutosave): Promise<void> =>
  forms.leave(keyOf(id), form)

const keyOf = (id: string) => `signing ${id}`
