import type { DiagnosisCheck } from '#shared/bridge/diagnosis.ts'
import { checkStates, diagnosisText as text } from '#shared/text/diagnosis.ts'
import { BusyIcon } from '../../design/icon.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'

const SIGNS: Record<DiagnosisCheck['state'], SignKind> = {
  ok: 'ok',
  warning: 'warn',
  failed: 'stop',
  skipped: 'none',
}

export interface CheckRowProps {
  number: number
  label: string
  meaning: string
  /** What to do; '' for nothing. */
  advice: string
  /** What was found, in a line; '' for nothing. */
  facts: string
  /** `undefined`: not checked yet, or being checked. */
  state: DiagnosisCheck['state'] | undefined
  busy: boolean
}

/** One check of a list in order (`.checks`): what it looks at, its outcome, and the remedy. */
export function CheckRow({ number, label, meaning, advice, facts, state, busy }: CheckRowProps) {
  return (
    <li className="check">
      <span className="check__number figures muted" aria-hidden="true">
        {number}
      </span>
      <div className="check__body">
        <p>
          <b>{label}</b> <span className="muted">{meaning}</span>
        </p>
        {advice && (
          <p>
            <span className="muted">{text.whatToDo}</span> {advice}
          </p>
        )}
        {facts && <p className="tiny muted check__facts">{facts}</p>}
      </div>
      <span className="check__state">
        {state ? (
          <>
            <Sign kind={SIGNS[state]} />
            {checkStates[state]}
          </>
        ) : busy ? (
          <span className="muted busy">
            <BusyIcon />
            {text.waiting}
          </span>
        ) : (
          <span className="muted">
            <Sign kind="none" />
          </span>
        )}
      </span>
    </li>
  )
}
