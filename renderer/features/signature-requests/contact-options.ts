import type { Contact } from '#shared/bridge/signature-requests.ts'
import { foldText } from '#shared/domain/search-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { ComboOption } from '../../design/combo-field.tsx'

/** Somebody to choose as one types. */
export interface ContactOption extends ComboOption {
  contact: Contact
}

/** Fewer characters are of too many people. */
export const LEAST_TYPED = 2
/** With so many, what one of them begins with is what is meant. */
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

/** Whether what is typed is how the first one begins: then Enter takes it without looking for it. */
export function isMeant(contacts: readonly Contact[], typed: string): boolean {
  const [first] = contacts
  const name = foldText(typed.trim())
  if (!first || name.length < LEAST_MEANT) return false
  const { idNumber, fullname } = first.fields
  return foldText(fullname).startsWith(name) || cleanTaxId(idNumber).startsWith(cleanTaxId(typed))
}
