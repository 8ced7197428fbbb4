import type { Contact } from '#shared/bridge/signature-requests.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'

export type ContactFields = Contact['fields']
type ContactField = keyof ContactFields

/** Sent values that differ from the address book. `dismissed`: the user rejected them. */
export interface ContactProposal {
  fields: Partial<ContactFields>
  dismissed: boolean
}

/** Effect of a sent request on its signer's entry. */
export interface ContactDifference {
  /** Empty fields are filled in; existing ones are never overwritten. */
  fields: ContactFields
  proposal: ContactProposal | null
}

const NONE: ContactProposal = { fields: {}, dismissed: false }

/** Compares an entry, its earlier proposal, and the sent values of the same signer. Pure. */
export function withSent(
  known: ContactFields,
  before: ContactProposal | null,
  sent: ContactFields,
): ContactDifference {
  const written = entriesOf(sent).filter(([name, value]) => name !== 'idNumber' && value.trim() !== '')
  const fields = { ...known, ...fieldsOf(written.filter(([name]) => known[name].trim() === '')) }
  const { fields: proposed, dismissed } = before ?? NONE
  const other = written.filter(
    ([name, value]) =>
      !isSame(name, value, fields[name]) && !(dismissed && isSame(name, value, proposed[name] ?? '')),
  )
  // A rejected proposal returns only when other values are sent.
  if (other.length === 0) return { fields, proposal: open(fields, before) }
  return {
    fields,
    proposal: { fields: { ...(dismissed ? {} : proposed), ...fieldsOf(other) }, dismissed: false },
  }
}

/** A proposal without the values that the entry already has; `null` when none is left. */
export function open(fields: ContactFields, proposal: ContactProposal | null): ContactProposal | null {
  if (proposal === null) return null
  const left = entriesOf(proposal.fields).filter(([name, value]) => !isSame(name, value, fields[name]))
  return left.length === 0 ? null : { ...proposal, fields: fieldsOf(left) }
}

/** Equal apart from spaces, and in identifiers and addresses also from capitals. */
function isSame(name: ContactField, a: string, b: string): boolean {
  if (name === 'idNumber' || name === 'representativeIdNumber') return cleanTaxId(a) === cleanTaxId(b)
  const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (name === 'email') return plain(a).toLowerCase() === plain(b).toLowerCase()
  return plain(a) === plain(b)
}

const entriesOf = (fields: Partial<ContactFields>) =>
  Object.entries(fields).filter((entry): entry is [ContactField, string] => entry[1] !== undefined)

const fieldsOf = (entries: readonly [ContactField, string][]): Partial<ContactFields> =>
  Object.fromEntries(entries)
