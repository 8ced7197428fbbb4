import type { Signing } from '#shared/bridge/signing.ts'
import { dateTime } from '#shared/domain/age.ts'
import { signingStateText as text } from '#shared/text/app-signing.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { openRoute } from '../../ui-state/route.ts'
import { Receipt } from '../outbox/receipt.tsx'
import { SummaryRow } from '../outbox/summary-row.tsx'
import { SigningSummary } from './signing-summary.tsx'
import { startSigning } from './start-signing.ts'

/** A request to sign that was sent. */
export function SigningReceipt({ signing }: { signing: Signing }) {
  const client = useClient()
  const { signatureId, sentAt, procedureId } = signing
  return (
    <Receipt
      title={text.sentTitle}
      body={text.sentBody}
      summary={<SigningSummary signing={signing} />}
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
          <Button onClick={() => void startSigning(client, procedureId === undefined ? {} : { procedureId })}>
            {text.another}
          </Button>
        </>
      }
      note={text.kept}
    />
  )
}
