import { GitCompareArrows } from 'lucide-react'
import type { CompleteReport, CompleteView } from '#shared/bridge/complete-report.ts'
import { completeText, disagreeText } from '#shared/text/verdict.ts'
import { longAge, dateTime } from '#shared/text/dates.ts'
import type { PlateReport, PlateVerdict } from '#shared/bridge/lookup.ts'
import { reportWords } from '#shared/text/lookup.ts'
import { Button } from '../../design/button.tsx'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { isOpen } from './request-words.tsx'
import './complete.css'

interface CompleteActionsProps {
  view: CompleteView | undefined
  hasPdf: boolean
  canAsk: boolean
  onAsk: () => void
  onSee: () => void
  onSave: () => void
}

/** Foot of the verdict: the PDF of the complete report, or a button to request one. */
export function CompleteActions(props: CompleteActionsProps) {
  const { view, hasPdf, canAsk, onAsk, onSee, onSave } = props
  const hint = useKeyHint()
  if (hasPdf) {
    return (
      <>
        <Button {...hint('verdict.pdf')} onClick={onSee}>
          {completeText.seePdf}
        </Button>
        <Button {...hint('verdict.save-pdf')} onClick={onSave}>
          {completeText.savePdf}
        </Button>
      </>
    )
  }
  // If there is a report without a PDF, `AskAgain` under the report has the button.
  if (!canAsk || view?.latest) return null
  return (
    <Button data-point="complete" {...hint('verdict.complete')} onClick={onAsk}>
      {completeText.ask}
    </Button>
  )
}

/** Age of a complete report, and a button to request another. */
export function AskAgain({
  report,
  disabled,
  onAsk,
}: {
  report: CompleteReport
  disabled: boolean
  onAsk: () => void
}) {
  const hint = useKeyHint()
  const age = useAt((now) => longAge(report.checkedAt, now))
  return (
    <div className="ask-again small">
      <span className="muted">
        {completeText.viewModel(age)}
        {report.pdf === 'none' && ` · ${completeText.noPdf}`}
      </span>
      <Button
        size="low"
        tone="plain"
        data-point="complete"
        {...hint('verdict.complete')}
        disabled={disabled}
        onClick={onAsk}
      >
        {completeText.askAgain}
      </Button>
    </div>
  )
}

interface DisagreeNoteProps {
  verdict: PlateVerdict
  complete: CompleteView | undefined
}

/** Note about two reports of one plate that disagree: what each report says and when, and what to do. */
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
      ? disagreeText.uncertain
      : request && isOpen(request)
        ? disagreeText.onItsWay
        : disagreeText.advice[advice]
  const says = (one: PlateReport, age: string) =>
    disagreeText.report(disagreeText[one.kind], dateTime(one.checkedAt), age, reportWords(one).short)
  return (
    <Notice
      role="note"
      tone={report.outcome === 'not_transferable' ? 'stop' : 'warn'}
      icon={<Icon of={GitCompareArrows} />}
    >
      <p>
        <b>{disagreeText.title}</b> {says(report, ages.report)} {says(against, ages.against)}{' '}
        {disagreeText.worse}
      </p>
      <p className="second">
        {whatToDo}
        {!production && against.kind !== report.kind && ` ${disagreeText.whyDemo}`}
      </p>
    </Notice>
  )
}
