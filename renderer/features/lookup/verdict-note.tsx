import { CircleCheck, Clock, FileSearch, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { LookupView, PlateReport } from '#shared/bridge/lookup.ts'
import { day, longAge, fullDate } from '#shared/text/dates.ts'
import { noteText as text, changedDataText } from '#shared/text/verdict.ts'
import { reportWords } from '#shared/text/lookup.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { reducedChanges } from '#shared/domain/reduced-changes.ts'
import { isOpen } from '../complete/request-words.ts'

export interface VerdictNoteProps {
  view: LookupView
  complete: CompleteView | undefined
}

/**
 * Note under a reduced report: the cached answer may be used; it has changed; it is unchanged; or what would explain
 * it. Keeps its place and height between states.
 */
export function VerdictNote({ view, complete }: VerdictNoteProps) {
  const { latest, previous, pending } = view
  // Report on screen while the fresh one loaded: "still the same" is only said after that wait.
  const [waitedWith, setWaitedWith] = useState<PlateReport | null>(null)
  if (pending && pending.state !== 'queued' && latest && waitedWith?.reportId !== latest.reportId)
    setWaitedWith(latest)

  const ages = useAt((now) => ({
    latest: latest ? longAge(latest.checkedAt, now) : '',
    previous: previous ? longAge(previous.checkedAt, now) : '',
    previousDay: previous ? day(previous.checkedAt, now) : '',
    waitedWith: waitedWith ? longAge(waitedWith.checkedAt, now) : '',
    complete: complete?.latest ? longAge(complete.latest.checkedAt, now) : '',
  }))
  const note = noteOf({ latest, previous, pending: pending !== null, waitedWith, complete, ages })
  return note && <div className="verdict-view__note">{note}</div>
}

interface NoteFacts {
  latest: PlateReport | null
  previous: PlateReport | null
  pending: boolean
  waitedWith: PlateReport | null
  complete: CompleteView | undefined
  ages: Readonly<Record<'latest' | 'previous' | 'previousDay' | 'waitedWith' | 'complete', string>>
}

function noteOf({ latest, previous, pending, waitedWith, complete, ages }: NoteFacts) {
  if (!latest) return null
  const why = explanation(latest, complete, ages.complete)
  if (pending) {
    return (
      <Notice role="note" icon={<Icon of={Clock} />}>
        <p>
          {text.answerNow(ages.latest)} <b>{text.answerNowThat}</b> {text.answerNowEnd}
        </p>
      </Notice>
    )
  }
  const arrived = waitedWith !== null && waitedWith.reportId !== latest.reportId
  if (arrived && waitedWith.outcome === latest.outcome && !previous) {
    return (
      <Notice role="note" icon={<Icon of={CircleCheck} />}>
        <p>
          <b>{text.same}</b> {text.sameAs(ages.waitedWith)} <b>{reportWords(latest).title}</b>. {why}
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
            {previous.outcome !== latest.outcome && (
              <>
                {text.changedWas(ages.previousDay, ages.previous)} <b>{reportWords(previous).title}</b>.{' '}
              </>
            )}
            <ChangedData previous={previous} latest={latest} />
          </>
        )}
        {why}
      </p>
    </Notice>
  )
}

/** A reduced report does not explain itself: what does, without asking to pay for what there is or may be. */
function explanation({ outcome }: PlateReport, complete: CompleteView | undefined, age: string): string {
  if (outcome !== 'with_alerts' && outcome !== 'not_transferable') return ''
  if (complete?.latest) return text.completeThere[outcome](age)
  const request = complete?.request
  const way =
    request?.state === 'uncertain'
      ? text.completeUncertain
      : request && isOpen(request)
        ? text.completeOnItsWay
        : text.completeCosts
  return `${text.which[outcome]} ${way}`
}

/** What changed in the data of the vehicle from one reduced report to a later one. */
function ChangedData({ previous, latest }: { previous: PlateReport; latest: PlateReport }) {
  const fields = reducedChanges(previous, latest).filter((change) => change.what === 'field')
  return fields.length > 0 && <>{changedDataText(fullDate(previous.checkedAt), fields)} </>
}
