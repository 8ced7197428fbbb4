import { Copy, Download } from 'lucide-react'
import { useState, useEffect, useId } from 'react'
import {
  DIAGNOSIS_ORDER,
  checkAdvice,
  checkLabels,
  checkMeaning,
  diagnosisAsText,
  diagnosisText,
  factLine,
  supportReportText,
} from '#shared/text/diagnosis.ts'
import type { Diagnosis } from '#shared/bridge/diagnosis.ts'
import { doneWhen } from '#shared/text/dates.ts'
import { laneLine, laneText } from '#shared/text/relay.ts'
import { outageText, healthText } from '#shared/text/frame.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { acceleratorWords, globalShortcutText, shortcutLine } from '#shared/text/shortcuts.ts'
import type { AttemptSummary } from '#shared/bridge/inbox.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice, useAt } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { useOnce } from '../../replica/use-once.ts'
import { Switch } from '../../design/choices.tsx'
import { useSaveFile } from '../../app/transfers.ts'
import { desktop } from '../../app/shortcuts.ts'
import { openSettings } from '../../app/settings-state.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { SaveAttemptsButton } from '../outage/feature.ts'
import { CheckRow, SettingsSection } from '../../app/setting-rows.tsx'

const LANE_WORDS = [laneText.title, laneText.words]

const REPORT_WORDS = [supportReportText.title, supportReportText.help, supportReportText.save]

/**
 * Report for support. The row lists its content before the user saves it. Crash dumps are included only if ticked.
 */
function ReportRow() {
  const { bridge } = useClient()
  const id = useId()
  const { saving, save } = useSaveFile('diagnosis.report', supportReportText.saved, 'goes-on')
  const [found, setFound] = useState<CommandResult<'diagnosis.dumps'> | null>(null)
  const [dumps, setDumps] = useState(false)
  useEffect(() => {
    let gone = false
    void bridge.call('diagnosis.dumps', {}).then((answer) => {
      if (!gone && answer.ok) setFound(answer.value)
    })
    return () => {
      gone = true
    }
  }, [bridge])
  const start = () => {
    save({ dumps })
    // Every report needs the tick again.
    setDumps(false)
  }
  return (
    <>
      <li>
        <div>
          <b>{supportReportText.title}</b>
          <span className="small muted">{supportReportText.help}</span>
        </div>
        <Button size="low" icon={Download} disabled={saving !== null} onClick={start}>
          {saving ? supportReportText.saving : supportReportText.save}
        </Button>
      </li>
      {found && found.count > 0 && (
        <li>
          <div>
            <label htmlFor={id}>
              <b>{supportReportText.dumps(found.count, found.bytes)}</b>
            </label>
            <span className="small muted" id={`${id}-help`}>
              {supportReportText.dumpsHelp}
            </span>
          </div>
          <Switch id={id} on={dumps} onChange={setDumps} />
        </li>
      )}
    </>
  )
}

const SHORTCUT_LINE_WORDS = [globalShortcutText.diagnosis, globalShortcutText.search]

/** State of the shortcut of quick lookup, in one line. */
function useShortcutLine(): string {
  const state = useSlice('globalShortcut')
  const shortcut = useSlice('settings')?.quickLookup.shortcut ?? null
  return state === null ? '' : shortcutLine(state, shortcut && acceleratorWords(shortcut, desktop))
}

/** The shortcut of quick lookup, in Diagnóstico. */
function ShortcutLineRow() {
  const line = useShortcutLine()
  if (line === '') return null
  return (
    <ul className="setting-rows">
      <li>
        <div>
          <b>{globalShortcutText.diagnosis}</b>
          <span className="small muted">{line}</span>
        </div>
        <Button
          size="low"
          aria-label={`${globalShortcutText.see}: ${globalShortcutText.diagnosis}`}
          onClick={() => openSettings('quick-lookup')}
        >
          {globalShortcutText.see}
        </Button>
      </li>
    </ul>
  )
}

const LOG_WORDS = [healthText.log, healthText.logHelp, healthText.copyLog]

/** Path of the log, and its latest lines for a message to support. */
function LogRow() {
  const { bridge } = useClient()
  const { task, run } = useOnce<'copy'>()
  const path = useSlice('health')?.logFile
  const copy = async () => {
    const log = await run('copy', () => bridge.call('diagnosis.log', {}))
    if (!log) return showToast(healthText.logNotCopied, 'failed')
    if (log.value.text === '') return showToast(healthText.logEmpty)
    try {
      await navigator.clipboard.writeText(log.value.text)
      showToast(healthText.logCopied)
    } catch {
      showToast(healthText.logNotCopied, 'failed')
    }
  }
  if (!path) return null
  return (
    <li>
      <div>
        <b>{healthText.log}</b>
        <span className="small muted">{healthText.logHelp}</span>
        <span className="small muted settings__path">{path}</span>
      </div>
      <Button
        size="low"
        icon={Copy}
        aria-disabled={task.state === 'busy' || undefined}
        onClick={() => void copy()}
      >
        {task.state === 'busy' ? healthText.copyingLog : healthText.copyLog}
      </Button>
    </li>
  )
}

const WORDS = [
  [diagnosisText.run, diagnosisText.copy, ...Object.values(checkLabels)],
  [outageText.record, outageText.recordHelp],
  LANE_WORDS,
  SHORTCUT_LINE_WORDS,
  LOG_WORDS,
  REPORT_WORDS,
]

/** Seven checks in order, which show where the connection to the operator breaks, and the remedy. */
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
      showToast(diagnosisText.copied)
    } catch {
      showToast(diagnosisText.notCopied, 'failed')
    }
  }
  const problems = diagnosis?.checks.filter(({ state }) => state === 'failed' || state === 'warning').length
  return (
    <SettingsSection id="diagnosis" rows={WORDS} intro={diagnosisText.intro}>
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
          <Button onClick={forget}>{diagnosisText.cancel}</Button>
        ) : (
          <Button onClick={() => void start()}>{diagnosis ? diagnosisText.again : diagnosisText.run}</Button>
        )}
        {diagnosis && !busy && (
          <Button icon={Copy} onClick={() => void copy()}>
            {diagnosisText.copy}
          </Button>
        )}
        <p className="small second" role="status">
          {busy
            ? diagnosisText.running
            : diagnosis && problems !== undefined
              ? diagnosisText.done(doneWhen(diagnosis.at, now), problems)
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

/** Present source of changes: the relay, or polling the service. */
function LaneRow() {
  const relay = useSlice('relay')
  const line = useAt((now) => (relay ? laneLine(relay, now) : ''))
  if (!relay) return null
  return (
    <ul className="setting-rows relay-lane">
      <li>
        <div>
          <b>{laneText.title}</b>
          <span className="small muted settings__path">{line}</span>
        </div>
        <Button size="low" onClick={() => openSettings('relay')}>
          {laneText.see}
        </Button>
      </li>
    </ul>
  )
}

/** Record of failed attempts, available also after the outage. Absent if no attempt has failed. */
function AttemptsRecord() {
  const { bridge } = useClient()
  const failures = useSlice('outage')?.failures
  const [summary, setSummary] = useState<AttemptSummary | null>(null)
  useEffect(() => {
    let gone = false
    void bridge.call('outage.attempts', {}).then((answer) => {
      if (!gone && answer.ok) setSummary(answer.value)
    })
    return () => {
      gone = true
    }
  }, [bridge, failures])
  if (!summary || summary.from === null || summary.to === null) return null
  return (
    <ul className="setting-rows attempts-record">
      <li>
        <div>
          <b>{outageText.record}</b>
          <span className="small muted">
            {outageText.recordOf(summary.failures, summary.from, summary.to)} {outageText.recordHelp}
          </span>
        </div>
        <SaveAttemptsButton />
      </li>
    </ul>
  )
}
