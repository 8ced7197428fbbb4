import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { signatureRequestStateText, signatureRequestText as text } from '#shared/text/signatures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { UpCrumb } from '../frame/page-parts.tsx'
import { Page } from '../frame/page.tsx'
import { Discarded, LeavingBar, SendingBar, Receipt, SummaryRow } from '../outbox/sent-draft.tsx'
import { dateTime } from '#shared/domain/age.ts'
import { Button } from '../../design/button.tsx'
import { startSignatureRequest } from './start-signature-request.ts'
import { SignatureRequestSummary } from './signature-request-summary.tsx'
import { UncertainSignatureRequest } from './uncertain-signature-request.tsx'

/** Request that is no longer edited: about to be sent, being sent, uncertain, sent or discarded. */
export function SettledSignatureRequest({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { bridge } = useClient()
  const { state, procedureId } = signatureRequest
  const up = () => {
    if (state !== 'sent') return openRoute({ view: 'signature-requests' })
    openRoute(procedureId === undefined ? { view: 'signatures' } : { view: 'procedure', id: procedureId })
  }
  // While it is about to be sent, Esc undoes that.
  useShortcuts({ 'settled.up': state !== 'leaving' && up })
  return (
    <Page
      title={state === 'sent' ? text.sentTitle : text.title}
      section={text.section}
      lead={<UpCrumb name={text.section} title={text.crumb(text.section)} onOpen={up} />}
    >
      <div className="settled">
        {state === 'leaving' && (
          <section className="sending" aria-label={signatureRequestStateText.leavingTitle}>
            <LeavingBar
              sendAt={signatureRequest.sendAt}
              undo={() => bridge.call('signature-requests.undo', { id: signatureRequest.id })}
            />
            <SignatureRequestSummary signatureRequest={signatureRequest} />
          </section>
        )}
        {state === 'sending' && <Sending signatureRequest={signatureRequest} />}
        {state === 'uncertain' && <UncertainSignatureRequest signatureRequest={signatureRequest} />}
        {state === 'sent' && <SignatureRequestReceipt signatureRequest={signatureRequest} />}
        {state === 'discarded' && (
          <Discarded
            text={text}
            restore={() => bridge.call('signature-requests.restore', { id: signatureRequest.id })}
          />
        )}
      </div>
    </Page>
  )
}

function Sending({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { error } = signatureRequest
  return (
    <section className="sending" aria-label={signatureRequestStateText.leavingTitle}>
      <SendingBar title={signatureRequestStateText.sending} words={signatureRequestStateText.sendingBody} />
      {error && (
        <Notice tone="warn" icon={<Sign kind="warn" />}>
          <NoticeWords title={errorTexts[error.code].title} body={errorTexts[error.code].advice} />
        </Notice>
      )}
      <SignatureRequestSummary signatureRequest={signatureRequest} />
    </section>
  )
}

/** Receipt of a sent request. */
function SignatureRequestReceipt({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const client = useClient()
  const { signatureId, sentAt, procedureId } = signatureRequest
  return (
    <Receipt
      title={signatureRequestStateText.sentTitle}
      body={signatureRequestStateText.sentBody}
      summary={<SignatureRequestSummary signatureRequest={signatureRequest} />}
      facts={
        sentAt !== undefined && (
          <SummaryRow label={signatureRequestStateText.sentWhen}>{dateTime(sentAt)}</SummaryRow>
        )
      }
      id={signatureId}
      idLabel={signatureRequestStateText.sentId}
      ways={
        <>
          {signatureId !== undefined && (
            <Button tone="primary" onClick={() => openRoute({ view: 'signature', id: signatureId })}>
              {signatureRequestStateText.open}
            </Button>
          )}
          <Button
            onClick={() =>
              void startSignatureRequest(client, procedureId === undefined ? {} : { procedureId })
            }
          >
            {signatureRequestStateText.another}
          </Button>
        </>
      }
      note={signatureRequestStateText.kept}
    />
  )
}
