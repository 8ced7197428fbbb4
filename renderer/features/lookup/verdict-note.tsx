import { CircleCheck, Clock, FileSearch, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { LookupView, PlateReport } from '#shared/bridge/lookup.ts'
import { day, longAge } from '#shared/text/app-dates.ts'
import { noteText as text } from '#shared/text/app-lookup.ts'
import { reportWords } from '#shared/text/verdict-words.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { isOpen } from '../complete/request-words.ts'

export interface VerdictNoteProps {
  view: LookupView
  complete: CompleteView | undefined
  now: number
}

/**
 * The note under a reduced report: you may answer with what we had; it has changed; it is still the same; or what
 * explains it. It stays in its place, with its height, while one becomes another.
 */
export function VerdictNote({ view, complete, now }: VerdictNoteProps) {
  const { latest, previous, pending } = view
  // The report that was on screen while the fresh one came: only then is "still the same" news.
  const [waitedWith, setWaitedWith] = useState<PlateReport | null>(null)
  if (pending && pending.state !== 'queued' && latest && waitedWith?.reportId !== latest.reportId)
    setWaitedWith(latest)

  const note = noteOf({ latest, previous, pending: pending !== null, waitedWith, complete, now })
  return note && <div className="verdict-view__note">{note}</div>
}

interface NoteFacts {
  latest: PlateReport | null
  previous: PlateReport | null
  pending: boolean
  waitedWith: PlateReport | null
  complete: CompleteView | undefined
  now: number
}

function noteOf({ latest, previous, pending, waitedWith, complete, now }: NoteFacts) {
  if (!latest) return null
  const why = explanation(latest, complete, now)
  if (pending) {
    return (
      <Notice role="note" icon={<Icon of={Clock} />}>
        <p>
          {text.answerNow(longAge(latest.checkedAt, now))} <b>{text.answerNowThat}</b> {text.answerNowEnd}
        </p>
      </Notice>
    )
  }
  const arrived = waitedWith !== null && waitedWith.reportId !== latest.reportId
  if (arrived && waitedWith.outcome === latest.outcome) {
    return (
      <Notice role="note" icon={<Icon of={CircleCheck} />}>
        <p>
          <b>{text.same}</b> {text.sameAs(longAge(waitedWith.checkedAt, now))}{' '}
          <b>{reportWords(latest).title}</b>. {why}
        </p>
      </Notice>
    )
  }
  if (!previous && !why) return null
  return (
    <Notice
      role="note"
      tone={
        latest.outcome === 'not_transferable' ? 'stop' : latest.outcome === 'with_alerts' ? 'warn' : 'neutral'
      }
      icon={previous ? <Icon of={GitCompareArrows} /> : <Icon of={FileSearch} />}
    >
      <p>
        {previous && (
          <>
            <b>{text.changed}</b>{' '}
            {text.changedWas(day(previous.checkedAt, now), longAge(previous.checkedAt, now))}{' '}
            <b>{reportWords(previous).title}</b>.{' '}
          </>
        )}
        {why}
      </p>
    </Notice>
  )
}

/** A reduced report does not explain itself: what does, without asking to pay for what there is or may be. */
function explanation({ outcome }: PlateReport, complete: CompleteView | undefined, now: number): string {
  if (outcome !== 'with_alerts' && outcome !== 'not_transferable') return ''
  if (complete?.latest) return text.completeThere[outcome](longAge(complete.latest.checkedAt, now))
  const request = complete?.request
  const way =
    request?.state === 'uncertain'
      ? text.completeUncertain
      : request && isOpen(request)
        ? text.completeOnItsWay
        : text.completeCosts
  return `${text.which[outcome]} ${way}`
}
