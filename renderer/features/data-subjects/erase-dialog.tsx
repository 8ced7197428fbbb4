import type { Held } from '#shared/bridge/audit.ts'
import { personText as text } from '#shared/text/audit.ts'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { resetSearches } from '../../app/account-change.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'

export interface EraseDialogProps {
  taxId: string
  onErased: (left: Held) => void
  onClose: () => void
}

/** Confirmation before erasing the data of a data subject. */
export function EraseDialog({ taxId, onErased, onClose }: EraseDialogProps) {
  const { bridge, queries } = useClient()
  const { task, run } = useOnce<'erase'>()
  const erase = async () => {
    const done = await run('erase', async () => {
      const answer = await bridge.call('data-subjects.erase', { taxId, confirmed: true })
      // The answer counts the erased data. The page needs the remaining data.
      if (!answer.ok) return answer
      await queries.take('data-subjects.erasures', { taxId }, () =>
        bridge.call('data-subjects.erasures', { taxId }),
      )
      return bridge.call('data-subjects.held', { taxId })
    })
    if (!done) return
    // Lists restore their search on return, and a search may contain the erased name.
    resetSearches()
    onErased(done.value)
  }
  return (
    <ConfirmDialog
      title={text.confirmTitle(taxId)}
      body={text.confirmBody}
      keep={text.keep}
      submit={text.eraseIt}
      busy={task.state === 'busy'}
      onSubmit={erase}
      onClose={onClose}
    >
      {task.state === 'busy' && <BusyLine words={text.erasing} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}
