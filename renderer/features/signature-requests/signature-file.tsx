import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { signaturePageText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { Section } from '../frame/page.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'
import { FileCard } from './file-card.tsx'
import { FilePicker } from './file-picker.tsx'

/** Procedure of the signature: linked when it was sent, or afterwards. */
export function SignatureFile({ known: { row } }: { known: CommandResult<'signatures.get'> }) {
  const { bridge, queries } = useClient()
  const { task, run } = useOnce<'link'>()
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { id, procedureId } = row

  const link = async (to: string | null) => {
    const before = procedureId
    const done = await run('link', () => bridge.call('signatures.link', { id, procedureId: to }))
    if (!done) return
    setPicking(false)
    await queries.take('signatures.get', { id }, () => bridge.call('signatures.get', { id }))
    if (to !== null) return announce(text.linked)
    showToast(
      text.unlinked,
      'done',
      before === undefined ? undefined : { label: text.undo, run: () => void link(before) },
    )
  }
  const pick = () => {
    // What is typed at once must go to the field.
    flushSync(() => setPicking(true))
    field.current?.focus()
  }
  return (
    <Section title={text.file}>
      <div className="stack">
        {procedureId === undefined ? (
          <p className="small muted">{text.noFile}</p>
        ) : (
          <FileCard procedureId={procedureId} />
        )}
        {picking && (
          <FilePicker label={text.linkField} inputRef={field} onPick={(picked) => void link(picked)} />
        )}
        <div className="signature-request-ways">
          {picking ? (
            <Button size="low" tone="plain" onClick={() => setPicking(false)}>
              {text.cancel}
            </Button>
          ) : (
            <Button size="low" onClick={pick}>
              {procedureId === undefined ? text.link : text.relink}
            </Button>
          )}
          {procedureId !== undefined && !picking && (
            <Button size="low" tone="plain" onClick={() => void link(null)}>
              {text.unlink}
            </Button>
          )}
        </div>
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
    </Section>
  )
}
