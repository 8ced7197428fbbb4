import { Clock, FileClock, X } from 'lucide-react'
import { useState } from 'react'
import type { CompleteReport, CompleteRequest, CompleteView } from '#shared/bridge/complete-report.ts'
import { serviceQuote } from '#shared/domain/service-quote.ts'
import { attentionText } from '#shared/text/frame.ts'
import { requestText, uncertainText } from '#shared/text/verdict.ts'
import { moment, atMoment } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { ConfirmDialog, TitledDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { ServiceSays, FailedNotice } from '../../app/task-notice.tsx'
import { Elapsed, openWords, takesLong, hasVanished } from './request-words.tsx'
import { stopComplete, resolveComplete } from './use-complete.ts'
import './complete.css'

interface RequestCardProps {
  view: CompleteView
  canAsk: boolean
  onAsk: () => void
}

/** Progress of a request for a complete report, or its end without a report. The rest of the page stays usable. */
export function RequestCard({ view, canAsk, onAsk }: RequestCardProps) {
  const { request, failed } = view
  if (request?.state === 'uncertain') return <UncertainCard view={view} request={request} />
  if (request?.state === 'failed') return <FailedRequest request={request} onAsk={onAsk} />
  if (request) return <OpenRequest request={request} />
  return failed ? <FailedReport report={failed} canRetry={canAsk} onAsk={onAsk} /> : null
}

function OpenRequest({ request }: { request: CompleteRequest }) {
  const client = useClient()
  const now = useNow(1_000)
  const { state } = request
  const moving = state === 'sending' || state === 'processing'
  const long = takesLong(request, now)
  const { title, body } = openWords(request, now)
  const stop = async () => {
    const answer = await stopComplete(client, request.id)
    if (answer.ok) showToast(requestText.stopped)
  }
  return (
    <section className="request" aria-label={requestText.queued} aria-busy={moving}>
      <Notice
        icon={state === 'waiting' ? <Icon of={Clock} /> : <Icon of={FileClock} />}
        actions={
          request.error ? (
            <Button size="low" onClick={() => void client.bridge.call('connection.retry', {})}>
              {attentionText.tryNow}
            </Button>
          ) : long ? (
            // No counter of seconds: it makes the wait feel longer.
            <span className="small second figures">
              {requestText.processingSince(moment(request.acceptedAt ?? request.requestedAt, now))}
            </span>
          ) : moving ? (
            <Elapsed since={request.requestedAt} />
          ) : (
            <Button size="low" icon={X} onClick={() => void stop()}>
              {state === 'waiting' ? requestText.stop : requestText.unqueue}
            </Button>
          )
        }
      >
        {/* Screen readers announce the state only, not the countdown. */}
        <p>
          <b role="status">{title}</b> <span aria-live="off">{body}</span>
        </p>
      </Notice>
      {moving && !long && <div className="verdict__progress request__progress" key={request.requestedAt} />}
    </section>
  )
}

function FailedRequest({ request, onAsk }: { request: CompleteRequest; onAsk: () => void }) {
  const words = request.error ? errorTexts[request.error.code] : null
  // The general advice of a retryable error promises an automatic retry, which a failed paid request does not get.
  const quote = request.error ? serviceQuote(request.error) : null
  const advice = request.error?.retryable === false ? words?.advice : requestText.notCharged
  return (
    <Notice
      role="note"
      tone="stop"
      icon={<Sign kind="unknown" />}
      actions={
        <Button size="low" onClick={onAsk}>
          {requestText.retry}
        </Button>
      }
    >
      <p>
        <b>{requestText.failed}.</b> {words ? `${words.title} ${advice}` : requestText.notCharged}
      </p>
      <ServiceSays quote={quote} />
    </Notice>
  )
}

/** Notice that the registry gave no answer. */
function FailedReport({
  report,
  canRetry,
  onAsk,
}: {
  report: CompleteReport
  canRetry: boolean
  onAsk: () => void
}) {
  return (
    <Notice
      role="note"
      icon={<Sign kind="unknown" />}
      actions={
        canRetry && (
          <Button size="low" onClick={onAsk}>
            {requestText.retry}
          </Button>
        )
      }
    >
      <p>
        <b>{requestText.failedReport}.</b>{' '}
        {report.failure === 'not_registered'
          ? requestText.notRegistered
          : report.failure === 'service_unavailable'
            ? requestText.unavailable
            : requestText.noReason}
      </p>
    </Notice>
  )
}

const WAYS: readonly { how: WayOut; title: string; body: string; vanished?: string; action: string }[] = [
  {
    how: 'found',
    title: uncertainText.found,
    body: uncertainText.foundBody,
    vanished: uncertainText.vanishedFoundBody,
    action: uncertainText.foundAction,
  },
  {
    how: 'resend',
    title: uncertainText.resend,
    body: uncertainText.resendBody,
    vanished: uncertainText.vanishedResendBody,
    action: uncertainText.resendAction,
  },
  {
    how: 'discard',
    title: uncertainText.discard,
    body: uncertainText.discardBody,
    action: uncertainText.discardAction,
  },
]

interface UncertainCardProps {
  view: CompleteView
  request: CompleteRequest
}

/**
 * Card of a request that may have been charged: what happened, how to check, and three ways out. The user has to
 * choose one.
 */
function UncertainCard({ view, request }: UncertainCardProps) {
  const now = useNow(60_000)
  const account = useSlice('profile')?.name ?? ''
  const [way, setWay] = useState<WayOut | null>(null)
  const vanished = hasVanished(request)
  const at = (vanished ? request.acceptedAt : undefined) ?? request.requestedAt
  return (
    <section className="uncertain" aria-labelledby="uncertain-title">
      <div className="uncertain__head" role="alert">
        <Sign kind="unknown" />
        <div>
          <h2 id="uncertain-title">{vanished ? uncertainText.vanishedTitle : uncertainText.title}</h2>
          <p>
            {vanished ? uncertainText.vanished(atMoment(at, now)) : uncertainText.what(atMoment(at, now))}{' '}
            {uncertainText.safe}
          </p>
        </div>
      </div>
      <p className="uncertain__check">
        <b>{uncertainText.check}.</b>{' '}
        {uncertainText.checkBody(account, displayPlate(view.vrm), moment(at, now))}
      </p>
      <ul className="uncertain__ways">
        {WAYS.map(({ how, title, body, vanished: other, action }) => (
          <li key={how}>
            <p>
              <b>{title}.</b> <span className="second">{(vanished && other) || body}</span>
            </p>
            <Button size="low" onClick={() => setWay(how)}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
      {way && <UncertainDialog view={view} request={request} way={way} onClose={() => setWay(null)} />}
    </section>
  )
}

type WayOut = CommandArgs<'complete.resolve'>['how']

interface UncertainDialogProps {
  view: CompleteView
  request: CompleteRequest
  way: WayOut
  onClose: () => void
}

/** Last confirmation before an uncertain request is resolved, with its possible cost. */
function UncertainDialog({ way, onClose, ...opened }: UncertainDialogProps) {
  // Snapshot at opening: the user accepts the price that the dialog showed.
  const [{ view, request }] = useState(opened)
  const client = useClient()
  const [found, setFound] = useState('')
  const [strict, setStrict] = useState(false)
  const { task, run } = useOnce<'resolve'>()
  const price = formatEuros(view.price)
  const title = {
    found: uncertainText.foundTitle,
    resend: uncertainText.resendTitle(displayPlate(view.vrm)),
    discard: uncertainText.discardTitle,
  }[way]
  const resendWords = hasVanished(request) ? uncertainText.vanishedResendConfirm : uncertainText.resendConfirm
  const reportId = found.trim()

  const submit = async () => {
    setStrict(true)
    if (way === 'found' && reportId === '') return
    const { id } = request
    const resolution = way === 'found' ? ({ id, how: way, reportId } as const) : ({ id, how: way } as const)
    const done = await run('resolve', () => resolveComplete(client, resolution))
    if (!done) return
    if (way === 'discard') showToast(uncertainText.discarded)
    onClose()
  }
  const failed = task.state === 'failed' && (
    <FailedNotice
      error={task.error}
      texts={way === 'found' ? { 'not-found': () => uncertainText.foundNowhere } : {}}
    />
  )
  const busy = task.state === 'busy'
  if (way !== 'found') {
    return (
      <ConfirmDialog
        title={title}
        body={way === 'resend' ? resendWords(price) : uncertainText.discardConfirm}
        keep={uncertainText.keep}
        submit={way === 'resend' ? uncertainText.resendSubmit(price) : uncertainText.discardSubmit}
        busy={busy}
        onSubmit={submit}
        onClose={onClose}
      >
        {failed}
      </ConfirmDialog>
    )
  }
  return (
    <TitledDialog
      title={title}
      dismissable={false}
      onSubmit={submit}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{uncertainText.keep}</Button>
          <CommitButton meaning={way} type="submit" tone="primary" disabled={busy}>
            {uncertainText.foundSubmit}
          </CommitButton>
        </>
      }
    >
      <Field
        label={uncertainText.foundId}
        value={found}
        maxLength={200}
        spellCheck={false}
        help={uncertainText.foundHelp}
        error={strict && reportId === '' ? uncertainText.foundMissing : undefined}
        onChange={(event) => setFound(event.target.value)}
      />
      {failed}
    </TitledDialog>
  )
}
