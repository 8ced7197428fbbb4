import type { Route } from '#shared/bridge/route.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { signatureRequestStateText, signatureRequestText as text } from '#shared/text/signatures.ts'
import { viewTitles } from '#shared/text/app.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useSaidState } from '../../app/announcer.tsx'
import { OpeningPage } from '../../app/page-parts.tsx'
import { SettledSignatureRequest } from './settled-signature-request.tsx'
import { SignatureRequestEditor } from './signature-request-editor.tsx'
import '../wizard/wizard.css'
import '../wizard/review.css'
import './signature-requests.css'

/** Signature request in any state, from an empty form until the service has the request. */
export function SignatureRequestPage({
  route: { id },
}: {
  route: Extract<Route, { view: 'signature-request' }>
}) {
  const { data: signatureRequest, error } = useQuery('signature-requests.get', { id })
  if (signatureRequest) return <SignatureRequestInState signatureRequest={signatureRequest} />
  return (
    <OpeningPage
      title={text.title}
      section={text.section}
      error={error}
      text={text}
      others={{ view: 'signature-requests' }}
      othersName={viewTitles['signature-requests']}
    />
  )
}

const SAID: Readonly<Partial<Record<SignatureRequest['state'], string>>> = signatureRequestStateText.said

function SignatureRequestInState({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { state } = signatureRequest
  useSaidState(state, SAID)
  switch (state) {
    case 'editing':
    case 'ready':
    case 'failed':
      return <SignatureRequestEditor known={signatureRequest} />
    case 'leaving':
    case 'sending':
    case 'uncertain':
    case 'sent':
    case 'discarded':
      return <SettledSignatureRequest signatureRequest={signatureRequest} />
  }
}
