import { selectionText } from '#shared/text/app-cases.ts'
import { caseTransferText as text } from '#shared/text/app-case-transfer.ts'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { cancelCaseTransfer, useCaseTransfer } from '../../ui-state/case-transfer.ts'

/** Progress of a file exported from the list, with a button to stop it. */
export function TransferNotice() {
  const saving = useCaseTransfer()
  if (saving === null) return null
  return (
    <div className="case__transfer">
      <TransferBar
        label={text.saving[saving.what]}
        progress={saving.progress}
        cancelLabel={selectionText.cancel}
        onCancel={cancelCaseTransfer}
      />
    </div>
  )
}
