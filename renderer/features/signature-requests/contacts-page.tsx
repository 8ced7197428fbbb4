import { Download, PenLine, Plus, SearchX, Upload, Users } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { CommandResult, TransferInResult } from '#shared/bridge/contract.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { viewTitles } from '#shared/text/app.ts'
import { contactsText as text, importErrors, importText } from '#shared/text/fields.ts'
import { severalSignersText } from '#shared/text/signatures.ts'
import { Button } from '../../design/button.tsx'
import { Calm, ScrollArea } from '../../design/layout.tsx'
import type { RowKey } from '../../design/data-table.tsx'
import { useClient, type Client } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useNow } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { type ElementHandlers, useShortcuts } from '../../app/shortcuts.ts'
import {
  keepSignatureRequestState,
  signatureRequestState,
  useSignatureRequestState,
} from './signature-state.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { useSettled } from '../../design/hooks.ts'
import { ListPage } from '../../app/list-page.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { ContactCells, contactColumns } from './contact-cells.tsx'
import { AlikeLine, useAlikeContacts } from './alike-contacts.tsx'
import { ContactDialog, removeContact } from './contact-dialog.tsx'
import { Sign } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { SeveralSignersDialog } from './several-signers-dialog.tsx'
import { SignaturePlaces } from './signature-places.tsx'
import { startSignatureRequest } from './start-signature-request.ts'
import {
  createRangeQuery,
  type RangeQuery,
  type RangeStart,
  type RangeList,
  useRangeList,
} from '../../replica/range-query.ts'
import './signature-lists.css'

/** Contacts by name, filtered by a text in name, identifier or e-mail. */
const useContactList = (sought: string, startAt: number): RangeList<Contact> =>
  useRangeList('contacts', sought, queryOf, startAt)

const queryOf = ({ bridge }: Client, sought: string, start: RangeStart<Contact>): RangeQuery<Contact> =>
  createRangeQuery(
    (offset, limit) => bridge.call('contacts.list', { text: sought, offset, limit }),
    ['contact'],
    start,
  )

type Imported = TransferInResult<'contacts.import'>
type Listed = CommandResult<'contacts.list'>['rows'][number]

/** Firmantes: address book of the signers. */
export function ContactsPage() {
  const client = useClient()
  const typed = useSignatureRequestState((state) => state.contactsText)
  const type = (value: string) => keepSignatureRequestState({ contactsText: value })
  const search = useSettled(typed.trim())
  const [startAt] = useState(() => signatureRequestState().lastContact)
  const list = useContactList(search, startAt)
  const alike = useAlikeContacts()
  const hint = useKeyHint()
  const hidesNames = useHidesNames()
  const now = useNow(60_000)
  const file = useRef<HTMLInputElement>(null)
  const [editing, setEditing] = useState<Contact | 'new' | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const [imported, setImported] = useState<Imported | null>(null)
  const { task, run } = useOnce<'import'>()
  const csv = useSaveFile('contacts.export', text.exported)
  const total = list.rows.length
  const none = list.loaded && total === 0 && !list.error
  const nobody = none && list.key === ''

  useShortcuts({ 'contacts.new': () => setEditing('new') })
  const importContacts = async (chosen: File) => {
    const done = await run('import', () => client.bridge.send('contacts.import', {}, chosen))
    if (done) setImported(done.value)
  }
  const rowShortcuts = ({ row }: RowKey<Listed>): ElementHandlers => ({
    'contacts.remove': row && (() => void removeContact(client, row)),
    'contacts.sign': row && (() => void startSignatureRequest(client, { fields: row.fields })),
  })
  const cells = useCallback((contact: Listed) => <ContactCells contact={contact} now={now} />, [now])
  const importButton = (
    <Button size="low" icon={Upload} disabled={task.state === 'busy'} onClick={() => file.current?.click()}>
      {text.import}
    </Button>
  )
  return (
    <ListPage
      title={text.title}
      section={viewTitles.signatures}
      landing={none}
      actions={
        !nobody && (
          <>
            {importButton}
            <Button size="low" icon={PenLine} disabled={total < 2} onClick={() => setPreparing(true)}>
              {severalSignersText.open}
            </Button>
            <Button
              size="low"
              icon={Download}
              disabled={total === 0 || csv.saving !== null}
              onClick={() => csv.save({})}
            >
              {text.export}
            </Button>
            <Button
              tone="primary"
              size="low"
              icon={Plus}
              {...hint('contacts.new')}
              onClick={() => setEditing('new')}
            >
              {text.newOne}
            </Button>
          </>
        )
      }
      above={<SignaturePlaces where="page" />}
      search={{
        className: 'firmas__tools',
        shortcut: 'contacts.search',
        clear: { shortcut: 'contacts.up', up: 'signatures' },
        words: text,
        value: typed,
        onType: type,
        // Both lines have one place, so that an answer moves nothing.
        beside: alike.length > 0 ? <AlikeLine pairs={alike} /> : <p className="small muted">{text.intro}</p>,
      }}
      hasNothing={nobody}
      progress={
        (task.state !== 'idle' || csv.saving) && (
          <div className="page__aside contacts__task">
            {task.state === 'busy' && <BusyLine words={text.importing} />}
            {task.state === 'failed' && <FailedNotice error={task.error} texts={importErrors} />}
          </div>
        )
      }
      text={text}
      empty={
        nobody ? (
          <Calm
            icon={Users}
            title={text.emptyTitle}
            actions={
              <>
                <Button tone="primary" size="low" onClick={() => setEditing('new')}>
                  {text.newOne}
                </Button>
                {importButton}
              </>
            }
          >
            <p>{text.emptyBody}</p>
          </Calm>
        ) : (
          <Calm
            icon={SearchX}
            title={text.noneFound(list.key)}
            actions={<Button onClick={() => type('')}>{text.clear}</Button>}
          >
            <p>{text.noneFoundBody}</p>
          </Calm>
        )
      }
      list={list}
      table={{
        className: 'contacts',
        resizes: 'contacts',
        columns: contactColumns,
        rowKey: (contact) => contact.id,
        renderCells: cells,
        blank: text.blank,
        startAt,
        nameOf: ({ fields }) => (hidesNames ? viewTitles.contacts : fields.fullname || fields.idNumber),
        rowShortcuts,
        onPlace: (index) => keepSignatureRequestState({ lastContact: index }),
        onOpen: setEditing,
        foot: {
          count: text.shown(total),
          keys: [
            ['list.open', text.open],
            ['contacts.sign', text.sendKey],
            ['contacts.remove', text.removeShort],
          ],
        },
      }}
    >
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,text/csv,text/plain"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) void importContacts(chosen)
          // Reset, so that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      {editing && (
        <ContactDialog contact={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {isPreparing && <SeveralSignersDialog onClose={() => setPreparing(false)} />}
      {imported && <ImportDialog imported={imported} onClose={() => setImported(null)} />}
    </ListPage>
  )
}

interface ImportDialogProps {
  imported: TransferInResult<'contacts.import'>
  onClose: () => void
}

/** Result of a CSV import: number of rows added, and each refused line with its reason. */
function ImportDialog({ imported: { added, updated, refused }, onClose }: ImportDialogProps) {
  return (
    <TitledDialog
      title={importText.title}
      onClose={onClose}
      actions={
        <Button data-safe tone="primary" onClick={onClose}>
          {importText.close}
        </Button>
      }
    >
      <ul className="import-list">
        <li>
          <Sign kind="ok" />
          <span>
            {importText.added(added)} · {importText.updated(updated)}
          </span>
        </li>
        {refused.length > 0 && (
          <li>
            <Sign kind="warn" />
            <span>{importText.refused(refused.length)}</span>
          </li>
        )}
      </ul>
      {refused.length === 0 ? (
        <p className="second">{importText.all}</p>
      ) : (
        <ScrollArea className="import-lines" label={importText.refused(refused.length)}>
          <ul>
            {refused.map(({ line, why }) => (
              <li key={line}>
                <b>{importText.line(line)}</b>: {why}
              </li>
            ))}
          </ul>
        </ScrollArea>
      )}
    </TitledDialog>
  )
}
