import { Copy, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { DIAGNOSIS_ORDER } from '#shared/text/app-diagnosis.ts'
import type { Diagnosis, DiagnosisCheck } from '#shared/bridge/diagnosis.ts'
import {
  checkAdvice,
  checkLabels,
  checkMeaning,
  checkStates,
  diagnosisAsText,
  diagnosisText as text,
  factLine,
} from '#shared/text/app-diagnosis.ts'
import { doneWhen } from '#shared/text/app-dates.ts'
import { outageText } from '#shared/text/app-outage.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { AttemptsRecord } from '../outage/attempts-record.tsx'
import { LOG_WORDS, LogRow } from './log-row.tsx'
import { SettingsSection } from './settings-filter.tsx'

const WORDS = [
  [text.run, text.copy, ...Object.values(checkLabels)],
  [outageText.record, outageText.recordHelp],
  LOG_WORDS,
]
const SIGNS: Record<DiagnosisCheck['state'], SignKind> = {
  ok: 'ok',
  warning: 'warn',
  failed: 'stop',
  skipped: 'none',
}

/** Seven checks in order: show where the connection to the operator breaks, and the remedy. */
export function DiagnosisSection() {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<'run'>()
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const now = useNow(60_000)
  const busy = task.state === 'busy'

  const start = async () => {
    const done = await run('run', () => bridge.call('diagnosis.run', {}))
    if (done) setDiagnosis(done.value)
  }
  const copy = async () => {
    if (!diagnosis) return
    try {
      await navigator.clipboard.writeText(diagnosisAsText(diagnosis))
      showToast(text.copied)
    } catch {
      showToast(text.notCopied, 'failed')
    }
  }
  const problems = diagnosis?.checks.filter(({ state }) => state === 'failed' || state === 'warning').length
  return (
    <SettingsSection id="diagnosis" rows={WORDS} intro={text.intro}>
      <ol className="checks" aria-busy={busy}>
        {DIAGNOSIS_ORDER.map((name, index) => (
          <CheckRow
            key={name}
            number={index + 1}
            name={name}
            check={busy ? undefined : diagnosis?.checks.find(({ check }) => check === name)}
            busy={busy}
          />
        ))}
      </ol>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      <div className="checks__foot">
        {busy ? (
          <Button onClick={forget}>{text.cancel}</Button>
        ) : (
          <Button onClick={() => void start()}>{diagnosis ? text.again : text.run}</Button>
        )}
        {diagnosis && !busy && (
          <Button icon={Copy} onClick={() => void copy()}>
            {text.copy}
          </Button>
        )}
        <p className="small second" role="status">
          {busy
            ? text.running
            : diagnosis && problems !== undefined
              ? text.done(doneWhen(diagnosis.at, now), problems)
              : ''}
        </p>
      </div>
      <AttemptsRecord />
      <LogRow />
    </SettingsSection>
  )
}

interface CheckRowProps {
  number: number
  name: DiagnosisCheck['check']
  check: DiagnosisCheck | undefined
  busy: boolean
}

function CheckRow({ number, name, check, busy }: CheckRowProps) {
  const facts = check ? factLine(check.facts) : ''
  const advice = check ? checkAdvice(check) : ''
  return (
    <li className="check">
      <span className="check__number figures muted" aria-hidden="true">
        {number}
      </span>
      <div className="check__body">
        <p>
          <b>{checkLabels[name]}</b> <span className="muted">{checkMeaning[name]}</span>
        </p>
        {advice && (
          <p>
            <span className="muted">{text.whatToDo}</span> {advice}
          </p>
        )}
        {facts && <p className="tiny muted check__facts">{facts}</p>}
      </div>
      <span className="check__state">
        {check ? (
          <>
            <Sign kind={SIGNS[check.state]} />
            {checkStates[check.state]}
          </>
        ) : busy ? (
          <span className="muted busy">
            <Icon of={LoaderCircle} />
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
