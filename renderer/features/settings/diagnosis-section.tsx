import { Copy } from 'lucide-react'
import { useState } from 'react'
import { DIAGNOSIS_ORDER } from '#shared/text/app-diagnosis.ts'
import type { Diagnosis } from '#shared/bridge/diagnosis.ts'
import {
  checkAdvice,
  checkLabels,
  checkMeaning,
  diagnosisAsText,
  diagnosisText as text,
  factLine,
} from '#shared/text/app-diagnosis.ts'
import { doneWhen } from '#shared/text/app-dates.ts'
import { laneLine } from '#shared/text/app-relay.ts'
import { outageText } from '#shared/text/app-outage.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { AttemptsRecord } from '../outage/attempts-record.tsx'
import { LaneRow, LANE_WORDS } from '../relay/lane-row.tsx'
import { CheckRow } from './check-row.tsx'
import { LOG_WORDS, LogRow } from './log-row.tsx'
import { REPORT_WORDS, ReportRow } from './report-row.tsx'
import { SettingsSection } from './settings-filter.tsx'
import { SHORTCUT_LINE_WORDS, ShortcutLineRow, useShortcutLine } from './shortcut-line-row.tsx'

const WORDS = [
  [text.run, text.copy, ...Object.values(checkLabels)],
  [outageText.record, outageText.recordHelp],
  LANE_WORDS,
  SHORTCUT_LINE_WORDS,
  LOG_WORDS,
  REPORT_WORDS,
]

/** Seven checks in order: show where the connection to the operator breaks, and the remedy. */
export function DiagnosisSection() {
  const { bridge, now: clientNow } = useClient()
  const relay = useSlice('relay')
  const shortcut = useShortcutLine()
  const { task, run, forget } = useOnce<'run'>()
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const now = useNow(60_000)
  const busy = task.state === 'busy'

  const start = async () => {
    const done = await run('run', () => bridge.call('diagnosis.run', {}))
    if (done) setDiagnosis(done.value)
  }
  const copy = async () => {
    if (!diagnosis || !relay) return
    try {
      await navigator.clipboard.writeText(diagnosisAsText(diagnosis, laneLine(relay, clientNow()), shortcut))
      showToast(text.copied)
    } catch {
      showToast(text.notCopied, 'failed')
    }
  }
  const problems = diagnosis?.checks.filter(({ state }) => state === 'failed' || state === 'warning').length
  return (
    <SettingsSection id="diagnosis" rows={WORDS} intro={text.intro}>
      <ol className="checks" aria-busy={busy}>
        {DIAGNOSIS_ORDER.map((name, index) => {
          const check = busy ? undefined : diagnosis?.checks.find((one) => one.check === name)
          return (
            <CheckRow
              key={name}
              number={index + 1}
              label={checkLabels[name]}
              meaning={checkMeaning[name]}
              advice={check ? checkAdvice(check) : ''}
              facts={check ? factLine(check.facts) : ''}
              state={check?.state}
              busy={busy}
            />
          )
        })}
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
      <LaneRow />
      <ShortcutLineRow />
      <AttemptsRecord />
      <ul className="setting-rows">
        <LogRow />
        <ReportRow />
      </ul>
    </SettingsSection>
  )
}
