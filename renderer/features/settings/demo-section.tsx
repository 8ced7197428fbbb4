import { useState } from 'react'
import { demoText as text, paceText } from '#shared/text/settings.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { PaceControls } from '../simulator/feature.ts'
import { SettingRow, SettingsSection } from '../../app/setting-rows.tsx'

type Way = keyof typeof text.ways

const WAYS: readonly Way[] = ['sample', 'empty']
const PACE = [paceText.title, paceText.pause, paceText.step, ...Object.values(paceText.speeds)]
const ROWS = WAYS.map((way) => [text.ways[way].title, text.ways[way].action, text.words])

/** Restarts the demonstration. Absent for a real account. */
export function DemoSection() {
  const [asked, setAsked] = useState<Way | null>(null)
  const isDemo = useSlice('profile')?.environment === 'demo'
  if (!isDemo) return null
  return (
    <SettingsSection id="demo" rows={[PACE, ...ROWS]} intro={text.intro}>
      <ul className="setting-rows">
        <SettingRow words={PACE} title={paceText.title} under={<PaceControls />} />
        {WAYS.map((way, index) => (
          <SettingRow
            key={way}
            words={ROWS[index] ?? []}
            title={text.ways[way].title}
            help={text.ways[way].help}
          >
            <Button size="low" onClick={() => setAsked(way)}>
              {text.ways[way].action}
            </Button>
          </SettingRow>
        ))}
      </ul>
      {asked && <RenewDialog way={asked} onClose={() => setAsked(null)} />}
    </SettingsSection>
  )
}

function RenewDialog({ way, onClose }: { way: Way; onClose: () => void }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'renew'>()
  const words = text.ways[way]
  const busy = task.state === 'busy'
  const renew = async () => {
    const done = await run('renew', async () => {
      const answer = await bridge.call('accounts.renew-demo', { sample: way === 'sample' })
      // The toast comes before the task ends: the new demonstration remounts every page, and this dialog may be gone.
      if (answer.ok) showToast(words.done)
      return answer
    })
    if (done) onClose()
  }
  return (
    <ConfirmDialog
      title={words.ask}
      body={text.erases}
      keep={text.cancel}
      submit={words.submit}
      busy={busy}
      onSubmit={renew}
      onClose={onClose}
    >
      {busy && <BusyLine words={text.busy} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}
