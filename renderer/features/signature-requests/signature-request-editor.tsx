import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { sendErrors } from '#shared/text/app-outbox.ts'
import { signatureRequestText as text } from '#shared/text/app-signature-request.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { keepSignatureRequestState, signatureRequestState } from '../../ui-state/signature-request-state.ts'
import { fieldSelector } from '../frame/use-focus-after.ts'
import { UpCrumb } from '../frame/crumb.tsx'
import { Page } from '../frame/page.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'
import { ConflictNotice } from '../autosave/conflict-notice.tsx'
import { SavedState } from '../autosave/saved-state.tsx'
import { takeKnown } from '../known-parties/take-known.ts'
import { useSubmit } from '../outbox/use-submit.ts'
import { DocumentChoice } from './document-choice.tsx'
import { ExtraField, TextArea } from './extra-field.tsx'
import { FilePart } from './file-part.tsx'
import { leaveSignatureRequest } from './leave-signature-request.ts'
import { AddressFields, ReachFields } from './place-fields.tsx'
import { SignerFields } from './signer-fields.tsx'
import { HowItArrives, SignatureRequestChecks } from './signature-request-checks.tsx'
import { SignatureRequestFoot } from './signature-request-foot.tsx'
import { formLabels } from './form-labels.ts'
import { documentOf } from './signature-request-form.ts'
import { SignatureRequestNotices } from './signature-request-notices.tsx'
import { SignatureRequestReview } from './signature-request-review.tsx'
import { useSignatureRequestChecks } from './use-signature-request-checks.ts'
import { isSendable, type SignatureRequestOnScreen, useSignatureRequest } from './use-signature-request.ts'

/** Editor of a request on one page, then its review and sending. */
export function SignatureRequestEditor({ known }: { known: SignatureRequest }) {
  const [reviews, setReviews] = useState(
    () =>
      known.state === 'ready' || (signatureRequestState().reviewedFirst === known.id && isSendable(known)),
  )
  const signatureRequest = useSignatureRequest(known, !reviews)
  const { id } = known
  const sending = useSubmit({
    form: signatureRequest.form,
    isClear: signatureRequest.stops.length === 0,
    finished: text.finished,
    ask: (how, version) => signatureRequest.bridge.call(`signature-requests.${how}`, { id, version }),
  })
  const checks = useSignatureRequestChecks(signatureRequest)
  const start = useRef(false)
  const { focus, fills } = signatureRequest
  const { latest } = fills

  const toForm = (name?: Parameters<SignatureRequestOnScreen['toField']>[0] | 'document') => {
    setReviews(false)
    // Left at its form, it is come back to there.
    keepSignatureRequestState({ reviewedFirst: undefined })
    if (name === undefined || name === 'document') focus('.signable :checked')
    else signatureRequest.toField(name)
  }
  const toReview = () => {
    void signatureRequest.form.flush()
    if (signatureRequest.stops.length > 0) return signatureRequest.showProblems()
    setReviews(true)
    focus('[data-request-review]')
  }
  const hint = useKeyHint()
  useShortcuts(
    reviews
      ? {
          'signature-requests.send': () => void (sending.online ? sending.send() : sending.finish()),
          'signature-requests.back': () => toForm(),
        }
      : {
          'signature-requests.review': toReview,
          'signature-requests.leave': () => void leaveSignatureRequest(signatureRequest),
          'signature-requests.unfill': latest !== null && (() => fills.undo(latest)),
          'signature-requests.take': takeKnown([signatureRequest.party]) ?? false,
        },
  )
  useEffect(() => {
    if (start.current) return
    start.current = true
    focus(reviews ? '[data-request-review]' : startOf(signatureRequest))
  })

  return (
    <Page
      title={text.title}
      section={text.section}
      lead={
        <UpCrumb
          name={text.section}
          title={text.crumb(text.section)}
          onOpen={() => void leaveSignatureRequest(signatureRequest)}
        />
      }
      state={<SavedState form={signatureRequest.form} updatedAt={known.updatedAt} />}
      flush
      actions={
        <Button
          tone="plain"
          size="low"
          {...(!reviews && hint('signature-requests.leave'))}
          onClick={() => void leaveSignatureRequest(signatureRequest)}
        >
          {text.leave}
        </Button>
      }
    >
      <div className="wizard__scroll">
        <div className="signature-request">
          <div className="wizard__content">
            <SignatureRequestNotices known={known} />
            <ConflictNotice
              form={signatureRequest.form}
              values={signatureRequest.fields}
              labels={formLabels}
              wordsOf={(field, value) =>
                field === 'document' ? signatureDocumentLabels[documentOf({ document: value })] : value
              }
            />
            {sending.task.state === 'failed' && (
              <FailedNotice error={sending.task.error} texts={sendErrors} />
            )}
            {reviews ? (
              <SignatureRequestReview signatureRequest={signatureRequest} onField={toForm} />
            ) : (
              <SignatureRequestForm signatureRequest={signatureRequest} />
            )}
          </div>
          <aside className="wizard__rail" data-region="rail" tabIndex={-1} aria-label={text.section}>
            {!reviews && <FilePart signatureRequest={signatureRequest} />}
            <SignatureRequestChecks signatureRequest={signatureRequest} checks={checks} onField={toForm} />
            <HowItArrives signatureRequest={signatureRequest} />
          </aside>
        </div>
      </div>
      <SignatureRequestFoot
        signatureRequest={signatureRequest}
        sending={sending}
        reviews={reviews}
        onReview={toReview}
        onBack={() => toForm()}
      />
    </Page>
  )
}

/** First focus: the signer, then what the signer lacks, or the document if nothing is missing. */
function startOf({ fields, stops: [first] }: SignatureRequestOnScreen): string {
  if (fields.idNumber.trim() === '') return fieldSelector('idNumber')
  return first ? fieldSelector(first.field) : '.signable :checked'
}

function SignatureRequestForm({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <form
      ref={form}
      className="step-form signature-request-form"
      noValidate
      aria-label={text.title}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => onEnter(event, form.current)}
    >
      <DocumentChoice
        value={signatureRequest.document}
        onChange={(document) => signatureRequest.form.type('document', document)}
      />
      <SignerFields signatureRequest={signatureRequest} />
      <ReachFields signatureRequest={signatureRequest} />
      <AddressFields signatureRequest={signatureRequest} />
      <ExtraField signatureRequest={signatureRequest} />
      <TextArea name="notes" signatureRequest={signatureRequest} />
    </form>
  )
}

/** Enter goes to the next field, and from the last one to the next step. */
function onEnter(event: KeyboardEvent, form: HTMLFormElement | null) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  if (!(event.target instanceof HTMLInputElement) || event.defaultPrevented) return
  event.preventDefault()
  const fields = [...(form?.querySelectorAll<HTMLElement>('.radio:checked, [data-field] input') ?? [])]
  const next = fields[fields.indexOf(event.target) + 1]
  if (next) next.focus()
  else document.querySelector<HTMLElement>('[data-request-next]')?.focus()
}
