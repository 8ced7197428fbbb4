import { useCallback, useMemo, useState } from 'react'
import type { Contact, SignatureRequest } from '#shared/bridge/signature-requests.ts'
import {
  SIGNATURE_REQUEST_FIELD_NAMES,
  type SignatureRequestField,
} from '#shared/domain/signature-requests/fields.ts'
import { type DraftKind, kindOfType } from '#shared/domain/procedures/kinds.ts'
import { readTextField } from '#shared/domain/service-body.ts'
import { provinceOfPostalCode } from '#shared/domain/addresses.ts'
import {
  checkSignatureRequest,
  isBlocking,
  signerType,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import { signatureRequestText as text } from '#shared/text/signatures.ts'
import { provinceNames } from '#shared/text/labels.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import { useAutosave } from '../../app/forms/autosave.ts'
import { fieldSelector, useFocusAfter } from '../../app/forms/field-line.tsx'
import { useFills } from '../../app/forms/fills.ts'
import { type PartySlot, useKnownParty } from '../known-parties/feature.ts'
import { type Party, signerFromParty } from './signature-request-view-model.ts'
import {
  formLabels,
  type FormField,
  judgedOf,
  leaveSignatureRequestForm,
  signatureRequestForm,
  sourceOf,
} from './signature-request-form.ts'

/** Kind of a procedure; `null` while it is not known. */
export function useProcedureKind(id: string): DraftKind | null {
  const { data } = useQuery('changes.get', { kind: 'procedure', id })
  return kindOfType(readTextField(data?.body ?? {}, 'type'))
}

/** Fields that a contact fills in. */
const CONTACT_FIELDS = [
  'idNumber',
  'fullname',
  'representativeIdNumber',
  'street',
  'zipCode',
  'provinceName',
  'municipalityName',
  'phone',
  'email',
  'deliveryMethod',
] as const satisfies readonly SignatureRequestField[]

/** Version of a request that has not been changed yet. */
const FIRST_VERSION = 1

export const SIGNER: PartySlot<FormField> = {
  number: 'idNumber',
  names: {
    fullname: 'fullname',
    representativeIdNumber: 'representativeIdNumber',
    street: 'street',
    zipCode: 'zipCode',
    municipalityName: 'municipalityName',
    provinceName: 'provinceName',
    phone: 'phone',
    email: 'email',
  },
}

const provinceOf = (zipCode: string): string => provinceNames.get(provinceOfPostalCode(zipCode) ?? '') ?? ''

/** True if nothing prevents the sending of the saved request. */
export const isSendable = (known: SignatureRequest): boolean =>
  !checkSignatureRequest(judgedOf(sourceOf(known))).problems.some(({ check }) => isBlocking(check))

/**
 * State of a request in editing: values, problems and focus.
 * @param isOpen true while the form is on screen, false while the review is
 */
export function useSignatureRequest(known: SignatureRequest, isOpen: boolean) {
  const client = useClient()
  const { bridge } = client
  const [form] = useState(() => signatureRequestForm(client, known))
  const source = useMemo(() => sourceOf(known), [known])
  const { id } = known
  const leave = useCallback(() => void leaveSignatureRequestForm(client, id, form), [client, id, form])
  const kept = useAutosave(form, source, leave)
  const judged = judgedOf(kept)
  const { fields } = kept
  const type = signerType(fields.idNumber)
  const { problems } = checkSignatureRequest(judged)
  const stops = problems.filter(({ check }) => isBlocking(check))
  /** Fields that show their errors, because the user left them or submitted them with problems. */
  const [left, setLeft] = useState<ReadonlySet<SignatureRequestField>>(
    () => new Set(SIGNATURE_REQUEST_FIELD_NAMES.filter((name) => known.fields[name].trim() !== '')),
  )
  const focus = useFocusAfter()
  const fills = useFills(form, formLabels)
  // A new request from a procedure or a contact has its signer and no typed text. A finished or refused request is
  // not filled in, because a change would return it to editing.
  const isNew = known.version === FIRST_VERSION && known.state === 'editing'
  const party = useKnownParty(
    { id, fields, fills, labels: formLabels, isOpen },
    SIGNER,
    isNew && known.fields.idNumber.trim() !== '',
  )
  const show = (names: readonly SignatureRequestField[]) =>
    setLeft((before) => new Set([...before, ...names]))

  const fillIn = (some: Partial<Record<SignatureRequestField, string>>, name: string) => {
    fills.fillIn(Object.fromEntries(CONTACT_FIELDS.map((field) => [field, some[field]])))
    if (some.zipCode === undefined && some.idNumber !== undefined) show(['idNumber'])
    party.typed()
    announce(text.filled(name))
    // Focus the first missing field, or else the next step.
    const filled = judgedOf({ ...kept, fields: { ...fields, ...some } })
    const missing = checkSignatureRequest(filled).problems.find(({ check }) => isBlocking(check))
    focus(missing ? fieldSelector(missing.field) : '[data-request-next]')
  }
  return {
    bridge,
    known,
    form,
    kept,
    judged,
    fields,
    document: judged.document,
    type,
    problems,
    /** Blocking problems. */
    stops,
    isStrict: (name: SignatureRequestField) => left.has(name),
    leaveField: (name: SignatureRequestField) => {
      if (fields[name].trim() !== '') show([name])
      void form.flush()
    },
    typeIn: (name: SignatureRequestField, value: string) => {
      if (name === 'idNumber') party.typed()
      form.type(name, value)
      if (name !== 'zipCode') return
      // The postal code sets the province, unless the user typed another province.
      const province = provinceOf(value)
      const before = provinceOf(fields.zipCode)
      if (province !== '' && (fields.provinceName.trim() === '' || fields.provinceName === before))
        form.type('provinceName', province)
    },
    setField(name: SignatureRequestField, value: string) {
      if (name === 'idNumber') party.typed()
      form.type(name, value)
      show([name])
      focus(fieldSelector(name))
    },
    /** Filled values, with their undo. */
    fills,
    toField(name: SignatureRequestField) {
      show([name])
      focus(fieldSelector(name))
    },
    focus,
    /** Values about the signer in this account's memory. */
    party,
    /** Shows every error, and focuses the first field with one. */
    showProblems() {
      show(stops.map(({ field }) => field))
      const [first] = stops
      if (first) focus(fieldSelector(first.field))
      announce(text.toFix(stops.length))
    },
    fromContact: ({ fields: theirs }: Contact) => {
      const { deliveryMethod, ...rest } = theirs
      fillIn({ ...rest, ...(deliveryMethod !== '' && { deliveryMethod }) }, theirs.fullname)
    },
    fromParty: (of: Party) => fillIn(signerFromParty(of), of.name || of.taxId),
  }
}

export type SignatureRequestOnScreen = ReturnType<typeof useSignatureRequest>
