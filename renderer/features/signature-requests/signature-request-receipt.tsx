import { useEffect, useRef } from 'react'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { dateTime } from '#shared/domain/age.ts'
import { signatureRequestStateText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { openRoute } from '../../ui-state/route.ts'
import { SummaryRow } from '../outbox/summary-row.tsx'
import { CopyableId } from '../resources/copyable-id.tsx'
import { SignatureRequestSummary } from './signature-request-summary.tsx'
import { startSignatureRequest } from './start-signature-request.ts'

/** It was sent, once: what, when, under which id, and what may be done next. */
export function SignatureRequestReceipt({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const client = useClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { signatureId, sentAt, procedureId } = signatureRequest
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <div className="receipt__head">
        <Sign kind="ok" size="large" />
        <div>
          <h2 id="receipt-title" ref={heading} tabIndex={-1}>
            {text.sentTitle}
          </h2>
          <p className="second">{text.sentBody}</p>
        </div>
      </div>
      <SignatureRequestSummary signatureRequest={signatureRequest} />
      <dl className="answers receipt__facts">
        {sentAt !== undefined && <SummaryRow label={text.sentWhen}>{dateTime(sentAt)}</SummaryRow>}
        {signatureId !== undefined && (
          <SummaryRow label={text.sentId}>
            <CopyableId id={signatureId} />
          </SummaryRow>
        )}
      </dl>
      <div className="receipt__ways">
        {signatureId !== undefined && (
          <Button tone="primary" onClick={() => openRoute({ view: 'signature', id: signatureId })}>
            {text.open}
          </Button>
        )}
        <Button
          onClick={() => void startSignatureRequest(client, procedureId === undefined ? {} : { procedureId })}
        >
          {text.another}
        </Button>
        <span className="small muted">{text.kept}</span>
      </div>
    </section>
  )
}
