import { CircleCheck, Clock, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import type { LookupView, Verdict } from '#shared/bridge/lookup.ts'
import { day, longAge } from '#shared/text/app-dates.ts'
import { noteText as text, outcomeText } from '#shared/text/app-lookup.ts'
import { Notice } from '../../design/notice.tsx'

/**
 * The note under the verdict: you may answer with what we had; it has changed; or it is still the same. It stays
 * in its place, with its height, while one becomes another.
 */
export function VerdictNote({ view, now }: { view: LookupView; now: number }) {
  const { latest, previous, pending } = view
  // The verdict that was on screen while the fresh one came: only then is "still the same" news.
  const [waitedWith, setWaitedWith] = useState<Verdict | null>(null)
  if (pending && pending.state !== 'queued' && latest && waitedWith?.reportId !== latest.reportId)
    setWaitedWith(latest)

  const note = noteOf({ latest, previous, pending: pending !== null, waitedWith, now })
  return note && <div className="verdict-view__note">{note}</div>
}

interface NoteFacts {
  latest: Verdict | null
  previous: Verdict | null
  pending: boolean
  waitedWith: Verdict | null
  now: number
}

function noteOf({ latest, previous, pending, waitedWith, now }: NoteFacts) {
  if (!latest) return null
  if (pending) {
    return (
      <Notice role="note" icon={<Clock className="icon" aria-hidden="true" />}>
        <p>
          {text.answerNow(longAge(latest.checkedAt, now))} <b>{text.answerNowThat}</b> {text.answerNowEnd}
        </p>
      </Notice>
    )
  }
  const arrived = waitedWith !== null && waitedWith.reportId !== latest.reportId
  if (arrived && waitedWith.outcome === latest.outcome) {
    return (
      <Notice role="note" icon={<CircleCheck className="icon" aria-hidden="true" />}>
        <p>
          <b>{text.same}</b> {text.sameAs(longAge(waitedWith.checkedAt, now))}{' '}
          <b>{outcomeText[latest.outcome].title}</b>. {explanation(latest)}
        </p>
      </Notice>
    )
  }
  if (!previous) return null
  return (
    <Notice
      role="note"
      tone={
        latest.outcome === 'not_transferable' ? 'stop' : latest.outcome === 'with_alerts' ? 'warn' : 'neutral'
      }
      icon={<GitCompareArrows className="icon" aria-hidden="true" />}
    >
      <p>
        <b>{text.changed}</b>{' '}
        {text.changedWas(day(previous.checkedAt, now), longAge(previous.checkedAt, now))}{' '}
        <b>{outcomeText[previous.outcome].title}</b>. {explanation(latest)}
      </p>
    </Notice>
  )
}

function explanation({ outcome }: Verdict): string {
  if (outcome === 'with_alerts') return text.whichAlert
  return outcome === 'not_transferable' ? text.whichCharge : ''
}
