import { useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { FIELD_NAMES, type FieldName } from '#shared/domain/procedures/fields.ts'
import { fieldLabels } from '#shared/text/procedure-fields.ts'
import { useQuery } from '../../replica/use-replica.ts'
import type { PartySlot } from '../known-parties/known-fill.ts'
import { fieldWithFocus, takeKnown } from '../known-parties/take-known.ts'
import { type KnownParty, useKnownParty } from '../known-parties/use-known-party.ts'
import { type AppliedFields, readFields } from './apply-fields.ts'
import type { DraftForm } from './draft-forms.ts'

const SELLER: PartySlot<FieldName> = {
  number: 'sellerTaxId',
  names: { fullname: 'sellerName' },
  client: 'client',
}
const BUYER: PartySlot<FieldName> = {
  number: 'buyerTaxId',
  names: { fullname: 'buyerName' },
  client: 'client',
}

/** What a draft's form takes from this account's memory, and how it is undone. */
export interface WizardMemory {
  /** Party that fills in that field, or that it belongs to. */
  partyOf: (name: FieldName) => KnownParty<FieldName> | null
  /** A field is typed in here. */
  typed: (name: FieldName) => void
  /** The user's address is the one remembered, and was not typed here. */
  isRemembered: (name: FieldName) => boolean
  /** Several values were applied at once: one key undoes them. */
  applied: (what: AppliedFields) => void
  /** Undoes what was filled in last. `null` when there is nothing. */
  undo: (() => void) | null
  /** Takes the known value of the field with the focus, or else the first that differs. */
  take: (() => void) | null
}

export function useKnownParties(draft: Draft, form: DraftForm): WizardMemory {
  const known = {
    id: draft.id,
    fields: draft.fields,
    read: () => readFields(form),
    type: (name: FieldName, value: string) => form.type(name, value),
    labels: fieldLabels,
  }
  const seller = useKnownParty(known, SELLER, false)
  const buyer = useKnownParty(known, BUYER, false)
  const { data: remembered } = useQuery('remembered.get', {})
  const [typedAddress, setTypedAddress] = useState(false)
  const [last, setLast] = useState<AppliedFields | null>(null)
  const parties = [buyer, seller]

  const isRemembered = (name: FieldName) =>
    name === 'userEmail' &&
    !typedAddress &&
    draft.fields.userEmail !== '' &&
    draft.fields.userEmail === remembered?.userEmail
  const fillsIn = (name: FieldName) => parties.find(({ filled }) => filled?.values[name] !== undefined)
  const owns = (name: FieldName) =>
    name === 'sellerName' ? seller : name === 'buyerName' ? buyer : (fillsIn(name) ?? null)

  const undoable = last ?? parties.find(({ filled }) => filled !== null) ?? null
  const clearsAddress = isRemembered('userEmail')
  const undo = () => {
    const focused = FIELD_NAMES.find((name) => name === fieldWithFocus())
    const here = focused && fillsIn(focused)
    const isAddress = focused === 'userEmail' || (undoable === null && !here)
    if (isAddress && clearsAddress) form.type('userEmail', '')
    else if (here) here.undo()
    else {
      undoable?.undo()
      setLast(null)
    }
  }
  return {
    partyOf: owns,
    typed(name) {
      if (name === 'sellerTaxId') seller.typed()
      if (name === 'buyerTaxId') buyer.typed()
      if (name === 'userEmail') setTypedAddress(true)
    },
    isRemembered,
    applied: setLast,
    undo: undoable === null && !clearsAddress ? null : undo,
    take: takeKnown([seller, buyer]),
  }
}
