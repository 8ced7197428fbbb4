import { checkTaxId } from '#shared/domain/tax-id.ts'
import { isRowOut, rowControl, rowDuplicates, rowOut } from '#shared/domain/transfer-batch.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { batchRowText as text, transferBatchText } from '#shared/text/transfer-batches.ts'
import { Button } from '../../design/button.tsx'
import { openRoute } from '../../app/route.ts'
import { openDraft } from '../outbox/feature.ts'
import type { BatchForm, GridRow } from './use-batch.ts'

export interface RowDetailProps {
  row: GridRow
  form: BatchForm
  accepted: readonly string[]
}

/** Focused row in full, with its actions. */
export function RowDetail({ row, form, accepted }: RowDetailProps) {
  const { ord, vrm, isMade, says, draftId, state } = row
  const check = checkTaxId(row.own[0] ?? '')
  const needsControl =
    !isMade && check.status === 'wrong-control' && check.mayContinue && !accepted.includes(rowControl(ord))
  const isOut = isRowOut(ord, accepted)
  const [other] = says.duplicates
  return (
    <section className="batch-detail" aria-label={text.detail} data-batch-detail>
      <p className="batch-detail__words">
        <b>{text.detailOf(displayPlate(vrm))}</b>{' '}
        <span className="second">{says.more.length > 0 ? says.more.join(' ') : says.words}</span>
      </p>
      <div className="batch-detail__actions">
        {isMade && state !== 'gone' && (
          <Button size="low" onClick={() => openDraft(draftId)}>
            {text.open}
          </Button>
        )}
        {needsControl && (
          <Button size="low" onClick={() => form.accept(rowControl(ord), true)}>
            {transferBatchText.acceptAsIs}
          </Button>
        )}
        {other && (
          <>
            <Button
              size="low"
              onClick={() =>
                other.where === 'draft' ? openDraft(other.id) : openRoute({ view: 'procedure', id: other.id })
              }
            >
              {text.openOther[other.where]}
            </Button>
            <Button size="low" onClick={() => form.accept(rowDuplicates(ord, says.duplicates), true)}>
              {text.seen}
            </Button>
          </>
        )}
        {!isMade && (
          <Button size="low" tone="plain" onClick={() => form.accept(rowOut(ord), !isOut)}>
            {isOut ? text.takeBack : text.leaveOut}
          </Button>
        )}
      </div>
    </section>
  )
}
