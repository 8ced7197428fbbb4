import { Clock } from 'lucide-react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import { serviceQuote } from '#shared/domain/service-quote.ts'
import { bannerText } from '#shared/text/app-banners.ts'
import { retryText as text } from '#shared/text/app-verdict.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { ServiceSays } from '../frame/task-notice.tsx'

/** Error that delays this lookup alone, or `null`. A failure of the whole service shows in the banner instead. */
export function ownFailure(view: LookupView | undefined, connection: Connection['state']): AppError | null {
  const isForAll = connection === 'down' || connection === 'unauthorized'
  return view?.pending?.state === 'queued' && !isForAll ? (view.pending.error ?? null) : null
}

export interface RetryNoteProps {
  error: AppError
  nextAttemptAt: number | undefined
  onRetry: () => void
}

/** What failed of this question alone, and when it is tried next. */
export function RetryNote({ error, nextAttemptAt, onRetry }: RetryNoteProps) {
  const seconds = useAt((now) => Math.ceil(((nextAttemptAt ?? now) - now) / 1000))
  const { title, advice } = errorTexts[error.code]
  const quote = serviceQuote(error)
  return (
    <Notice
      role="note"
      tone="warn"
      icon={<Icon of={Clock} />}
      actions={
        <Button size="low" onClick={onRetry}>
          {bannerText.tryNow}
        </Button>
      }
    >
      {/* Announces the error only, not the countdown. */}
      <p>
        <b role="status">{title}</b> {advice}
      </p>
      <p className="small second" aria-live="off">
        {seconds > 0 ? text.nextIn(seconds) : text.nextNow}
      </p>
      <ServiceSays quote={quote} />
    </Notice>
  )
}
