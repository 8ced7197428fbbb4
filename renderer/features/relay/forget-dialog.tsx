import { relayErrors, relayText as text } from '#shared/text/app-relay.ts'
import { useClient } from '../../replica/client.ts'
import { ConfirmTaskDialog } from '../frame/confirm-task-dialog.tsx'

/** Forgets the relay on this PC: says what is lost, which is speed and nothing else. */
export function ForgetDialog({ admin, onClose }: { admin: boolean; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.askForget}
      body={text.forgetBody}
      keep={text.keep}
      submit={text.forget}
      working={text.forgetting}
      done={text.forgotten}
      texts={relayErrors}
      run={() => bridge.call('relay.forget', {})}
      onClose={onClose}
    >
      {admin && <p className="second">{text.forgetLast}</p>}
    </ConfirmTaskDialog>
  )
}
