import type { RelaySlice } from '#shared/bridge/relay.ts'
import { relayErrors } from '#shared/text/app-relay.ts'
import { inviteText as text } from '#shared/text/app-relay-pairing.ts'
import { CommitButton } from '../../design/commit-button.tsx'
import { TitledDialog } from '../../design/titled-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { ThreeWords } from './three-words.tsx'

export interface AdmitDialogProps {
  invitation: NonNullable<RelaySlice['invitation']>
  onClose: () => void
}

/**
 * Compares the three words and admits the PC that gave the code, or refuses it. Neither button has the focus: it comes
 * up by itself, perhaps under a press meant for what was there before.
 */
export function AdmitDialog({ invitation: { id, name = '', words = [] }, onClose }: AdmitDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'confirm' | 'refuse'>()
  const busy = task.state === 'busy'
  // What comes of it is in the slice, which changes this dialog.
  const answer = (what: 'confirm' | 'refuse') => void run(what, () => bridge.call(`relay.${what}`, { id }))
  return (
    <TitledDialog
      title={text.compare}
      describedBy="relay-admit-body"
      dismissable={false}
      onClose={onClose}
      actions={
        <>
          <CommitButton meaning={`refuse ${id}`} disabled={busy} onClick={() => answer('refuse')}>
            {text.refuse}
          </CommitButton>
          <CommitButton meaning={`confirm ${id}`} disabled={busy} onClick={() => answer('confirm')}>
            {text.admit}
          </CommitButton>
        </>
      }
    >
      <ThreeWords words={words} />
      <p className="second" id="relay-admit-body">
        {text.compareBody(name)}
      </p>
      {busy && <BusyLine words={text.working} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={relayErrors} />}
    </TitledDialog>
  )
}
