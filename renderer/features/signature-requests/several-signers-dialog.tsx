import { useState } from 'react'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import {
  MAX_PREPARED_REQUESTS,
  SIGNABLE,
  type Signable,
  emptySignatureRequestFields,
} from '#shared/domain/signature-requests/fields.ts'
import { checkSignatureRequest } from '#shared/domain/signature-requests/check-signature-request.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { severalSignersText as text, signatureListText } from '#shared/text/signatures.ts'
import { Segments } from '../../design/choices.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { SearchField } from '../../design/fields.tsx'
import { useSettled } from '../../design/hooks.ts'
import { ScrollArea } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { TAIL } from './contact-cells.tsx'
import { openPreparedRequests } from './start-signature-request.ts'
import './signature-requests.css'

/** Most contacts that the core finds at once, the most used first. */
const LISTED = 50
const DOCUMENTS = SIGNABLE.map((value) => ({ value, label: signatureDocumentLabels[value] }))

const isComplete = (document: Signable, { fields }: Contact): boolean =>
  checkSignatureRequest({ document, fields: { ...emptySignatureRequestFields(), ...fields }, accepted: [] })
    .clear

/** Chooses a document and several signers, and prepares a request for each. Sends nothing. */
export function SeveralSignersDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const hidesNames = useHidesNames()
  const [document, setDocument] = useState<Signable>('mandate-generic')
  const [sought, setSought] = useState('')
  /** By contact, with the id of its request: a repeated press prepares the same requests. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, { contact: Contact; requestId: string }>>(
    new Map(),
  )
  const settled = useSettled(sought.trim())
  const { data, error } = useQuery('contacts.find', { text: settled, limit: LISTED })
  const { task, run } = useOnce<'prepare'>()
  const busy = task.state === 'busy'
  const rows = data?.rows ?? []
  const incomplete = [...chosen.values()].filter(({ contact }) => !isComplete(document, contact)).length

  const toggle = (contact: Contact) =>
    setChosen((before) => {
      const next = new Map(before)
      if (!next.delete(contact.id) && next.size < MAX_PREPARED_REQUESTS)
        next.set(contact.id, { contact, requestId: crypto.randomUUID() })
      return next
    })
  const prepare = async () => {
    const requests = [...chosen.values()].map(({ contact, requestId }) => ({
      id: requestId,
      fields: contact.fields,
    }))
    const done = await run('prepare', () =>
      client.bridge.call('signature-requests.prepare', { document, requests }),
    )
    if (!done) return
    onClose()
    await openPreparedRequests(client, done.value)
  }
  return (
    <FormDialog
      title={text.title}
      variant="wide"
      cancel={text.cancel}
      submit={text.prepare(chosen.size)}
      disabled={busy || chosen.size === 0}
      onSubmit={prepare}
      onClose={onClose}
    >
      <p className="second">{text.intro}</p>
      <Segments label={text.document} options={DOCUMENTS} value={document} onChange={setDocument} />
      <SearchField
        aria-label={text.search}
        placeholder={text.placeholder}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      <ScrollArea className="several-signers" label={text.list}>
        {data && rows.length === 0 && <p className="second">{text.none}</p>}
        {error && !data && <FailedNotice error={error} />}
        <ul>
          {rows.map((contact) => {
            const { fullname, idNumber, email } = contact.fields
            const name = hidesNames ? '' : fullname || email
            return (
              <li key={contact.id}>
                <label className="several-signers__row">
                  <input
                    type="checkbox"
                    className="checkbox"
                    checked={chosen.has(contact.id)}
                    onChange={() => toggle(contact)}
                  />
                  <span className="clip">{name || text.unnamed}</span>
                  <span className="second figures">{signatureListText.tail(idNumber.slice(-TAIL))}</span>
                  {!isComplete(document, contact) && (
                    <>
                      <Sign kind="warn" />
                      <span className="small warn-text">{text.incomplete}</span>
                    </>
                  )}
                </label>
              </li>
            )
          })}
        </ul>
      </ScrollArea>
      <p className="small second" role="status">
        {text.chosen(chosen.size)} {incomplete > 0 && text.someIncomplete(incomplete)}{' '}
        {rows.length === LISTED && text.more(LISTED)}
      </p>
      {busy && <BusyLine words={text.preparing} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}
