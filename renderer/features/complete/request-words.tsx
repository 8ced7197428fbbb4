import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import { requestText as text, retryText } from '#shared/text/verdict.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useFastNow } from '../../replica/use-replica.ts'

type OpenState = Exclude<CompleteRequest['state'], 'uncertain' | 'failed'>

/** A paid report takes seconds. After this time the user suspects a failure. */
const LONG_MS = 15 * 60_000

/**
 * True if the service needs long for an accepted request. Before acceptance the request may have waited for the
 * network.
 */
export const takesLong = ({ state, requestedAt, acceptedAt }: CompleteRequest, now: number): boolean =>
  state === 'processing' && now - (acceptedAt ?? requestedAt) > LONG_MS

/** True while the request is neither uncertain nor failed. */
export const isOpen = ({ state }: CompleteRequest): boolean => state !== 'uncertain' && state !== 'failed'

/** True if the service accepted the request and later does not find it. A lost connection is another case. */
export const hasVanished = ({ state, error }: CompleteRequest): boolean =>
  state === 'uncertain' && error?.code === 'not-found'

/** Words of an open request. */
export function openWords(request: CompleteRequest, now: number): { title: string; body: string } {
  switch (request.state as OpenState) {
    case 'queued':
      return { title: text.queued, body: text.queuedBody }
    case 'sending':
      return { title: text.sending, body: text.sendingBody }
    case 'processing':
      if (request.error)
        return { title: errorTexts[request.error.code].title, body: readingWords(request, now) }
      return takesLong(request, now)
        ? { title: text.processingLong, body: text.processingLongBody }
        : { title: text.processing, body: text.processingBody }
    case 'waiting':
      return { title: text.waiting, body: waitingWords(request, now) }
  }
}

/** Words for an accepted request whose state cannot be read. The report is not requested again. */
function readingWords({ nextAttemptAt }: CompleteRequest, now: number): string {
  const seconds = Math.ceil(((nextAttemptAt ?? now) - now) / 1000)
  return `${text.acceptedAnyway} ${seconds > 0 ? retryText.nextIn(seconds) : retryText.nextNow}`
}

function waitingWords({ attempts, nextAttemptAt }: CompleteRequest, now: number): string {
  const left = (nextAttemptAt ?? now) - now
  if (left <= 0) return text.waitingNow(attempts)
  const seconds = Math.ceil(left / 1000)
  const words = seconds < 60 ? `${seconds} s` : elapsedWords(seconds * 1000)
  return text.waitingIn(words, attempts)
}

/** A counter for a shorter wait would only flash. */
const SHOW_AFTER_MS = 400

/** Time since the start of an open lookup. Not announced to screen readers, which hear the verdict. */
export function Elapsed({ since }: { since: number }) {
  const now = useFastNow(100)
  const ms = now - since
  if (ms < SHOW_AFTER_MS) return null
  return (
    <span className="verdict__elapsed figures" aria-hidden="true">
      {elapsedWords(ms)}
    </span>
  )
}

/** Duration in words: «0,4 s», «12 s», «1 min 05 s». */
function elapsedWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1).replace('.', ',')} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}
