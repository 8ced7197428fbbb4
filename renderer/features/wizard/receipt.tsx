import { useEffect, useRef } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { dateTime } from '#shared/domain/age.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { receiptText as text } from '#shared/text/app-wizard.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../ui-state/route.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { SummaryRow } from '../outbox/summary-row.tsx'
import { CopyableId } from '../resources/copyable-id.tsx'
import { plateOf } from './verdict-peek.tsx'

/** It was sent, once: what, when, under which id, and what may be done next. */
export function Receipt({ draft }: { draft: Draft }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'again'>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { kind, fields, procedureId, sentAt, sentBy, documents } = draft
  const vrm = kind === 'registration' ? undefined : plateOf(fields.vrm)
  const again = async () => {
    const made = await run('again', () => bridge.call('procedures.draft-duplicate', { id: draft.id }))
    if (made) openRoute({ view: 'draft', id: made.value.id })
  }
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <div className="receipt__head">
        <Sign kind="ok" size="large" />
        <div>
          <h2 id="receipt-title" ref={heading} tabIndex={-1}>
            {text.title(kind)}
          </h2>
          <p className="second">{sentBy === 'elsewhere' ? text.elsewhere : text.follow}</p>
        </div>
      </div>
      <dl className="answers receipt__facts">
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
        {procedureId !== undefined && (
          <SummaryRow label={text.id}>
            <CopyableId id={procedureId} />
          </SummaryRow>
        )}
      </dl>
      <div className="receipt__ways">
        {procedureId !== undefined && (
          <Button tone="primary" onClick={() => openRoute({ view: 'procedure', id: procedureId })}>
            {text.open}
          </Button>
        )}
        <Button disabled={task.state === 'busy'} onClick={() => void again()}>
          {text.again}
        </Button>
        <span className="small muted">{text.againHelp}</span>
      </div>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      {documents.length > 0 && <p className="small muted">{text.wiped}</p>}
    </section>
  )
}
