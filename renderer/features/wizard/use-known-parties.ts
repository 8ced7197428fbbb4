import { useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { useQuery } from '../../replica/use-replica.ts'
import type { FormFills } from '../autosave/use-fills.ts'
import type { PartySlot } from '../known-parties/known-fill.ts'
import { takeKnown } from '../known-parties/take-known.ts'
import { type KnownParty, useKnownParty } from '../known-parties/use-known-party.ts'
import { type DraftFormField, expectedText } from './draft-forms.ts'
import { formLabels } from './form-labels.ts'

const SELLER: PartySlot<DraftFormField> = {
  number: 'sellerTaxId',
  names: { fullname: 'sellerName' },
  client: 'client',
}
const BUYER: PartySlot<DraftFormField> = {
  number: 'buyerTaxId',
  names: { fullname: 'buyerName' },
  client: 'client',
}

/** What a draft's form takes from this account's memory. */
export interface WizardMemory {
  /** Party that fills in that field, or that it belongs to. */
  partyOf: (name: FieldName) => KnownParty<DraftFormField> | null
  /** A field is typed in here. */
  typed: (name: FieldName) => void
  /** The user's address is the one remembered, and was neither typed nor filled in here. */
  isRemembered: (name: FieldName) => boolean
  /** What is known of a party is on its way. */
  isAsking: boolean
  /** Takes the known value of the field with the focus, or else the first that differs. */
  take: (() => void) | null
}

/** @param isOpen the fields are on screen */
export function useKnownParties(
  draft: Draft,
  fills: FormFills<DraftFormField>,
  isOpen: boolean,
): WizardMemory {
  const fields = { ...draft.fields, expected: expectedText(draft.expected) }
  const known = { id: draft.id, fields, fills, labels: formLabels, isOpen }
  const seller = useKnownParty(known, SELLER, false)
  const buyer = useKnownParty(known, BUYER, false)
  const { data: remembered } = useQuery('remembered.get', {})
  const [typedAddress, setTypedAddress] = useState(false)
  const fillsIn = (name: FieldName) => [buyer, seller].find((party) => party.sourceOf(name) !== null) ?? null
  return {
    partyOf: (name) => (name === 'sellerName' ? seller : name === 'buyerName' ? buyer : fillsIn(name)),
    typed(name) {
      if (name === 'sellerTaxId') seller.typed()
      if (name === 'buyerTaxId') buyer.typed()
      if (name === 'userEmail') setTypedAddress(true)
    },
    isRemembered: (name) =>
      name === 'userEmail' &&
      !typedAddress &&
      draft.fields.userEmail !== '' &&
      draft.fields.userEmail === remembered?.userEmail &&
      fills.holder('userEmail') === null,
    isAsking: seller.isAsking || buyer.isAsking,
    take: takeKnown([seller, buyer]),
  }
}
