import { Clock } from 'lucide-react'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import { attachmentErrors, attachmentText as text } from '#shared/text/procedure.ts'
import { ownDocumentLabel } from '#shared/text/labels.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { BusyIcon, Icon } from '../../design/icon.tsx'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { secondsLeft } from '../outbox/feature.ts'
import type { Attachments } from './use-attachments.ts'
import './attachments.css'

type Way = 'undo' | 'cancel' | 'check' | 'again' | 'send_now' | 'drop_it' | 'hide'

/** Actions in each state. An uncertain attachment must be checked before anything is sent again. */
const WAYS: Readonly<Record<Attachment['state'], readonly Way[]>> = {
  queued: ['send_now', 'drop_it'],
  uploading: ['cancel'],
  solving: [],
  doubt: ['check', 'drop_it'],
  failed: ['again', 'drop_it'],
  done: ['hide'],
}

const LEAVING_WAYS: readonly Way[] = ['undo']

/** Attachment being sent: name, progress and actions. */
export function AttachmentLine({
  attachment,
  attachments,
}: {
  attachment: Attachment
  attachments: Attachments
}) {
  const { id, state, document, incidentId, error, sendAt } = attachment
  const ways = sendAt === undefined ? WAYS[state] : LEAVING_WAYS
  const busy = attachments.asking === id
  // Success clears any earlier failure.
  const failure = attachments.failure?.of === id && state !== 'done' ? attachments.failure.error : null
  const name = document?.name ?? ''
  const why = failure ?? (state === 'failed' || state === 'doubt' ? error : undefined)
  const words = why && (attachmentErrors[why.code] ?? errorTexts[why.code])
  const run: Readonly<Record<Way, () => void>> = {
    undo: () => void attachments.undo(id),
    cancel: () => void attachments.cancelUpload(id),
    check: () => void attachments.check(id),
    again: () => void attachments.again(id),
    send_now: () => void attachments.again(id),
    drop_it: () => void attachments.drop(id),
    hide: () => void attachments.drop(id),
  }
  const done = incidentId === undefined ? text.doneUploaded : text.doneSolved
  return (
    <div className={`attachment attachment--${state}`} data-attachment={id} tabIndex={-1}>
      <Mark state={state} />
      <div className="attachment__words">
        {document && (
          <p className="attachment__what">{text.document(document.name, ownDocumentLabel(document.type))}</p>
        )}
        {sendAt === undefined ? (
          <p role="status">
            {state === 'done' ? done : state === 'queued' && !error ? text.queued : text.states[state]}
            {state === 'queued' && <span className="muted"> {text.queuedHelp}</span>}
          </p>
        ) : (
          <Leaving sendAt={sendAt} />
        )}
        {state === 'uploading' && document && (
          <p className="attachment__sent small second">
            <progress
              aria-label={text.of(text.states.uploading, name)}
              value={Math.min(document.sentBytes ?? 0, document.size)}
              max={document.size}
            />
            <span className="figures">{text.uploadingOf(document.sentBytes ?? 0, document.size)}</span>
          </p>
        )}
        {why && words && (
          <p className="second">
            {words.title} {words.advice}
          </p>
        )}
        {why?.detail && <p className="quote">{why.detail}</p>}
      </div>
      <div className="attachment__ways">
        {ways.map((way) => (
          <Button
            key={way}
            size="low"
            tone={way === 'drop_it' || way === 'hide' ? 'plain' : 'default'}
            disabled={busy}
            data-undo={way === 'undo' || undefined}
            aria-label={name === '' ? undefined : text.of(text[way], name)}
            onClick={run[way]}
          >
            {text[way]}
          </Button>
        ))}
      </div>
    </div>
  )
}

function Mark({ state }: { state: Attachment['state'] }) {
  if (state === 'done') return <Sign kind="ok" />
  if (state === 'failed') return <Sign kind="stop" />
  if (state === 'doubt') return <Sign kind="unknown" />
  if (state === 'queued') return <Icon of={Clock} className="attachment__waits" />
  return <BusyIcon />
}

/** Time left to undo the sending. */
function Leaving({ sendAt }: { sendAt: number }) {
  const now = useNow(250)
  return (
    <p>
      <b className="figures">{text.leaving(secondsLeft({ sendAt }, now))}</b>{' '}
      <span className="muted">{text.leavingBody}</span>
    </p>
  )
}
