import { useState } from 'react'
import type { ClientMessage } from '#shared/bridge/client-messages.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { clientDialogText as text } from '#shared/text/app-client.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { ContactDialog } from '../signature-requests/contact-dialog.tsx'

export interface AddressGapProps {
  message: ClientMessage
  /** The address book is open over the message. */
  onCover: (covered: boolean) => void
}

/** What is missing of a person's address, and the way to the address book, where it is kept. */
export function AddressGap({ message, onCover }: AddressGapProps) {
  const { key, phone, email, contactId, taxId, name } = message
  const { bridge } = useClient()
  const [editing, setEditing] = useState<Contact | 'new' | null>(null)
  const cover = (next: Contact | 'new' | null) => {
    setEditing(next)
    onCover(next !== null)
  }
  const open = async () => {
    if (contactId === null) return cover('new')
    const found = await bridge.call('contacts.find', { text: taxId || name, limit: 20 })
    if (!found.ok) return sayFailed(found.error)
    cover(found.value.rows.find(({ id }) => id === contactId) ?? 'new')
  }
  if (key === 'none' || (phone !== null && email !== null)) return null
  // Without either, the choice over it says so already.
  const missing = phone === null && email === null ? null : phone === null ? text.noPhone : text.noEmail
  return (
    <div className="client-message__gap small second">
      {missing !== null && <span>{missing}</span>}
      <Button size="low" onClick={() => void open()}>
        {contactId === null ? text.add : text.complete}
      </Button>
      {editing !== null && (
        <ContactDialog
          contact={editing === 'new' ? null : editing}
          fields={{ fullname: name, idNumber: taxId }}
          onClose={() => cover(null)}
        />
      )}
    </div>
  )
}
