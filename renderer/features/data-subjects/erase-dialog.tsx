import type { Held } from '#shared/bridge/data-subjects.ts'
import { personText as text } from '#shared/text/app-office.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

export interface EraseDialogProps {
  taxId: string
  onErased: (left: Held) => void
  onClose: () => void
}

/** The last word before what there is of somebody goes. */
export function EraseDialog({ taxId, onErased, onClose }: EraseDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'erase'>()
  const title = text.confirmTitle(taxId)
  const erase = async () => {
    const done = await run('erase', async () => {
      const answer = await bridge.call('data-subjects.erase', { taxId, confirmed: true })
      // What it answers with went; what is still there is what there is to say.
      return answer.ok ? bridge.call('data-subjects.held', { taxId }) : answer
    })
    if (done) onErased(done.value)
  }
  return (
    <Dialog label={title} role="alertdialog" describedBy="erase-person-body" onClose={onClose}>
      <div className="dialog__body">
        <h2>{title}</h2>
        <p className="second" id="erase-person-body">
          {text.confirmBody}
        </p>
        {task.state === 'busy' && <BusyLine words={text.erasing} />}
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
      <div className="dialog__actions">
        {/* The safe button has the focus: Enter by reflex loses nothing. */}
        <Button data-safe onClick={onClose}>
          {text.keep}
        </Button>
        <CommitButton meaning="erase" disabled={task.state === 'busy'} onClick={() => void erase()}>
          {text.eraseIt}
        </CommitButton>
      </div>
    </Dialog>
  )
}
