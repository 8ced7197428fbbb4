import type { Signing } from '#shared/bridge/signing.ts'
import { methodOf } from '#shared/domain/signing/fields.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { signingReviewText as text } from '#shared/text/app-signing.ts'
import { deliveryMethodLabels, entryOf, signatureDocumentLabels } from '#shared/text/labels.ts'
import { SummaryRow } from '../outbox/summary-row.tsx'
import { FileCard } from './file-card.tsx'

/** What is being sent, to whom and where to. */
export function SigningSummary({ signing }: { signing: Signing }) {
  const { fields, document, procedureId } = signing
  return (
    <dl className="answers receipt__facts">
      <SummaryRow label={text.what}>
        <b>{signatureDocumentLabels[document]}</b>
      </SummaryRow>
      <SummaryRow label={text.who}>
        {fields.fullname} <span className="figures second">{cleanTaxId(fields.idNumber)}</span>
      </SummaryRow>
      <SummaryRow label={text.where}>
        {entryOf(deliveryMethodLabels, methodOf(fields)) ?? methodOf(fields)} · {fields.email || fields.phone}
      </SummaryRow>
      {procedureId !== undefined && (
        <SummaryRow label={text.file}>
          <FileCard procedureId={procedureId} />
        </SummaryRow>
      )}
    </dl>
  )
}
