import { useState, useRef } from 'react'
import { Download, GraduationCap, FilePlus } from 'lucide-react'
import type { Training, ScenarioSummary } from '#shared/bridge/training.ts'
import { trainingSettingsText } from '#shared/text/frame.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { Notice, NoticeWords, TransferBar } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { wantTraining, askTraining } from './training-state.ts'
import { Icon } from '../../design/icon.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { useSaveFile, useTransfer } from '../../app/transfers.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { isTour, startTraining } from './training-actions.ts'
import './training.css'

const TOUR = [
  trainingSettingsText.tour.title,
  trainingSettingsText.tour.help,
  trainingSettingsText.tour.start,
  trainingSettingsText.words,
]
const OWN = [
  trainingSettingsText.add.title,
  trainingSettingsText.add.help,
  trainingSettingsText.add.action,
  trainingSettingsText.words,
]

/** The tour and the scenarios. Only in the demonstration, at its first PC. */
export function TrainingSection() {
  const profile = useSlice('profile')
  return profile?.environment === 'demo' && !profile.isSecondPc && <DemoTraining />
}

function DemoTraining() {
  const { queries } = useClient()
  const training = useSlice('training')
  const { data, error } = useQuery('training.list', {})
  const { busy, start, question } = useStarting(training)
  const scenarios = data?.scenarios ?? []
  const words = [TOUR, OWN, ...scenarios.map(scenarioWords)]
  return (
    <SettingsSection id="training" rows={words} intro={trainingSettingsText.intro}>
      <ul className="setting-rows">
        <TourRow training={training} busy={busy} onStart={() => start(TOUR_ID)} />
        {scenarios.map((scenario) => (
          <ScenarioRow
            key={scenario.id}
            scenario={scenario}
            running={training?.id === scenario.id}
            starting={busy === scenario.id}
            disabled={busy !== null}
            onStart={() => start(scenario.id)}
          />
        ))}
        {data && <OwnScenarios words={OWN} unreadable={data.unreadable} />}
      </ul>
      {!data && !error && <BusyLine words={trainingSettingsText.loading} />}
      {data && scenarios.length === 0 && (
        <p className="small muted settings__note">{trainingSettingsText.none}</p>
      )}
      {!data && error && (
        <Notice
          role="alert"
          icon={<Sign kind="unknown" />}
          actions={
            <Button size="low" onClick={() => queries.refetch('training.list')}>
              {trainingSettingsText.retry}
            </Button>
          }
        >
          <NoticeWords title={errorTexts[error.code].title} body={errorTexts[error.code].advice} />
        </Notice>
      )}
      {question}
    </SettingsSection>
  )
}

interface TourRowProps {
  training: Training | null
  busy: string | null
  onStart: () => void
}

function TourRow({ training, busy, onStart }: TourRowProps) {
  const tour = training && isTour(training) ? training : null
  const goesOn = tour !== null && tour.state !== 'finished'
  const words =
    tour === null
      ? trainingSettingsText.tour.start
      : goesOn
        ? trainingSettingsText.tour.goOn
        : trainingSettingsText.tour.again
  const press = () => (goesOn && !tour.putAway ? wantTraining() : onStart())
  return (
    <SettingRow words={TOUR} title={trainingSettingsText.tour.title} help={trainingSettingsText.tour.help}>
      <Button size="low" disabled={busy !== null} aria-busy={busy === TOUR_ID} onClick={press}>
        {words}
      </Button>
    </SettingRow>
  )
}

/** Starts one scenario at a time. Asks first if a running scenario's work would be lost. */
function useStarting(training: Training | null) {
  const client = useClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const begin = async (id: string) => {
    setBusy(id)
    await startTraining(client, id)
    setBusy(null)
    setAsked(null)
  }
  const start = (id: string) => {
    if (busy !== null) return
    if (training?.apart && training.id !== id) setAsked(id)
    else void begin(id)
  }
  const question = asked !== null && (
    <ConfirmDialog
      title={trainingSettingsText.askSwitch.title(training?.title ?? '')}
      body={trainingSettingsText.askSwitch.body}
      keep={trainingSettingsText.askSwitch.keep}
      submit={trainingSettingsText.askSwitch.submit}
      busy={busy !== null}
      onSubmit={() => begin(asked)}
      onClose={() => setAsked(null)}
    >
      {busy !== null && <BusyLine words={trainingSettingsText.starting} />}
    </ConfirmDialog>
  )
  return { busy, start, question }
}

const scenarioWords = ({ title, about }: ScenarioSummary) => [title, about, trainingSettingsText.words]

interface ScenarioRowProps {
  scenario: ScenarioSummary
  running: boolean
  starting: boolean
  disabled: boolean
  onStart: () => void
}

function ScenarioRow({ scenario, running, starting, disabled, onStart }: ScenarioRowProps) {
  const { id, title, about, minutes, steps, own } = scenario
  const { save, saving } = useSaveFile('training.file', trainingSettingsText.saved)
  const [removes, setRemoves] = useState(false)
  return (
    <SettingRow
      words={scenarioWords(scenario)}
      title={title}
      help={about}
      under={
        <span className="scenario__facts small muted figures">
          {trainingSettingsText.measure(minutes, steps)}
          {own && ` · ${trainingSettingsText.own}`}
          {running && (
            <b className="scenario__running">
              <Icon of={GraduationCap} />
              {trainingSettingsText.running}
            </b>
          )}
        </span>
      }
    >
      <div className="scenario__ways">
        <IconButton
          icon={Download}
          label={trainingSettingsText.saveNamed(title)}
          title={trainingSettingsText.save}
          disabled={saving !== null}
          onClick={() => save({ id })}
        />
        {own && (
          <Button
            size="low"
            tone="plain"
            aria-label={trainingSettingsText.removeNamed(title)}
            disabled={running}
            onClick={() => setRemoves(true)}
          >
            {trainingSettingsText.remove}
          </Button>
        )}
        {running ? (
          <Button
            size="low"
            aria-label={trainingSettingsText.endNamed(title)}
            onClick={() => askTraining({ what: 'end', id })}
          >
            {trainingSettingsText.end}
          </Button>
        ) : (
          <Button
            size="low"
            aria-label={trainingSettingsText.startNamed(title)}
            disabled={disabled}
            aria-busy={starting}
            onClick={onStart}
          >
            {starting ? trainingSettingsText.starting : trainingSettingsText.start}
          </Button>
        )}
      </div>
      {removes && <RemoveDialog scenario={scenario} onClose={() => setRemoves(false)} />}
    </SettingRow>
  )
}

function RemoveDialog({ scenario, onClose }: { scenario: ScenarioSummary; onClose: () => void }) {
  const { bridge, queries } = useClient()
  const { task, run } = useOnce<'remove'>()
  const words = trainingSettingsText.askRemove
  const remove = async () => {
    const done = await run('remove', async () => {
      const answer = await bridge.call('training.remove', { id: scenario.id })
      if (answer.ok) {
        showToast(words.done)
        queries.refetch('training.list')
      }
      return answer
    })
    if (done) onClose()
  }
  return (
    <ConfirmDialog
      title={words.title(scenario.title)}
      body={words.body}
      keep={words.keep}
      submit={words.submit}
      busy={task.state === 'busy'}
      onSubmit={remove}
      onClose={onClose}
    >
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}

const text = trainingSettingsText.add
const WRONG: Partial<Record<AppError['code'], { title: string; advice: string }>> = {
  'invalid-request': text.wrong,
  'file-too-large': text.large,
}

interface OwnScenariosProps {
  words: readonly string[]
  unreadable: readonly { file: string; problem: string }[]
}

/** Scenarios that the office wrote. The user adds one from a file. Unreadable scenarios are listed too. */
function OwnScenarios({ words, unreadable }: OwnScenariosProps) {
  const { bridge, queries } = useClient()
  const { progress, run, cancel } = useTransfer()
  const chooser = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<AppError | null>(null)
  const add = async (file: File) => {
    setError(null)
    const answer = await run((options) => bridge.send('training.add', {}, file, options))
    if (!answer) return
    if (!answer.ok) return setError(answer.error)
    showToast(text.added(answer.value.title))
    queries.refetch('training.list')
  }
  return (
    <SettingRow
      words={words}
      title={text.title}
      help={text.help}
      under={
        <div className="scenario__notices">
          {progress && (
            <TransferBar
              label={text.adding}
              progress={progress}
              cancelLabel={text.cancel}
              onCancel={cancel}
            />
          )}
          {error && <WrongFile error={error} />}
          {unreadable.length > 0 && <Unreadable files={unreadable} />}
        </div>
      }
    >
      <input
        ref={chooser}
        type="file"
        hidden
        accept="application/json,.json"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void add(file)
          // Reset, so that the same file can be chosen again after a correction.
          event.target.value = ''
        }}
      />
      <Button
        size="low"
        icon={FilePlus}
        disabled={progress !== null}
        onClick={() => chooser.current?.click()}
      >
        {text.action}
      </Button>
    </SettingRow>
  )
}

function WrongFile({ error }: { error: AppError }) {
  const words = WRONG[error.code] ?? errorTexts[error.code]
  return (
    <Notice role="alert" tone="stop" icon={<Sign kind="unknown" />}>
      <NoticeWords title={words.title} body={words.advice} />
      {error.detail !== undefined && <p className="quote">{error.detail}</p>}
    </Notice>
  )
}

function Unreadable({ files }: { files: OwnScenariosProps['unreadable'] }) {
  const words = trainingSettingsText.unreadable
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <NoticeWords title={words.title} body={words.help} />
      <ul className="scenario__unreadable">
        {files.map(({ file, problem }) => (
          <li key={file}>
            <b className="settings__path">{file}</b> <span className="second settings__path">{problem}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
