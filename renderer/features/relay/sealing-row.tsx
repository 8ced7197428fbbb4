import { useState, useCallback, useEffect } from 'react'
import type { RelaySlice, SealingView } from '#shared/bridge/relay.ts'
import { sealingLines, sealingText as text } from '#shared/text/relay-pairing.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { BusyLine } from '../../app/task-notice.tsx'
import { SettingRow, SettingItem, SettingItems } from '../../app/setting-rows.tsx'
import { ReadFailed, isHeard } from './use-devices.tsx'
import { relayErrors } from '#shared/text/relay.ts'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'

const MINUTE_MS = 60_000

export const SEALING_WORDS = [text.title, text.help, text.search]

/** Tells whether the relay keeps the office's events encrypted, and for which PCs. */
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
  // An old relay cannot seal. This is not shown as a failure.
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

/** Keys of the office's events. Refetched when the relay connects, and when the keys or the invitation change. */
function useSealing(relay: RelaySlice) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read'>()
  const [view, setView] = useState<SealingView | null>(null)
  const isConnected = isHeard(relay)
  const { state, isStale } = relay.sealing
  const invited = relay.invitation?.state
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('relay.sealing', {}))
    if (done) setView(done.value)
  }, [bridge, run])
  useEffect(() => {
    if (isConnected) void read()
  }, [isConnected, state, isStale, invited, read])
  return { view, task, isConnected, read }
}

interface SealingDialogProps {
  kind: 'on' | 'change' | 'off'
  /** State when the dialog opened: events are sealed to exactly the keys whose words are on screen. */
  view: SealingView
  onDone: () => void
  onClose: () => void
}

const WORDS = {
  on: { title: text.askOn, body: text.onBody, submit: text.submitOn, done: text.on },
  change: { title: text.askChange, body: text.changeBody, submit: text.submitChange, done: text.changed },
  off: { title: text.askOff, body: text.offBody, submit: text.submitOff, done: text.off },
} as const

/** Turns the encryption on or off, or changes its key, and lists PCs whose words have not been compared at this PC. */
function SealingDialog({ kind, view, onDone, onClose }: SealingDialogProps) {
  const { bridge } = useClient()
  const { title, body, submit, done } = WORDS[kind]
  const unknown = kind === 'off' ? [] : view.devices.filter(({ isApproved }) => !isApproved)
  const compared = unknown.flatMap(({ publicKey }) => publicKey ?? [])
  return (
    <ConfirmTaskDialog
      title={title}
      body={body}
      keep={text.keep}
      submit={submit}
      working={text.working}
      done={done}
      texts={relayErrors}
      run={() =>
        kind === 'off' ? bridge.call('relay.stop-sealing', {}) : bridge.call('relay.change-key', { compared })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {unknown.length > 0 && (
        <>
          <p>{text.compare}</p>
          <SettingItems>
            {unknown.map(({ id, name, words }) => (
              <SettingItem key={id} name={name} line={words?.join(' ') ?? ''} />
            ))}
          </SettingItems>
        </>
      )}
    </ConfirmTaskDialog>
  )
}
