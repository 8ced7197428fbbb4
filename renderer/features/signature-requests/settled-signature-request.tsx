import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import {
  signatureRequestStateText,
  signatureRequestText,
  signatureRequestReviewText,
} from '#shared/text/signatures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { dateTime } from '#shared/text/dates.ts'
import { resourceText } from '#shared/domain/resource-text.ts'
import { methodOf } from '#shared/domain/signature-requests/fields.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { deliveryMethodLabels, signatureDocumentLabels } from '#shared/text/labels.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { openRoute } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { UpCrumb } from '../../app/page-parts.tsx'
import { Page } from '../../app/page.tsx'
import { Discarded, LeavingBar, SendingBar, Receipt, SummaryRow } from '../outbox/feature.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { startSignatureRequest } from './start-signature-request.ts'
import { FileCard } from './file-card.tsx'

/** Request that can no longer be edited: about to be sent, being sent, uncertain, sent or discarded. */
export function SettledSignatureRequest({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { bridge } = useClient()
  const { state, procedureId } = signatureRequest
  const up = () => {
    if (state !== 'sent') return openRoute({ view: 'signature-requests' })
    openRoute(procedureId === undefined ? { view: 'signatures' } : { view: 'procedure', id: procedureId })
  }
  // Before the sending, Esc undoes it instead of going up.
  useShortcuts({ 'settled.up': state !== 'leaving' && up })
  return (
    <Page
      title={state === 'sent' ? signatureRequestText.sentTitle : signatureRequestText.title}
      section={signatureRequestText.section}
      lead={
        <UpCrumb
          name={signatureRequestText.section}
          title={signatureRequestText.crumb(signatureRequestText.section)}
          onOpen={up}
        />
      }
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
            text={signatureRequestText}
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

/** Request that may have been sent. It is never resent automatically. The page shows the user how to check. */
function UncertainSignatureRequest({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'found' | 'resend' | 'discard'>()
  const [asking, setAsking] = useState<'resend' | 'discard' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { id, error } = signatureRequest
  const busy = task.state === 'busy'
  const decide = (how: 'resend' | 'discard') => {
    setAsking(null)
    void run(how, () => bridge.call('signature-requests.resolve', { id, how }))
  }
  return (
    <section className="sending" aria-labelledby="uncertain-title">
      <Notice tone="warn" icon={<Sign kind="unknown" />}>
        <h2 id="uncertain-title" ref={heading} tabIndex={-1} className="uncertain__title">
          {signatureRequestStateText.uncertainTitle}
        </h2>
        <p>{signatureRequestStateText.uncertainBody}</p>
        {error && <p className="second">{errorTexts[error.code].title}</p>}
      </Notice>
      <FoundForm
        busy={busy}
        onFound={(found) =>
          void run('found', () =>
            bridge.call('signature-requests.resolve', { id, how: 'found', text: found }),
          )
        }
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      <div className="problem__ways">
        <Button disabled={busy} onClick={() => setAsking('resend')}>
          {signatureRequestStateText.resend}…
        </Button>
        <Button tone="plain" disabled={busy} onClick={() => setAsking('discard')}>
          {signatureRequestStateText.discard}…
        </Button>
      </div>
      <SignatureRequestSummary signatureRequest={signatureRequest} />
      {asking === 'resend' && (
        <ConfirmDialog
          title={signatureRequestStateText.resendTitle}
          body={signatureRequestStateText.resendBody}
          keep={signatureRequestStateText.resendKeep}
          submit={signatureRequestStateText.resend}
          onSubmit={() => decide('resend')}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          title={signatureRequestStateText.discardTitle}
          body={signatureRequestStateText.discardBody}
          keep={signatureRequestStateText.discardKeep}
          submit={signatureRequestStateText.discard}
          onSubmit={() => decide('discard')}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

/** Id or link of a request that the user found at the service. The request is then tracked normally. */
function FoundForm({ busy, onFound }: { busy: boolean; onFound: (text: string) => void }) {
  const [typed, setTyped] = useState('')
  const [strict, setStrict] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const named = resourceText(typed)
  const valid = named?.kinds.includes('signature') === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setStrict(true)
    if (!valid) return field.current?.focus()
    onFound(typed)
  }
  return (
    <form className="found-form" noValidate onSubmit={submit}>
      <h3>{signatureRequestStateText.found}</h3>
      <div className="found-form__row">
        <Field
          ref={field}
          label={signatureRequestStateText.foundField}
          value={typed}
          maxLength={2_048}
          autoCapitalize="off"
          spellCheck={false}
          help={signatureRequestStateText.foundHelp}
          error={strict && !valid ? signatureRequestStateText.foundProblem : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            setStrict(false)
          }}
        />
        <Button tone="primary" type="submit" disabled={busy}>
          {signatureRequestStateText.foundSubmit}
        </Button>
      </div>
    </form>
  )
}

/** Summary of a request: document, signer and address. */
function SignatureRequestSummary({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { fields, document, procedureId } = signatureRequest
  return (
    <dl className="answers receipt__facts">
      <SummaryRow label={signatureRequestReviewText.what}>
        <b>{signatureDocumentLabels[document]}</b>
      </SummaryRow>
      <SummaryRow label={signatureRequestReviewText.who}>
        {fields.fullname} <span className="figures second">{cleanTaxId(fields.idNumber)}</span>
      </SummaryRow>
      <SummaryRow label={signatureRequestReviewText.where}>
        {entryOf(deliveryMethodLabels, methodOf(fields)) ?? methodOf(fields)} · {fields.email || fields.phone}
      </SummaryRow>
      {procedureId !== undefined && (
        <SummaryRow label={signatureRequestReviewText.file}>
          <FileCard procedureId={procedureId} />
        </SummaryRow>
      )}
    </dl>
  )
}
