import { Copy, Mail, MessageCircle, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ClientMessage, ClientMessages, ClientSubject } from '#shared/bridge/client-messages.ts'
import {
  fitsInLinks,
  MAX_EDITED,
  type ClientChannel,
  type RecipientKey,
} from '#shared/domain/client-messages.ts'
import { checkPhone, displayPhone } from '#shared/domain/phone.ts'
import { clientDialogText as text, rolesText } from '#shared/text/client.ts'
import { Button } from '../../design/button.tsx'
import { Choice } from '../../design/choices.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { SelectField, TextArea } from '../../design/fields.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { openSettings } from '../../app/settings-state.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { useClient } from '../../replica/client.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { later, useLoadSoon } from '../../design/later.tsx'
import { LaterDialog } from '../../app/task-dialogs.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../app/announcer.tsx'
import { openClientLink } from '../../app/open-tab.ts'
import { showToast } from '../../app/toasts.ts'
import { copyText } from '../../app/copy-text.ts'
import '../resources/resources.css'

const ContactDialog = later(async () => (await import('../signature-requests/feature.ts')).ContactDialog)
const SOON = [ContactDialog]

export interface ClientDialogProps {
  about: ClientSubject
  /** Key of the text to begin with; by default, the most useful text. */
  choice?: string | undefined
  onClose: () => void
}

const CHANNELS = [
  { channel: 'copy', icon: Copy },
  { channel: 'email', icon: Mail },
  { channel: 'whatsapp', icon: MessageCircle },
] as const

/**
 * Dialog of *Mensaje para el cliente*. The user chooses the text, the recipient and the channel. Names are hidden at
 * first, because screens face the counter.
 */
export function ClientDialog({ about, choice, onClose }: ClientDialogProps) {
  const [asked, setAsked] = useState(choice)
  const [to, setTo] = useState<RecipientKey | null>(null)
  const [shown, setShown] = useState(false)
  const [covered, setCovered] = useState(false)
  const { data, error } = useQuery('client-messages.get', {
    about,
    ...(asked !== undefined && { choice: asked }),
  })
  /**
   * Edits, by chosen text and recipient. An edit survives a look at another text, and a change of the case's state.
   */
  const [edits, setEdits] = useState<Readonly<Record<string, Edit>>>({})
  const [isLeaving, setIsLeaving] = useState(false)
  const [isRecorded, setIsRecorded] = useState(true)
  const area = useRef<HTMLTextAreaElement>(null)
  const messages = data?.messages ?? []
  const original = messages.find(({ key }) => key === to) ?? messages[0]
  const editKey = `${asked ?? ''} ${original?.key}`
  const edit = edits[editKey]
  const message = original && withEdit(original, edit)
  const { task, give, forget } = useGive(about, onClose)
  const body = useRef<HTMLDivElement>(null)
  const loaded = data !== undefined
  const hasChoice = messages.length > 1
  useEffect(() => {
    if (!loaded || covered) return
    // With one recipient there is nothing to choose.
    const first = hasChoice && body.current?.querySelector<HTMLElement>('input[type="radio"]:checked')
    ;(first || body.current?.closest('dialog')?.querySelector<HTMLElement>('[data-copy]'))?.focus()
  }, [loaded, covered, hasChoice])

  const press = (channel: ClientChannel) => {
    if (data && message && task.state !== 'busy')
      void give(channel, data.chosen, message, { edited: edit?.words, record: isRecorded })
  }
  const change = (next: () => void) => {
    next()
    setIsLeaving(false)
    forget()
  }
  const write = (words: string) =>
    change(() => setEdits({ ...edits, [editKey]: { from: edit?.from ?? original?.text ?? '', words } }))
  const beginEdit = () => {
    flushSync(() => write(original?.text ?? ''))
    area.current?.focus()
  }
  const endEdit = () => {
    const { [editKey]: _, ...others } = edits
    change(() => setEdits(others))
  }
  const close = () => (Object.keys(edits).length > 0 && !isLeaving ? setIsLeaving(true) : onClose())
  return (
    <TitledDialog
      title={text.title}
      variant="wide"
      dismissable={!covered && Object.keys(edits).length === 0}
      onClose={close}
      actions={
        <>
          <span className="dialog__start small second" role="status">
            {isLeaving ? text.losesEdit : text.nothingSent}
          </span>
          <Button tone="plain" onClick={close}>
            {isLeaving ? text.discard : text.close}
          </Button>
          {CHANNELS.map(({ channel, icon }) => (
            <Button
              key={channel}
              icon={icon}
              tone={channel === 'copy' ? 'primary' : 'default'}
              data-copy={channel === 'copy' || undefined}
              disabled={!message || task.state === 'busy' || !canGive(message, channel)}
              onClick={() => press(channel)}
            >
              {text[channel]}
            </Button>
          ))}
        </>
      }
    >
      <div className="client-message" ref={body}>
        {!data && !error && <BusyLine words={text.loading} />}
        {!data && error && <FailedNotice error={error} />}
        {data && message && (
          <>
            {data.choices.length > 1 && (
              <SelectField
                label={text.choice}
                value={data.chosen}
                options={data.choices.map(({ key, title }) => ({ value: key, label: title }))}
                onChange={(key) => change(() => setAsked(key))}
              />
            )}
            <Recipients
              messages={messages}
              chosen={message.key}
              shown={shown}
              onChoose={(key) => change(() => setTo(key))}
            />
            {isLandline(message) && <p className="small second">{text.landline}</p>}
            <AddressGap key={message.key} message={message} onCover={setCovered} />
            {data.broken && (
              <Notice
                role="note"
                tone="warn"
                icon={<Icon of={TriangleAlert} />}
                actions={
                  <Button
                    size="low"
                    onClick={() => {
                      onClose()
                      openSettings('client-texts')
                    }}
                  >
                    {text.fix}
                  </Button>
                }
              >
                {text.broken}
              </Notice>
            )}
            <div className="client-message__text">
              <p className="small second">
                {text.subject}: {message.subject}
              </p>
              {edit === undefined ? (
                <p className="quote client-message__quote" role="group" aria-label={text.text}>
                  {shown ? message.text : message.hidden}
                </p>
              ) : (
                <TextArea
                  ref={area}
                  label={text.text}
                  rows={8}
                  maxLength={MAX_EDITED}
                  value={edit.words}
                  onChange={({ target }) => write(target.value)}
                />
              )}
              <p className="small second actions">
                {edit === undefined && message.hidden !== message.text && (
                  <>
                    {!shown && <span>{text.hidden}</span>}
                    <Button size="low" aria-expanded={shown} onClick={() => setShown(!shown)}>
                      {shown ? text.hide : text.reveal}
                    </Button>
                  </>
                )}
                {message.text === '' && <span>{text.empty}</span>}
                {edit !== undefined && edit.from !== original?.text && <span>{text.newText}</span>}
                <Button size="low" onClick={edit === undefined ? beginEdit : endEdit}>
                  {edit === undefined ? text.edit : text.restore}
                </Button>
              </p>
              {longWords(message) && <p className="small">{longWords(message)}</p>}
            </div>
            <RecordChoice records={data.records} isRecorded={isRecorded} onChange={setIsRecorded} />
            {task.state === 'failed' && (
              <FailedNotice
                error={task.error}
                texts={{ 'draft-changed': { title: text.changedTitle, advice: text.changed } }}
              />
            )}
          </>
        )}
      </div>
    </TitledDialog>
  )
}

interface RecordChoiceProps {
  records: ClientMessages['records']
  isRecorded: boolean
  onChange: (isRecorded: boolean) => void
}

/** Choice to record what the text asks for. Absent for a text that asks for nothing. */
function RecordChoice({ records: { asks, reminds }, isRecorded, onChange }: RecordChoiceProps) {
  if (asks.length === 0 && reminds.length === 0) return null
  return (
    <div>
      <label className="client-message__record">
        <input
          type="checkbox"
          className="checkbox"
          checked={isRecorded}
          onChange={({ target }) => onChange(target.checked)}
        />
        {text.records}
      </label>
      <p className="small second">
        {[asks.length > 0 && text.recordsAsk(asks), reminds.length > 0 && text.recordsRemind(reminds)]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}

interface RecipientsProps {
  messages: readonly ClientMessage[]
  chosen: RecipientKey
  shown: boolean
  onChoose: (key: RecipientKey) => void
}

/** People of the case, by role. Their names and addresses appear only after the user asks for them. */
function Recipients({ messages, chosen, shown, onChoose }: RecipientsProps) {
  if (messages[0]?.key === 'none') return <p className="second">{text.nobody}</p>
  return (
    <Choice
      label={text.to}
      options={messages.map(({ key, roles, name, phone, email }) => ({
        value: key,
        label: [rolesText(roles), ...(shown && name ? [name] : [])].join(': '),
        help: shown
          ? [phone && displayPhone(phone), email].filter(Boolean).join(' · ') || text.noAddress
          : addressWords(phone, email),
      }))}
      value={chosen}
      onChange={onChoose}
    />
  )
}

function addressWords(phone: string | null, email: string | null): string {
  if (phone !== null && email !== null) return text.addressOf.both
  if (phone !== null) return text.addressOf.phone
  return email !== null ? text.addressOf.email : text.noAddress
}

/** True for a landline. Companies may use WhatsApp on a landline, but most do not. */
function isLandline({ phone }: ClientMessage): boolean {
  const checked = checkPhone(phone ?? '')
  return checked.kind === 'ok' && checked.line === 'landline'
}

interface Edit {
  words: string
  /** Prepared text from which the edit started. */
  from: string
}

/** Message with the user's text instead of its own. `fits` is computed again for this text. */
function withEdit(message: ClientMessage, edit: Edit | undefined): ClientMessage {
  if (edit === undefined) return message
  const words = edit.words.trim()
  return { ...message, text: words, fits: fitsInLinks(message, words) }
}

const canGive = ({ fits, text: words }: ClientMessage, channel: ClientChannel): boolean =>
  words !== '' && (channel === 'copy' || fits[channel])

function longWords({ fits }: ClientMessage): string | null {
  if (!fits.email && !fits.whatsapp) return text.long.both
  if (!fits.email) return text.long.email
  return fits.whatsapp ? null : text.long.whatsapp
}

interface AddressGapProps {
  message: ClientMessage
  /** Called with true while the address book is open over the message. */
  onCover: (covered: boolean) => void
}

/** Missing part of a person's address, with a button that opens the address book. */
function AddressGap({ message, onCover }: AddressGapProps) {
  const { key, phone, email, contactId, taxId, name } = message
  const { bridge } = useClient()
  const [editing, setEditing] = useState<Contact | 'new' | null>(null)
  useLoadSoon(SOON, 0)
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
  const isNowhere = phone === null && email === null
  return (
    <div className="actions small second">
      <span>{isNowhere ? text.noAddressHelp : phone === null ? text.noPhone : text.noEmail}</span>
      <Button size="low" onClick={() => void open()}>
        {contactId === null ? text.add : text.complete}
      </Button>
      {editing !== null && (
        <LaterDialog onClose={() => cover(null)}>
          <ContactDialog
            contact={editing === 'new' ? null : editing}
            fields={{ fullname: name, idNumber: taxId }}
            onClose={() => cover(null)}
          />
        </LaterDialog>
      )}
    </div>
  )
}

/** Hands a text to the clipboard or to a program. The core records the hand-over first. */
function useGive(about: ClientSubject, onDone: () => void) {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<ClientChannel>()

  async function giveMessage(
    channel: ClientChannel,
    choice: string,
    message: ClientMessage,
    { edited, record: isRecorded }: { edited: string | undefined; record: boolean },
  ) {
    const { key: to, revision } = message
    const asked = {
      about,
      choice,
      to,
      channel,
      revision,
      ...(edited !== undefined && { edited }),
      record: isRecorded,
    }
    const done = await run(channel, () => bridge.call('client-messages.give', asked))
    if (!done) return
    const { url, text: given, done: acts } = done.value
    onDone()
    const undo = async () => {
      const undone = await bridge.call('client-requests.undo', { done: acts })
      if (undone.ok) showToast(text.undone)
      else sayFailed(undone.error)
    }
    const offerUndo = () => {
      if (acts.length > 0) showToast(text.recorded, 'done', { label: text.undo, run: () => void undo() })
    }
    const record = async (result: 'ok' | 'failed') => {
      const noted = await bridge.call('client-messages.outcome', { about, choice, channel, result })
      if (!noted.ok) showToast(text.notRecorded, 'failed')
      // A text that reached nobody asked for nothing.
      if (result === 'failed' && acts.length > 0) await bridge.call('client-requests.undo', { done: acts })
    }
    if (channel === 'copy') {
      if (await copyText(given ?? '', text.copied)) offerUndo()
      else await record('failed')
      return
    }
    if (url === null || openClientLink(url)) {
      offerUndo()
      return announce(text.opened[channel])
    }
    // Browsers allow a new tab only right after a click, and the core's answer took longer.
    showToast(text.blocked, 'failed', {
      label: text.again,
      // What the text asks for was undone, so it is recorded again with the hand-over.
      run: () =>
        void (
          openClientLink(url) && (acts.length > 0 ? bridge.call('client-messages.give', asked) : record('ok'))
        ),
    })
    await record('failed')
  }
  return { task, give: giveMessage, forget }
}
