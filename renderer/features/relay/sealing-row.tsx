import { useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { sealingLines, sealingText as text } from '#shared/text/app-relay-sealing.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import { ReadFailed } from './read-failed.tsx'
import { SealingDialog, type SealingDialogProps } from './sealing-dialog.tsx'
import { useSealing } from './use-sealing.ts'

const MINUTE_MS = 60_000

export const SEALING_WORDS = [text.title, text.help, text.search]

/** Whether the relay keeps the office's events encrypted, and for whom. */
export function SealingRow({ relay }: { relay: RelaySlice }) {
  const { view, task, isConnected, read } = useSealing(relay)
  const [asked, setAsked] = useState<Pick<SealingDialogProps, 'kind' | 'view'> | null>(null)
  const minute = useAt((now) => Math.floor(now / MINUTE_MS))
  const lines = view ? sealingLines(view, minute * MINUTE_MS) : []
  const action = (kind: SealingDialogProps['kind'], label: string, isPossible = true) =>
    view && (
      <Button size="low" disabled={!isConnected || !isPossible} onClick={() => setAsked({ kind, view })}>
        {label}
      </Button>
    )
  // Nothing failed: it can do no more.
  const isTooOld = task.state === 'failed' && task.error.code === 'relay-too-old'
  const isWhole = view?.devices.every(({ publicKey }) => publicKey !== null)
  return (
    <>
      <SettingRow words={SEALING_WORDS} title={text.title} help={text.help}>
        {relay.admin && view?.madeAt === null && action('on', text.turnOn, isWhole)}
        {relay.admin && view && view.madeAt !== null && (
          <>
            {action('change', text.change, isWhole && view.canOpen)}
            {action('off', text.turnOff)}
          </>
        )}
        {lines.map(({ words, isWarning }) => (
          <p className={`small office-wide ${isWarning ? 'relay-line' : 'second'}`} key={words}>
            {isWarning && <Sign kind="warn" />} {words}
          </p>
        ))}
        {view && <p className="small second office-wide">{text.own(view.words)}</p>}
        {!view && task.state === 'busy' && <BusyLine words={text.reading} />}
        {!view && task.state !== 'busy' && !isConnected && (
          <p className="small muted office-wide">{text.later}</p>
        )}
        {isTooOld && <p className="small second office-wide">{text.tooOld}</p>}
        {task.state === 'failed' && !isTooOld && (
          <div className="office-wide">
            <ReadFailed error={task.error} retry={text.retry} onRetry={read} />
          </div>
        )}
      </SettingRow>
      {asked && <SealingDialog {...asked} onDone={() => void read()} onClose={() => setAsked(null)} />}
    </>
  )
}
