import { useState } from 'react'
import type { Training } from '#shared/bridge/training.ts'
import { trainingSettingsText as text } from '#shared/text/frame.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { wantTraining } from '../../ui-state/training-state.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { SettingRow, SettingsSection } from '../settings/settings-filter.tsx'
import { OwnScenarios } from './own-scenarios.tsx'
import { ScenarioRow, scenarioWords } from './scenario-row.tsx'
import { isTour, startTraining } from './training-actions.ts'

const TOUR = [text.tour.title, text.tour.help, text.tour.start, text.words]
const OWN = [text.add.title, text.add.help, text.add.action, text.words]

/** The tour and the scenarios. Only in the demonstration. */
export function TrainingSection() {
  const isDemo = useSlice('profile')?.environment === 'demo'
  return isDemo && <DemoTraining />
}

function DemoTraining() {
  const { queries } = useClient()
  const training = useSlice('training')
  const { data, error } = useQuery('training.list', {})
  const { busy, start, question } = useStarting(training)
  const scenarios = data?.scenarios ?? []
  const words = [TOUR, OWN, ...scenarios.map(scenarioWords)]
  return (
    <SettingsSection id="training" rows={words} intro={text.intro}>
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
      {!data && !error && <BusyLine words={text.loading} />}
      {data && scenarios.length === 0 && <p className="small muted settings__note">{text.none}</p>}
      {!data && error && (
        <Notice
          role="alert"
          icon={<Sign kind="unknown" />}
          actions={
            <Button size="low" onClick={() => queries.refetch('training.list')}>
              {text.retry}
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
  const words = tour === null ? text.tour.start : goesOn ? text.tour.goOn : text.tour.again
  const press = () => (goesOn && !tour.putAway ? wantTraining() : onStart())
  return (
    <SettingRow words={TOUR} title={text.tour.title} help={text.tour.help}>
      <Button size="low" disabled={busy !== null} aria-busy={busy === TOUR_ID} onClick={press}>
        {words}
      </Button>
    </SettingRow>
  )
}

/** Starts one at a time. Of another scenario, whose work would be lost, it asks first. */
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
      title={text.askSwitch.title(training?.title ?? '')}
      body={text.askSwitch.body}
      keep={text.askSwitch.keep}
      submit={text.askSwitch.submit}
      busy={busy !== null}
      onSubmit={() => begin(asked)}
      onClose={() => setAsked(null)}
    >
      {busy !== null && <BusyLine words={text.starting} />}
    </ConfirmDialog>
  )
  return { busy, start, question }
}
