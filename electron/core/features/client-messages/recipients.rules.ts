import type { AnnotationFields } from '#shared/bridge/cases.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { RECIPIENT_KEYS, type RecipientKey } from '#shared/domain/client-recipients.ts'
import { checkEmail } from '#shared/domain/email.ts'
import { phonesIn } from '#shared/domain/phone.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'

/** Person that a text may go to, as this PC knows them. */
export interface Recipient {
  key: RecipientKey
  roles: RecipientKey[]
  name: string
  /** Compact; '' if unknown. */
  taxId: string
  email: string | null
  /** E.164. */
  phone: string | null
  contactId: string | null
}

/** Who is named in a file, before their address is looked for. */
export interface NamedPerson {
  key: RecipientKey
  name: string
  taxId: string
  /** Number of the representative that the file itself names, which wins over the address book's. */
  representative?: string
  /** Address given by the file itself, which wins over the address book's. */
  email?: string
  phone?: string
}

type ContactFields = Contact['fields']
/** Contacts that may be the named people: by identifier or by name. */
export type KnownContacts = readonly Pick<Contact, 'id' | 'fields'>[]

/** People named in the annotations of a procedure. */
export function namedIn(fields: AnnotationFields): NamedPerson[] {
  const people: NamedPerson[] = [
    { key: 'client', name: fields.client.trim(), taxId: '' },
    { key: 'buyer', name: fields.buyerName.trim(), taxId: cleanTaxId(fields.buyerTaxId) },
    { key: 'seller', name: fields.sellerName.trim(), taxId: cleanTaxId(fields.sellerTaxId) },
  ]
  return people.filter(({ name, taxId }) => name !== '' || taxId !== '')
}

/**
 * Recipients of a text: the named people with their addresses, and the representatives of the companies among
 * them. The same person in two roles is one recipient. A name alone is a contact only if exactly one has it.
 */
export function recipientsOf(named: readonly NamedPerson[], contacts: KnownContacts): Recipient[] {
  const recipients: Recipient[] = []
  for (const given of named) {
    const person = { ...given, taxId: cleanTaxId(given.taxId) }
    const contact = contactOf(person, contacts)
    add(recipients, recipientOf(person, contact))
    const representative = cleanTaxId(given.representative || (contact?.fields.representativeIdNumber ?? ''))
    const key = RECIPIENT_KEYS.find((one) => one === `${person.key}-representative`)
    if (representative !== '' && key !== undefined)
      add(
        recipients,
        recipientOf({ key, name: '', taxId: representative }, numbered(representative, contacts)),
      )
  }
  return recipients
}

function contactOf({ name, taxId }: NamedPerson, contacts: KnownContacts) {
  if (taxId !== '') return numbered(taxId, contacts)
  const same = contacts.filter(({ fields }) => isSameName(fields.fullname, name))
  return same.length === 1 ? same[0] : undefined
}

const numbered = (taxId: string, contacts: KnownContacts) =>
  contacts.find(({ fields }) => cleanTaxId(fields.idNumber) === taxId)

function recipientOf(person: NamedPerson, contact: KnownContacts[number] | undefined): Recipient {
  const fields: Partial<ContactFields> = contact?.fields ?? {}
  return {
    key: person.key,
    roles: [person.key],
    name: person.name || (fields.fullname ?? '').trim(),
    taxId: person.taxId || cleanTaxId(fields.idNumber ?? ''),
    email: emailOf(person.email) ?? emailOf(fields.email),
    phone: phoneOf(person.phone) ?? phoneOf(fields.phone),
    contactId: contact?.id ?? null,
  }
}

/** Adds a person, or another role of one that is there. */
function add(recipients: Recipient[], next: Recipient): void {
  const known = recipients.find((one) => isSamePerson(one, next))
  if (!known) return void recipients.push(next)
  known.roles.push(next.key)
  known.taxId ||= next.taxId
  known.email ??= next.email
  known.phone ??= next.phone
  known.contactId ??= next.contactId
}

const isSamePerson = (one: Recipient, other: Recipient): boolean =>
  one.taxId !== '' && other.taxId !== '' ? one.taxId === other.taxId : isSameName(one.name, other.name)

const isSameName = (one: string, other: string): boolean =>
  one.trim() !== '' && foldText(one).trim() === foldText(other).trim()

function emailOf(text: string | undefined): string | null {
  const checked = checkEmail(text ?? '')
  return checked.ok ? checked.email : null
}

/** An imported contact, or the service, may have two numbers in one field: a mobile goes first. */
function phoneOf(text = ''): string | null {
  const numbers = phonesIn(text)
  const mobile = numbers.find(({ line }) => line === 'mobile')
  return (mobile ?? numbers[0])?.e164 ?? null
}
