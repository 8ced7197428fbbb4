import { ClipboardPaste, X } from 'lucide-react'
import { clipboardText, type Pasted } from '#shared/domain/transfer-batch-paste.ts'
import { batchPasteText as text, transferBatchText } from '#shared/text/app-transfer-batches.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Notice } from '../../design/notice.tsx'
import { ScrollArea } from '../../design/scroll-area.tsx'
import { copyText } from '../resources/copy-text.ts'

/** More are copied, and not read one by one. */
const MOST = 40

/** What became of the last block pasted: each cell that has no place, and the whole of them to take away. */
export function PasteNotice({
  pasted: { cells, left, by },
  hidesNames,
  onUndo,
  onClose,
}: {
  pasted: Pasted
  hidesNames: boolean
  onUndo: (() => void) | null
  onClose: () => void
}) {
  return (
    <Notice
      role={left.length > 0 ? 'alert' : 'note'}
      tone={left.length > 0 ? 'warn' : 'neutral'}
      icon={<Icon of={ClipboardPaste} />}
      actions={
        <>
          {left.length > 0 && (
            <Button
              size="low"
              onClick={() => void copyText(clipboardText(left.map((cell) => [cell.text])), text.copied)}
            >
              {text.copyLeft}
            </Button>
          )}
          {onUndo && (
            <Button size="low" onClick={onUndo}>
              {text.undo}
            </Button>
          )}
          <IconButton icon={X} label={text.close} onClick={onClose} />
        </>
      }
    >
      <p>
        {text.title(cells, by === 'plate')} {left.length > 0 && text.left(left.length)}
      </p>
      {left.length > 0 && (
        <ScrollArea className="batch-left" label={text.left(left.length)}>
          <ul>
            {left.slice(0, MOST).map((cell) => (
              <li key={`${cell.row} ${cell.column}`}>
                {text.cell(
                  cell.row,
                  cell.column,
                  hidesNames ? transferBatchText.hidden : cell.text,
                  text.why[cell.why],
                )}
              </li>
            ))}
            {left.length > MOST && <li>{text.more(left.length - MOST)}</li>}
          </ul>
        </ScrollArea>
      )}
    </Notice>
  )
}
