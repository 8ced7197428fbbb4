import { checksText, reviewText as text } from '#shared/text/app-wizard.ts'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { DuplicateLinks } from './check-list.tsx'
import type { Sending } from './use-sending.ts'

/** Possible duplicates, and a checkbox to confirm that this is none of them. */
export function DuplicatesNotice({ sending }: { sending: Sending }) {
  if (sending.found.length === 0) return null
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <p>
        <b>{checksText.duplicates.advice}</b>
      </p>
      <DuplicateLinks found={sending.found} />
      <label className="seen">
        <input
          type="checkbox"
          data-seen
          checked={sending.isSeen}
          aria-invalid={sending.unseen}
          aria-describedby={sending.unseen ? 'seen-needed' : undefined}
          onChange={(event) => sending.see(event.target.checked)}
        />
        {text.seen}
      </label>
      {sending.unseen && (
        <p id="seen-needed" className="seen__needed" role="alert">
          {text.seenNeeded}
        </p>
      )}
    </Notice>
  )
}
