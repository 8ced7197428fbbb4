import { useState } from 'react'
import { MonitorUp } from 'lucide-react'
import { errorTexts } from '#shared/text/errors.ts'
import { demoText as text, paceText, secondPcText as pcText } from '#shared/text/settings.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { type Task, useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { PaceControls } from '../simulator/feature.ts'
import { SettingProblem, SettingRow, SettingsSection } from '../../app/setting-rows.tsx'

type Way = keyof typeof text.ways

const WAYS: readonly Way[] = ['sample', 'empty']
const PACE = [paceText.title, paceText.pause, paceText.step, ...Object.values(paceText.speeds)]
const PC = [pcText.title, pcText.action, pcText.help, pcText.words]
const ROWS = WAYS.map((way) => [text.ways[way].title, text.ways[way].action, text.words])

/** Restarts the demonstration, and opens its second PC. Absent for a real account. */
export function DemoSection() {
  const [asked, setAsked] = useState<Way | null>(null)
  const profile = useSlice('profile')
  if (profile?.environment !== 'demo') return null
  const pace = <SettingRow words={PACE} title={paceText.title} under={<PaceControls />} />
  if (profile.isSecondPc)
    return (
      <SettingsSection id="demo" rows={[PACE]} intro={pcText.here}>
        <ul className="setting-rows">{pace}</ul>
      </SettingsSection>
    )
  return (
    <SettingsSection id="demo" rows={[PACE, ...ROWS, PC]} intro={text.intro}>
      <ul className="setting-rows">
        {pace}
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
        <SecondPcRow />
      </ul>
      {asked && <RenewDialog way={asked} onClose={() => setAsked(null)} />}
    </SettingsSection>
  )
}

/** Opens the second PC. This row is the last one, so that a failure moves no other row. */
function SecondPcRow() {
  const { bridge } = useClient()
  const { task, run } = useOnce<'open'>()
  const busy = task.state === 'busy'
  const open = () =>
    run('open', async () => {
      const answer = await bridge.call('simulator.open-pc', {})
      // The user may have left this page meanwhile. The window opens anyway.
      if (answer.ok) showPc(answer.value.url)
      return answer
    })
  return (
    <SettingRow words={PC} title={pcText.title} help={pcText.help} under={<PcState task={task} />}>
      <Button size="low" icon={MonitorUp} disabled={busy} aria-busy={busy} onClick={() => void open()}>
        {pcText.action}
      </Button>
    </SettingRow>
  )
}

/** One line, so that nothing moves. */
function PcState({ task }: { task: Task<'open'> }) {
  if (task.state === 'busy') return <BusyLine words={pcText.busy} />
  if (task.state === 'idle') return <p className="small muted">{pcText.lasts}</p>
  const { code } = task.error
  const { title, advice } =
    code === 'timeout' || code === 'cancelled' ? pcText.failed[code] : errorTexts[code]
  return (
    <SettingProblem>
      {title} {advice}
    </SettingProblem>
  )
}

/** @param url address of its window; `null` if the host has shown the window */
function showPc(url: string | null): void {
  if (url === null || window.open(url)) showToast(pcText.opened)
  else showToast(pcText.blocked, 'failed')
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
