import type { RelayDevice } from '#shared/api/relay.ts'
import { devicesText as text, relayErrors, relayText } from '#shared/text/app-relay.ts'
import { useClient } from '../../replica/client.ts'
import { ConfirmTaskDialog } from '../frame/confirm-task-dialog.tsx'

export interface RevokeDialogProps {
  /** As it was when it was asked for: a list that changes behind does not change whom this removes. */
  device: RelayDevice
  onDone: () => void
  onClose: () => void
}

/** Removes a PC from the relay. */
export function RevokeDialog({ device: { id, name }, onDone, onClose }: RevokeDialogProps) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.askRevoke(name)}
      body={text.revokeBody}
      keep={relayText.keep}
      submit={text.submit}
      meaning={id}
      working={text.revoking}
      done={text.revoked(name)}
      texts={relayErrors}
      run={() => bridge.call('relay.revoke', { id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
