import type { TransferInResult } from '#shared/bridge/contract.ts'
import { importText as text } from '#shared/text/app-contacts.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Sign } from '../../design/sign.tsx'

export interface ImportDialogProps {
  imported: TransferInResult<'contacts.import'>
  onClose: () => void
}

/** What became of a CSV: how many came in, and each line that did not with why. */
export function ImportDialog({ imported: { added, updated, refused }, onClose }: ImportDialogProps) {
  return (
    <Dialog label={text.title} onClose={onClose}>
      <div className="dialog__body">
        <h2>{text.title}</h2>
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
          // Scrolls when it is long, so the keyboard must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <ul className="import-lines" tabIndex={0} aria-label={text.refused(refused.length)}>
            {refused.map(({ line, why }) => (
              <li key={line}>
                <b>{text.line(line)}</b>: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="dialog__actions">
        <Button data-safe tone="primary" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}
