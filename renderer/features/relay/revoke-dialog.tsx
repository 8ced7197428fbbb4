import type { RelayDevice } from '#shared/api/relay.ts'
import { devicesText as text, relayErrors, relayText } from '#shared/text/app-relay.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

export interface RevokeDialogProps {
  /** As it was when it was asked for: a list that changes behind does not change whom this removes. */
  device: RelayDevice
  onDone: () => void
  onClose: () => void
}

/** Removes a PC from the relay. */
export function RevokeDialog({ device, onDone, onClose }: RevokeDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'revoke'>()
  const busy = task.state === 'busy'
  const revoke = async () => {
    const done = await run('revoke', () => bridge.call('relay.revoke', { id: device.id }))
    if (!done) return
    showToast(text.revoked(device.name))
    onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      title={text.askRevoke(device.name)}
      body={text.revokeBody}
      keep={relayText.keep}
      submit={text.submit}
      meaning={device.id}
      busy={busy}
      onSubmit={revoke}
      onClose={onClose}
    >
      {busy && <BusyLine words={text.revoking} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={relayErrors} />}
    </ConfirmDialog>
  )
}
