import { Download, GraduationCap } from 'lucide-react'
import { useState } from 'react'
import type { ScenarioSummary } from '#shared/bridge/training.ts'
import { trainingSettingsText as text } from '#shared/text/frame.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { askTraining } from '../../ui-state/training-state.ts'
import { useSaveFile } from '../../ui-state/transfers.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import './training.css'

export const scenarioWords = ({ title, about }: ScenarioSummary) => [title, about, text.words]

export interface ScenarioRowProps {
  scenario: ScenarioSummary
  running: boolean
  starting: boolean
  disabled: boolean
  onStart: () => void
}

export function ScenarioRow({ scenario, running, starting, disabled, onStart }: ScenarioRowProps) {
  const { id, title, about, minutes, steps, own } = scenario
  const { save, saving } = useSaveFile('training.file', text.saved)
  const [removes, setRemoves] = useState(false)
  return (
    <SettingRow
      words={scenarioWords(scenario)}
      title={title}
      help={about}
      under={
        <span className="scenario__facts small muted figures">
          {text.measure(minutes, steps)}
          {own && ` · ${text.own}`}
          {running && (
            <b className="scenario__running">
              <Icon of={GraduationCap} />
              {text.running}
            </b>
          )}
        </span>
      }
    >
      <div className="scenario__ways">
        <IconButton
          icon={Download}
          label={text.saveNamed(title)}
          title={text.save}
          disabled={saving !== null}
          onClick={() => save({ id })}
        />
        {own && (
          <Button
            size="low"
            tone="plain"
            aria-label={text.removeNamed(title)}
            disabled={running}
            onClick={() => setRemoves(true)}
          >
            {text.remove}
          </Button>
        )}
        {running ? (
          <Button
            size="low"
            aria-label={text.endNamed(title)}
            onClick={() => askTraining({ what: 'end', id })}
          >
            {text.end}
          </Button>
        ) : (
          <Button
            size="low"
            aria-label={text.startNamed(title)}
            disabled={disabled}
            aria-busy={starting}
            onClick={onStart}
          >
            {starting ? text.starting : text.start}
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
  const words = text.askRemove
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
