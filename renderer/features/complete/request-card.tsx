import { Clock, FileClock, X } from 'lucide-react'
import type { CompleteReport, CompleteRequest, CompleteView } from '#shared/bridge/complete-report.ts'
import { serviceQuote } from '#shared/domain/service-quote.ts'
import { bannerText } from '#shared/text/frame.ts'
import { requestText as text, uncertainText } from '#shared/text/verdict.ts'
import { moment, atMoment } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { ServiceSays } from '../frame/task-notice.tsx'
import { Elapsed } from '../lookup/elapsed.tsx'
import { openWords, takesLong, hasVanished } from './request-words.ts'
import { useState } from 'react'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { UncertainDialog, type WayOut } from './uncertain-dialog.tsx'
import { stopComplete } from './use-complete.ts'
import './complete.css'

export interface RequestCardProps {
  view: CompleteView
  canAsk: boolean
  onAsk: () => void
}

/** How the asking goes, or how it ended when it was not with a report. The rest of the page stays usable. */
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
    if (answer.ok) showToast(text.stopped)
  }
  return (
    <section className="request" aria-label={text.queued} aria-busy={moving}>
      <Notice
        icon={state === 'waiting' ? <Icon of={Clock} /> : <Icon of={FileClock} />}
        actions={
          request.error ? (
            <Button size="low" onClick={() => void client.bridge.call('connection.retry', {})}>
              {bannerText.tryNow}
            </Button>
          ) : long ? (
            // No counter of seconds: it makes the wait feel longer.
            <span className="small second figures">
              {text.processingSince(moment(request.acceptedAt ?? request.requestedAt, now))}
            </span>
          ) : moving ? (
            <Elapsed since={request.requestedAt} />
          ) : (
            <Button size="low" icon={X} onClick={() => void stop()}>
              {state === 'waiting' ? text.stop : text.unqueue}
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
  // The general advice promises an automatic retry, which a paid request never does.
  const quote = request.error ? serviceQuote(request.error) : null
  const advice = request.error?.retryable === false ? words?.advice : text.notCharged
  return (
    <Notice
      role="note"
      tone="stop"
      icon={<Sign kind="unknown" />}
      actions={
        <Button size="low" onClick={onAsk}>
          {text.retry}
        </Button>
      }
    >
      <p>
        <b>{text.failed}.</b> {words ? `${words.title} ${advice}` : text.notCharged}
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
            {text.retry}
          </Button>
        )
      }
    >
      <p>
        <b>{text.failedReport}.</b>{' '}
        {report.failure === 'not_registered'
          ? text.notRegistered
          : report.failure === 'service_unavailable'
            ? text.unavailable
            : text.noReason}
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

/** It may have been paid for: what happened, how to know, and the three ways out. None is taken by itself. */
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
