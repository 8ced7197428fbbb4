import { Copy, Mail, MessageCircle, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ClientMessage, ClientSubject } from '#shared/bridge/client-messages.ts'
import type { ClientChannel, RecipientKey } from '#shared/domain/client-recipients.ts'
import { checkPhone, displayPhone } from '#shared/domain/phone.ts'
import { clientDialogText as text, rolesText } from '#shared/text/app-client.ts'
import { Button } from '../../design/button.tsx'
import { Choice } from '../../design/choice.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { SelectField } from '../../design/select-field.tsx'
import { TitledDialog } from '../../design/titled-dialog.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { AddressGap } from './address-gap.tsx'
import { useGive } from './use-give.ts'
import './client-dialog.css'

export interface ClientDialogProps {
  about: ClientSubject
  /** Key of the text to begin with; by default, the most useful one. */
  choice?: string | undefined
  onClose: () => void
}

const CHANNELS = [
  { channel: 'copy', icon: Copy },
  { channel: 'email', icon: Mail },
  { channel: 'whatsapp', icon: MessageCircle },
] as const

/**
 * *Mensaje para el cliente*: which text, for whom, and by which way. It opens with names hidden, because
 * screens face the counter.
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
  const messages = data?.messages ?? []
  const message = messages.find(({ key }) => key === to) ?? messages[0]
  const { task, give, forget } = useGive(about, onClose)
  const body = useRef<HTMLDivElement>(null)
  const loaded = data !== undefined
  useEffect(() => {
    if (!loaded || covered) return
    const first = body.current?.querySelector<HTMLElement>('input:checked')
    ;(first ?? body.current?.closest('dialog')?.querySelector<HTMLElement>('[data-copy]'))?.focus()
  }, [loaded, covered])

  const press = (channel: ClientChannel) => {
    if (data && message && task.state !== 'busy') void give(channel, data.chosen, message)
  }
  const change = (next: () => void) => {
    next()
    forget()
  }
  return (
    <TitledDialog
      title={text.title}
      variant="wide"
      dismissable={!covered}
      onClose={onClose}
      actions={
        <>
          <span className="dialog__start small second">{text.nothingSent}</span>
          <Button tone="plain" onClick={onClose}>
            {text.close}
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
              <p className="quote client-message__quote" role="group" aria-label={text.text}>
                {shown ? message.text : message.hidden}
              </p>
              {message.hidden !== message.text && (
                <p className="small second client-message__names">
                  {!shown && <span>{text.hidden}</span>}
                  <Button size="low" aria-expanded={shown} onClick={() => setShown(!shown)}>
                    {shown ? text.hide : text.reveal}
                  </Button>
                </p>
              )}
              {longWords(message) && <p className="small">{longWords(message)}</p>}
            </div>
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

interface RecipientsProps {
  messages: readonly ClientMessage[]
  chosen: RecipientKey
  shown: boolean
  onChoose: (key: RecipientKey) => void
}

/** The people of the file, by their part in it: names and addresses only once they were asked for. */
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

/** A landline may have WhatsApp for companies, and usually has none. */
function isLandline({ phone }: ClientMessage): boolean {
  const checked = checkPhone(phone ?? '')
  return checked.kind === 'ok' && checked.line === 'landline'
}

function canGive({ key, email, phone, fits }: ClientMessage, channel: ClientChannel): boolean {
  if (channel === 'copy') return true
  if (channel === 'email') return (email !== null || key === 'none') && fits.email
  return phone !== null && fits.whatsapp
}

function longWords({ fits }: ClientMessage): string | null {
  if (!fits.email && !fits.whatsapp) return text.long.both
  if (!fits.email) return text.long.email
  return fits.whatsapp ? null : text.long.whatsapp
}
