import { Copy, Download } from 'lucide-react'
import { useState, useEffect, useId } from 'react'
import {
  DIAGNOSIS_ORDER,
  checkAdvice,
  checkLabels,
  checkMeaning,
  diagnosisAsText,
  diagnosisText as text,
  factLine,
  supportReportText,
} from '#shared/text/diagnosis.ts'
import type { Diagnosis } from '#shared/bridge/diagnosis.ts'
import { doneWhen } from '#shared/text/dates.ts'
import { laneLine } from '#shared/text/relay.ts'
import { outageText, healthText } from '#shared/text/frame.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { AttemptsRecord } from '../outage/attempts-record.tsx'
import { LaneRow, LANE_WORDS } from '../relay/lane-row.tsx'
import { CheckRow } from './check-row.tsx'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { Switch } from '../../design/choices.tsx'
import { useSaveFile } from '../../ui-state/transfers.ts'
import { SettingsSection } from './settings-filter.tsx'
import { acceleratorWords, globalShortcutText, shortcutLine } from '#shared/text/shortcuts.ts'
import { desktop } from '../../shortcuts/handlers.ts'
import { openSettings } from '../../ui-state/settings-state.ts'

const REPORT_WORDS = [supportReportText.title, supportReportText.help, supportReportText.save]

/** Report for support: says what it has before it is saved, and takes the crash dumps only if they are ticked. */
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
    // Each report asks for them anew.
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

/** Path of the log, and its latest lines to paste in a message to support. */
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
