import { selectionText } from '#shared/text/app-desk.ts'
import { deskTransferText as text } from '#shared/text/app-desk-transfer.ts'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { cancelDeskTransfer, useDeskTransfer } from '../../ui-state/desk-transfer.ts'

/** A file on its way out of the list, how far it is, and the way to stop it. */
export function TransferNotice() {
  const saving = useDeskTransfer()
  if (saving === null) return null
  return (
    <div className="desk__transfer">
      <TransferBar
        label={text.saving[saving.what]}
        progress={saving.progress}
        cancelLabel={selectionText.cancel}
        onCancel={cancelDeskTransfer}
      />
    </div>
  )
}
