import type { Draft } from '#shared/bridge/procedures.ts'
import { dateTime } from '#shared/domain/age.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { copyText } from '#shared/text/app-typed-once.ts'
import { receiptText as text } from '#shared/text/app-wizard.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../ui-state/route.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { Receipt } from '../outbox/receipt.tsx'
import { SummaryRow } from '../outbox/summary-row.tsx'
import { plateOf } from './verdict-peek.tsx'

/** Receipt of a sent procedure. */
export function DraftReceipt({ draft }: { draft: Draft }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'again'>()
  const { kind, fields, procedureId, sentAt, sentBy, documents } = draft
  const vrm = kind === 'registration' ? undefined : plateOf(fields.vrm)
  const again = async () => {
    const made = await run('again', () => bridge.call('procedures.draft-duplicate', { id: draft.id }))
    if (made) openRoute({ view: 'draft', id: made.value.id })
  }
  return (
    <Receipt
      title={text.title(kind)}
      body={sentBy === 'elsewhere' ? text.elsewhere : text.follow}
      facts={
        <>
          <SummaryRow label={text.vehicle}>
            {vrm === undefined ? (
              <span className="figures">{displayVin(fields.vin)}</span>
            ) : (
              <Plate vrm={vrm} size="m" />
            )}
          </SummaryRow>
          {sentAt !== undefined && <SummaryRow label={text.when}>{dateTime(sentAt)}</SummaryRow>}
          {fields.client.trim() !== '' && <SummaryRow label={text.client}>{fields.client}</SummaryRow>}
          <SummaryRow label={text.documents}>{documents.length}</SummaryRow>
        </>
      }
      id={procedureId}
      idLabel={text.id}
      ways={
        <>
          {procedureId !== undefined && (
            <Button tone="primary" onClick={() => openRoute({ view: 'procedure', id: procedureId })}>
              {text.open}
            </Button>
          )}
          <Button disabled={task.state === 'busy'} onClick={() => void again()}>
            {copyText.action}
          </Button>
        </>
      }
      note={copyText.help}
    >
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      {documents.length > 0 && <p className="small muted">{text.wiped}</p>}
    </Receipt>
  )
}
