import { relayErrors, relayText as text } from '#shared/text/app-relay.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

/** Forgets the relay on this PC: says what is lost, which is speed and nothing else. */
export function ForgetDialog({ admin, onClose }: { admin: boolean; onClose: () => void }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'forget'>()
  const busy = task.state === 'busy'
  const forget = async () => {
    const done = await run('forget', () => bridge.call('relay.forget', {}))
    if (!done) return
    showToast(text.forgotten)
    onClose()
  }
  return (
    <ConfirmDialog
      title={text.askForget}
      body={text.forgetBody}
      keep={text.keep}
      submit={text.forget}
      busy={busy}
      onSubmit={forget}
      onClose={onClose}
    >
      {admin && <p className="second">{text.forgetLast}</p>}
      {busy && <BusyLine words={text.forgetting} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={relayErrors} />}
    </ConfirmDialog>
  )
}
