import type { SealingView } from '#shared/bridge/relay-sealing.ts'
import { relayErrors } from '#shared/text/app-relay.ts'
import { sealingText as text } from '#shared/text/app-relay-sealing.ts'
import { useClient } from '../../replica/client.ts'
import { ConfirmTaskDialog } from '../frame/confirm-task-dialog.tsx'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'

export interface SealingDialogProps {
  kind: 'on' | 'change' | 'off'
  /** As it was when it was asked for: the keys that are sealed to are those whose words are on screen. */
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
export function SealingDialog({ kind, view, onDone, onClose }: SealingDialogProps) {
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
