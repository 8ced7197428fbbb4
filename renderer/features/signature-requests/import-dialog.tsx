import type { TransferInResult } from '#shared/bridge/contract.ts'
import { importText as text } from '#shared/text/app-contacts.ts'
import { Button } from '../../design/button.tsx'
import { ScrollArea } from '../../design/scroll-area.tsx'
import { Sign } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/titled-dialog.tsx'

export interface ImportDialogProps {
  imported: TransferInResult<'contacts.import'>
  onClose: () => void
}

/** Result of a CSV import: rows added, and each refused line with its reason. */
export function ImportDialog({ imported: { added, updated, refused }, onClose }: ImportDialogProps) {
  return (
    <TitledDialog
      title={text.title}
      onClose={onClose}
      actions={
        <Button data-safe tone="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <ul className="import-list">
        <li>
          <Sign kind="ok" />
          <span>
            {text.added(added)} · {text.updated(updated)}
          </span>
        </li>
        {refused.length > 0 && (
          <li>
            <Sign kind="warn" />
            <span>{text.refused(refused.length)}</span>
          </li>
        )}
      </ul>
      {refused.length === 0 ? (
        <p className="second">{text.all}</p>
      ) : (
        <ScrollArea className="import-lines" label={text.refused(refused.length)}>
          <ul>
            {refused.map(({ line, why }) => (
              <li key={line}>
                <b>{text.line(line)}</b>: {why}
              </li>
            ))}
          </ul>
        </ScrollArea>
      )}
    </TitledDialog>
  )
}
