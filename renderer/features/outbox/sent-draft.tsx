import { type ReactNode, useEffect, useRef } from 'react'
import { Trash2 } from 'lucide-react'
import type { Result, AppError, ErrorCode } from '#shared/bridge/result.ts'
import { sendingText } from '#shared/text/wizard.ts'
import { Sign } from '../../design/sign.tsx'
import { Button } from '../../design/button.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { useFastNow } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { Calm } from '../../design/layout.tsx'
import { CopyableId } from '../resources/feature.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { secondsLeft } from './outbox-view-model.ts'

interface ReceiptProps {
  title: string
  body: string
  /** List of facts shown before the facts of the receipt. */
  summary?: ReactNode
  /** Rows with the facts of the receipt. */
  facts: ReactNode
  id: string | undefined
  idLabel: string
  /** Next actions. */
  ways: ReactNode
  note: string
  /** Content below everything else. */
  children?: ReactNode
}

/** Receipt of a submission: contents, time, id and next actions. */
export function Receipt(props: ReceiptProps) {
  const { title, body, summary, facts, id, idLabel, ways, note, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <div className="receipt__head">
        <Sign kind="ok" size="large" />
        <div>
          <h2 id="receipt-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p className="second">{body}</p>
        </div>
      </div>
      {summary}
      <dl className="answers receipt__facts">
        {facts}
        {id !== undefined && (
          <SummaryRow label={idLabel}>
            <CopyableId id={id} />
          </SummaryRow>
        )}
      </dl>
      <div className="receipt__ways">
        {ways}
        <span className="small muted">{note}</span>
      </div>
      {children}
    </section>
  )
}

/** Row of a submission's summary. */
export function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="answers__row">
      <dt>{label}</dt>
      <dd className="answers__value receipt__value">{children}</dd>
    </div>
  )
}

/** Time left to undo a submission, with the undo button. The button takes the focus. */
export function LeavingBar({
  sendAt,
  undo,
}: {
  sendAt: number | undefined
  undo: () => Promise<Result<unknown>>
}) {
  const { task, run } = useOnce<'undo'>()
  const now = useFastNow(250)
  const hint = useKeyHint()
  const button = useRef<HTMLButtonElement>(null)
  const seconds = secondsLeft(sendAt === undefined ? {} : { sendAt }, now)
  const first = useRef(seconds)
  useEffect(() => {
    button.current?.focus()
    announce(sendingText.announce(first.current))
  }, [])
  const undoIt = async () => {
    if (await run('undo', undo)) announce(sendingText.undone)
  }
  useShortcuts({ 'leaving.undo': () => void undoIt() })
  return (
    <>
      <div className="sending__bar">
        <div>
          <h2 className="figures">{seconds > 0 ? sendingText.leaving(seconds) : sendingText.now}</h2>
          {seconds > 0 && <p className="small second">{sendingText.leavingBody}</p>}
        </div>
        <Button
          ref={button}
          tone="primary"
          {...hint('leaving.undo')}
          disabled={task.state === 'busy'}
          onClick={() => void undoIt()}
        >
          {sendingText.undo}
        </Button>
      </div>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </>
  )
}

interface SendingBarProps {
  title: string
  /** Progress, announced to screen readers as it changes. */
  words: ReactNode
  /** Actions. */
  children?: ReactNode
}

/** Submission in progress. Its heading takes the focus, because the button that sent the submission has gone. */
export function SendingBar({ title, words, children }: SendingBarProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="sending__bar">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="small second" role="status">
          {words}
        </p>
      </div>
      {children}
    </div>
  )
}

export interface DiscardedTexts {
  discardedTitle: string
  discardedBody: string
  restore: string
}

interface DiscardedProps {
  text: DiscardedTexts
  restore: () => Promise<Result<unknown>>
}

/** Discarded item that can still be restored. */
export function Discarded({ text, restore }: DiscardedProps) {
  const { task, run } = useOnce<'restore'>()
  return (
    <Calm
      icon={Trash2}
      title={text.discardedTitle}
      actions={
        <Button tone="primary" disabled={task.state === 'busy'} onClick={() => void run('restore', restore)}>
          {text.restore}
        </Button>
      }
    >
      <p>{text.discardedBody}</p>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </Calm>
  )
}

/** Errors that the service itself reported. In other errors `detail` is a code of the network or of ours. */
const TOLD_BY_SERVICE: ReadonlySet<ErrorCode> = new Set([
  'rejected',
  'procedure-rejected',
  'procedure-conflict',
  'signing-rejected',
  'document-rejected',
  'not-found',
  'rate-limited',
  'service-failed',
])

/** Words of the service about a failure, to be quoted; `undefined` if there are none. */
export const serviceWords = (error: AppError | undefined): string | undefined =>
  error && TOLD_BY_SERVICE.has(error.code) ? error.detail : undefined
