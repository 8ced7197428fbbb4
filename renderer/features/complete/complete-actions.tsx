import type { CompleteReport, CompleteView } from '#shared/bridge/complete-report.ts'
import { completeText as text } from '#shared/text/verdict.ts'
import { longAge } from '#shared/text/dates.ts'
import { Button } from '../../design/button.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import './complete.css'

export interface CompleteActionsProps {
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
          {text.seePdf}
        </Button>
        <Button {...hint('verdict.save-pdf')} onClick={onSave}>
          {text.savePdf}
        </Button>
      </>
    )
  }
  // With a report and no PDF, the button to request another is under the report.
  if (!canAsk || view?.latest) return null
  return (
    <Button data-point="complete" {...hint('verdict.complete')} onClick={onAsk}>
      {text.ask}
    </Button>
  )
}

/** Under a complete report: its age, and a button to request another. */
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
        {text.viewModel(age)}
        {report.pdf === 'none' && ` · ${text.noPdf}`}
      </span>
      <Button
        size="low"
        tone="plain"
        data-point="complete"
        {...hint('verdict.complete')}
        disabled={disabled}
        onClick={onAsk}
      >
        {text.askAgain}
      </Button>
    </div>
  )
}
