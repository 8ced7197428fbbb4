import type { Contact } from '#shared/bridge/signature-requests.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { ComboOption } from '../../design/fields.tsx'

/** Contact offered while typing. */
export interface ContactOption extends ComboOption {
  contact: Contact
}

/** Fewer characters match too many contacts. */
export const LEAST_TYPED = 2
/** From this length on, a prefix of the first option selects it. */
const LEAST_MEANT = 3

export const contactOptions = (contacts: readonly Contact[]): readonly ContactOption[] =>
  contacts.map((contact) => {
    const { idNumber, fullname, municipalityName, email } = contact.fields
    return {
      id: contact.id,
      label: fullname || idNumber,
      detail: [idNumber, municipalityName, email].filter(Boolean).join(' · '),
      contact,
    }
  })

/** True if the typed text is a prefix of the first contact: Enter then takes it without moving to it. */
export function isMeant(contacts: readonly Contact[], typed: string): boolean {
  const [first] = contacts
  const name = foldText(typed.trim())
  if (!first || name.length < LEAST_MEANT) return false
  const { idNumber, fullname } = first.fields
  return foldText(fullname).startsWith(name) || cleanTaxId(idNumber).startsWith(cleanTaxId(typed))
}
