import { useCallback, useMemo, useState } from 'react'
import {
  type Contact,
  type SignatureRequest,
  SIGNATURE_REQUEST_FIELD_NAMES,
  type SignatureRequestField,
} from '#shared/bridge/signature-requests.ts'
import { provinceOfPostalCode } from '#shared/domain/postal-code.ts'
import {
  checkSignatureRequest,
  isBlocking,
  signerType,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import { signatureRequestText as text } from '#shared/text/app-signature-request.ts'
import { provinceNames } from '#shared/text/labels-provinces.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { useAutosave } from '../autosave/use-autosave.ts'
import { fieldSelector, useFocusAfter } from '../frame/use-focus-after.ts'
import type { Party } from './parties.ts'
import { signerFromParty } from './parties.ts'
import {
  judgedOf,
  leaveSignatureRequestForm,
  signatureRequestForm,
  sourceOf,
} from './signature-request-form.ts'

/** What an empty form is filled in from. */
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

const provinceOf = (zipCode: string): string => provinceNames.get(provinceOfPostalCode(zipCode) ?? '') ?? ''

/** A request to sign while it is filled in: what is typed, what is wrong in it, and where the focus goes. */
export function useSignatureRequest(known: SignatureRequest) {
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
  /** What was left, or tried to go past: what is wrong in it is said. */
  const [left, setLeft] = useState<ReadonlySet<SignatureRequestField>>(
    () => new Set(SIGNATURE_REQUEST_FIELD_NAMES.filter((name) => known.fields[name].trim() !== '')),
  )
  const focus = useFocusAfter()
  const show = (names: readonly SignatureRequestField[]) =>
    setLeft((before) => new Set([...before, ...names]))

  const fillIn = (some: Partial<Record<SignatureRequestField, string>>, name: string) => {
    for (const field of CONTACT_FIELDS) {
      const value = some[field]
      if (value !== undefined) form.type(field, value)
    }
    if (some.zipCode === undefined && some.idNumber !== undefined) show(['idNumber'])
    announce(text.filled(name))
    // The first that is still missing, or else what comes next.
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
    /** What holds it up. */
    stops,
    isStrict: (name: SignatureRequestField) => left.has(name),
    leaveField: (name: SignatureRequestField) => {
      if (fields[name].trim() !== '') show([name])
      void form.flush()
    },
    typeIn: (name: SignatureRequestField, value: string) => {
      form.type(name, value)
      if (name !== 'zipCode') return
      // The province comes with the code, unless somebody wrote another one.
      const province = provinceOf(value)
      const before = provinceOf(fields.zipCode)
      if (province !== '' && (fields.provinceName.trim() === '' || fields.provinceName === before))
        form.type('provinceName', province)
    },
    put(name: SignatureRequestField, value: string) {
      form.type(name, value)
      show([name])
      focus(fieldSelector(name))
    },
    toField(name: SignatureRequestField) {
      show([name])
      focus(fieldSelector(name))
    },
    focus,
    /** Says everything that is wrong, and goes to the first of it. */
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
    fromParty: (party: Party) => fillIn(signerFromParty(party), party.name || party.taxId),
  }
}

export type SignatureRequestOnScreen = ReturnType<typeof useSignatureRequest>
