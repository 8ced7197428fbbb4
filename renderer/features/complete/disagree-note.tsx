import { GitCompareArrows } from 'lucide-react'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { PlateReport, PlateVerdict } from '#shared/bridge/lookup.ts'
import { dateTime } from '#shared/domain/age.ts'
import { disagreeText as text } from '#shared/text/verdict.ts'
import { longAge } from '#shared/text/dates.ts'
import { reportWords } from '#shared/text/lookup.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { isOpen } from './request-words.ts'

export interface DisagreeNoteProps {
  verdict: PlateVerdict
  complete: CompleteView | undefined
}

/** Reports of one plate that do not say the same: what each says and when, and what to do about it. */
export function DisagreeNote({ verdict: { report, against, advice }, complete }: DisagreeNoteProps) {
  const production = useSlice('profile')?.environment === 'production'
  const ages = useAt((now) => ({
    report: longAge(report.checkedAt, now),
    against: against ? longAge(against.checkedAt, now) : '',
  }))
  if (!against || !advice) return null
  const request = complete?.request
  const whatToDo =
    request?.state === 'uncertain'
      ? text.uncertain
      : request && isOpen(request)
        ? text.onItsWay
        : text.advice[advice]
  const says = (one: PlateReport, age: string) =>
    text.report(text[one.kind], dateTime(one.checkedAt), age, reportWords(one).short)
  return (
    <Notice
      role="note"
      tone={report.outcome === 'not_transferable' ? 'stop' : 'warn'}
      icon={<Icon of={GitCompareArrows} />}
    >
      <p>
        <b>{text.title}</b> {says(report, ages.report)} {says(against, ages.against)} {text.worse}
      </p>
      <p className="second">
        {whatToDo}
        {!production && against.kind !== report.kind && ` ${text.whyDemo}`}
      </p>
    </Notice>
  )
}
