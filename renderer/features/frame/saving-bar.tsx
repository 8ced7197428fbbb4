import { TransferBar } from '../../design/layout.tsx'
import type { FileSaving } from '../../ui-state/transfers.ts'

export interface SavingBarProps {
  file: FileSaving
  label: string
  cancel: string
  className?: string
}

/** Progress of a file being saved, with a cancel button. */
export function SavingBar({ file, label, cancel, className }: SavingBarProps) {
  const { saving } = file
  if (!saving) return null
  const bar = <TransferBar label={label} progress={saving} cancelLabel={cancel} onCancel={file.cancel} />
  return className === undefined ? bar : <div className={className}>{bar}</div>
}
