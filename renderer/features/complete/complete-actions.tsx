import type { CompleteReport, CompleteView } from '#shared/bridge/complete-report.ts'
import { completeText as text } from '#shared/text/app-complete.ts'
import { longAge } from '#shared/text/app-dates.ts'
import { Button } from '../../design/button.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import './complete-actions.css'

export interface CompleteActionsProps {
  view: CompleteView | undefined
  hasPdf: boolean
  canAsk: boolean
  onAsk: () => void
  onSee: () => void
  onSave: () => void
}

/** In the foot of the verdict: the PDF of the complete report there is, or asking for one. */
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
  // With a report and no PDF, another is asked for under it.
  if (!canAsk || view?.latest) return null
  return (
    <Button {...hint('verdict.complete')} onClick={onAsk}>
      {text.ask}
    </Button>
  )
}

/** Under a complete report: how old it is, and another one if something has changed. */
export function AskAgain({
  report,
  now,
  disabled,
  onAsk,
}: {
  report: CompleteReport
  now: number
  disabled: boolean
  onAsk: () => void
}) {
  const hint = useKeyHint()
  return (
    <div className="ask-again small">
      <span className="muted">
        {text.viewModel(longAge(report.checkedAt, now))}
        {report.pdf === 'none' && ` · ${text.noPdf}`}
      </span>
      <Button size="low" tone="plain" {...hint('verdict.complete')} disabled={disabled} onClick={onAsk}>
        {text.askAgain}
      </Button>
    </div>
  )
}
