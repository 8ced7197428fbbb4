import { Button } from './button.tsx'
import './layout.css'

export interface TransferBarProps {
  label: string
  progress: { loaded: number; total: number | null }
  cancelLabel: string
  onCancel: () => void
}

/** Progress of a transfer, with a cancel button. */
export function TransferBar({ label, progress, cancelLabel, onCancel }: TransferBarProps) {
  const known = progress.total === null ? {} : { value: progress.loaded, max: progress.total }
  return (
    <div className="notice transfer" role="status">
      <span>{label}</span>
      <progress aria-label={label} {...known} />
      <Button size="low" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  )
}
