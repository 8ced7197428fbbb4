import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { methodOf } from '#shared/domain/signature-requests/fields.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { signatureRequestReviewText as text } from '#shared/text/signatures.ts'
import { deliveryMethodLabels, signatureDocumentLabels } from '#shared/text/labels.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { SummaryRow } from '../outbox/sent-draft.tsx'
import { FileCard } from './file-card.tsx'

/** Summary of a request: document, signer and address. */
export function SignatureRequestSummary({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { fields, document, procedureId } = signatureRequest
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
