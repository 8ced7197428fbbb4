import type { PaceState } from '#shared/api/pace.ts'
import { fullDate, clock } from '#shared/text/dates.ts'
import { paceText as text } from '#shared/text/settings.ts'
import { plural } from '#shared/text/grammar.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/choices.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import './simulator.css'

const SPEEDS = Object.entries(text.speeds).map(([value, label]) => ({ value, label }))

/** Pauses, hurries and steps what goes on by itself in the demonstration. Nothing where nothing does. */
export function PaceControls() {
  const { data: abilities } = useQuery('simulator.abilities', {})
  const { data: pace } = useQuery('simulator.pace', abilities?.pace ? {} : null)
  return pace ? <Controls pace={pace} /> : null
}

function Controls({ pace }: { pace: PaceState }) {
  const { bridge, queries } = useClient()
  const now = useNow(15_000)
  const { task, run } = useOnce<'pace' | 'step'>()
  const busy = task.state === 'busy'
  const set = async (change: { paused?: boolean; speed?: number }) => {
    const done = await run('pace', () => bridge.call('simulator.set-pace', change))
    if (done) queries.put('simulator.pace', {}, done.value)
  }
  const step = async () => {
    const done = await run('step', () => bridge.call('simulator.step', {}))
    if (!done) return
    const said = done.value.moved == null ? text.notStepped : text.stepped
    announce(said)
    showToast(said)
  }
  const at = now + pace.aheadMs
  return (
    <div className="pace">
      <p className="small second">{words(pace)}</p>
      <div className="pace__controls">
        <Segments
          label={text.speed}
          options={SPEEDS}
          value={SPEEDS.find(({ value }) => Number(value) === pace.speed)?.value ?? ''}
          onChange={(value) => set({ speed: Number(value) })}
        />
        <Button size="low" disabled={busy} onClick={() => void set({ paused: !pace.paused })}>
          {pace.paused ? text.resume : text.pause}
        </Button>
        <Button size="low" disabled={busy} onClick={() => void step()}>
          {text.step}
        </Button>
      </div>
      <p className="tiny muted figures">{text.clock(`${fullDate(at)} ${clock(at)}`)}</p>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </div>
  )
}

function words({ playing, paused }: PaceState): string {
  if (playing === 0) return text.nothing
  return paused ? text.paused : text.running(plural(playing, ...text.thing))
}
