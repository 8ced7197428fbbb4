import type { Contact } from '#shared/bridge/signature-requests.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'

export type ContactFields = Contact['fields']
type ContactField = keyof ContactFields

/** Values that were sent and differ from the address book. `dismissed`: the person looked at them and left them. */
export interface ContactProposal {
  fields: Partial<ContactFields>
  dismissed: boolean
}

/** What becomes of an entry when something is sent to its signer. */
export interface ContactDifference {
  /** Empty fields are filled in; nothing that is written is overwritten. */
  fields: ContactFields
  proposal: ContactProposal | null
}

const NONE: ContactProposal = { fields: {}, dismissed: false }

/** Pure: an entry, what was proposed of it before, and what a sending says of the same signer. */
export function withSent(
  known: ContactFields,
  before: ContactProposal | null,
  sent: ContactFields,
): ContactDifference {
  const said = entriesOf(sent).filter(([name, value]) => name !== 'idNumber' && value.trim() !== '')
  const fields = { ...known, ...fieldsOf(said.filter(([name]) => known[name].trim() === '')) }
  const { fields: proposed, dismissed } = before ?? NONE
  const other = said.filter(
    ([name, value]) =>
      !isSame(name, value, fields[name]) && !(dismissed && isSame(name, value, proposed[name] ?? '')),
  )
  // What was left once is not proposed again until something else is sent.
  if (other.length === 0) return { fields, proposal: open(fields, before) }
  return {
    fields,
    proposal: { fields: { ...(dismissed ? {} : proposed), ...fieldsOf(other) }, dismissed: false },
  }
}

/** A proposal without what the entry says by now; `null` when nothing is left of it. */
export function open(fields: ContactFields, proposal: ContactProposal | null): ContactProposal | null {
  if (proposal === null) return null
  const left = entriesOf(proposal.fields).filter(([name, value]) => !isSame(name, value, fields[name]))
  return left.length === 0 ? null : { ...proposal, fields: fieldsOf(left) }
}

/** Written otherwise and the same: spaces, and in identifiers and addresses also capitals. */
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
