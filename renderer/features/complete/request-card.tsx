import { Clock, FileClock, X } from 'lucide-react'
import type { CompleteReport, CompleteRequest, CompleteView } from '#shared/bridge/complete-report.ts'
import { serviceQuote } from '#shared/domain/service-quote.ts'
import { bannerText } from '#shared/text/app.ts'
import { requestText as text } from '#shared/text/app-complete.ts'
import { moment } from '#shared/text/app-dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { ServiceSays } from '../frame/task-notice.tsx'
import { Elapsed } from '../lookup/elapsed.tsx'
import { openWords, takesLong } from './request-words.ts'
import { UncertainCard } from './uncertain-card.tsx'
import { canAsk, stopComplete } from './use-complete.ts'
import './request-card.css'

export interface RequestCardProps {
  view: CompleteView
  now: number
  onAsk: () => void
}

/** How the asking goes, or how it ended when it was not with a report. The rest of the page stays usable. */
export function RequestCard({ view, now, onAsk }: RequestCardProps) {
  const { request, failed } = view
  if (request?.state === 'uncertain') return <UncertainCard view={view} request={request} now={now} />
  if (request?.state === 'failed') return <FailedRequest request={request} onAsk={onAsk} />
  if (request) return <OpenRequest request={request} now={now} />
  return failed ? <FailedReport report={failed} canRetry={canAsk(view, now)} onAsk={onAsk} /> : null
}

function OpenRequest({ request, now }: { request: CompleteRequest; now: number }) {
  const client = useClient()
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
            // A counter of seconds would only make the wait longer.
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
        {/* Only the fact is said aloud; the countdown is for whoever looks. */}
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
  // The table's own advice promises to try again by itself, which what costs money never does.
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

/** The registry gave no answer. */
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
