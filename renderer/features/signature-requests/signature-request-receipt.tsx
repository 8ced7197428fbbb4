import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { dateTime } from '#shared/domain/age.ts'
import { signatureRequestStateText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { openRoute } from '../../ui-state/route.ts'
import { Receipt } from '../outbox/receipt.tsx'
import { SummaryRow } from '../outbox/summary-row.tsx'
import { SignatureRequestSummary } from './signature-request-summary.tsx'
import { startSignatureRequest } from './start-signature-request.ts'

/** Receipt of a sent request. */
export function SignatureRequestReceipt({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const client = useClient()
  const { signatureId, sentAt, procedureId } = signatureRequest
  return (
    <Receipt
      title={text.sentTitle}
      body={text.sentBody}
      summary={<SignatureRequestSummary signatureRequest={signatureRequest} />}
      facts={sentAt !== undefined && <SummaryRow label={text.sentWhen}>{dateTime(sentAt)}</SummaryRow>}
      id={signatureId}
      idLabel={text.sentId}
      ways={
        <>
          {signatureId !== undefined && (
            <Button tone="primary" onClick={() => openRoute({ view: 'signature', id: signatureId })}>
              {text.open}
            </Button>
          )}
          <Button
            onClick={() =>
              void startSignatureRequest(client, procedureId === undefined ? {} : { procedureId })
            }
          >
            {text.another}
          </Button>
        </>
      }
      note={text.kept}
    />
  )
}
