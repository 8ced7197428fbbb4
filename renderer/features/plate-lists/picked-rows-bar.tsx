import { ArrowUpToLine, FileText, Star } from 'lucide-react'
import { plateListText as text } from '#shared/text/app-plate-lists.ts'
import { Button } from '../../design/button.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { SelectionToolbar } from '../frame/selection-toolbar.tsx'

export interface PickedRowsBarProps {
  amount: number
  /** Some rows of the list wait to be looked up. */
  waits: boolean
  onComplete: () => void
  onFirst: () => void
  onMark: (marked: boolean) => void
  onClear: () => void
}

/** Actions on the picked plates of a list. */
export function PickedRowsBar({ amount, waits, onComplete, onFirst, onMark, onClear }: PickedRowsBarProps) {
  const hint = useKeyHint()
  return (
    <SelectionToolbar
      label={text.selection}
      amount={text.picked(amount)}
      clear={text.clearPicked}
      onClear={onClear}
    >
      <Button tone="plain" size="low" icon={FileText} {...hint('plate-list.complete')} onClick={onComplete}>
        {text.askThem}
      </Button>
      {waits && (
        <Button tone="plain" size="low" icon={ArrowUpToLine} {...hint('plate-list.first')} onClick={onFirst}>
          {text.rowsFirst}
        </Button>
      )}
      <Button tone="plain" size="low" icon={Star} {...hint('plate-list.mark')} onClick={() => onMark(true)}>
        {text.markThem}
      </Button>
      <Button tone="plain" size="low" onClick={() => onMark(false)}>
        {text.unmarkThem}
      </Button>
    </SelectionToolbar>
  )
}
