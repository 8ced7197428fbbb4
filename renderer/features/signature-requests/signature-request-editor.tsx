import { type KeyboardEvent, useEffect, useRef, useState, useId } from 'react'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { sendErrors } from '#shared/text/outbox.ts'
import {
  signatureRequestText as text,
  SIGNABLE_ORDER,
  signableHelp,
  signatureRequestFileText,
} from '#shared/text/signatures.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { keepSignatureRequestState, signatureRequestState } from './signature-state.ts'
import { fieldSelector, FieldLine } from '../../app/forms/field-line.tsx'
import { UpCrumb } from '../../app/page-parts.tsx'
import { Page, Section } from '../../app/page.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { ConflictNotice, SavedState } from '../../app/forms/saved-state.tsx'
import { takeKnown } from '../known-parties/feature.ts'
import { useSubmit, type Submit, FormFoot, SendWays } from '../outbox/feature.ts'
import {
  type Signable,
  SIGNATURE_REQUEST_FIELDS,
  takesExtra,
} from '#shared/domain/signature-requests/fields.ts'
import { signatureRequestFieldLabels } from '#shared/text/fields.ts'
import { signatureRequestViewModel, partiesOf } from './signature-request-view-model.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { FileCard, FilePicker } from './file-card.tsx'
import { AddressFields, ReachFields, SignerFields } from './signature-request-fields.tsx'
import {
  HowItArrives,
  SignatureRequestChecks,
  useSignatureRequestChecks,
  SignatureRequestNotices,
} from './signature-request-checks.tsx'
import { formLabels, documentOf } from './signature-request-form.ts'
import { SignatureRequestReview } from './signature-request-review.tsx'
import {
  isSendable,
  type SignatureRequestOnScreen,
  useProcedureKind,
  useSignatureRequest,
} from './use-signature-request.ts'
import { routeFromHere } from '../../app/route.ts'
import { showToast } from '../../app/toasts.ts'
import './signature-requests.css'

/** Goes up to the procedure, or to the list of unsent requests. Saves typed text first. Discards an empty request. */
async function leaveSignatureRequest({
  known,
  form,
  fields,
  bridge,
}: SignatureRequestOnScreen): Promise<void> {
  const { document: _, procedureId, deliveryMethod: __, ...typed } = fields
  const goTo = routeFromHere()
  const up = () => goTo(procedureId === '' ? { view: 'signatures' } : { view: 'procedure', id: procedureId })
  if (known.state === 'editing' && Object.values(typed).every((value) => value.trim() === '')) {
    await bridge.call('signature-requests.discard', { id: known.id })
    showToast(text.leftEmpty)
    return up()
  }
  if ((await form.flush()) && known.state === 'editing') showToast(text.left)
  return procedureId === '' ? goTo({ view: 'signature-requests' }) : up()
}

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
    // The next visit opens the form too.
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
      isMeasured
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

/** Chooses the first focus: the signer, then the first missing field, or the document if nothing is missing. */
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

/** Enter goes to the next field. In the last field Enter goes to the next step. */
function onEnter(event: KeyboardEvent, form: HTMLFormElement | null) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  if (!(event.target instanceof HTMLInputElement) || event.defaultPrevented) return
  event.preventDefault()
  const fields = [...(form?.querySelectorAll<HTMLElement>('.radio:checked, [data-field] input') ?? [])]
  const next = fields[fields.indexOf(event.target) + 1]
  if (next) next.focus()
  else document.querySelector<HTMLElement>('[data-request-next]')?.focus()
}

interface DocumentChoiceProps {
  value: Signable
  onChange: (document: Signable) => void
}

/**
 * Choice among the five documents, each with its purpose. Native radio buttons, so that the arrow keys move among
 * them.
 */
function DocumentChoice({ value, onChange }: DocumentChoiceProps) {
  const name = useId()
  return (
    <fieldset className="signable">
      <legend>{text.document}</legend>
      <div className="signable__grid">
        {SIGNABLE_ORDER.map((document) => (
          <label key={document} className="signable__option">
            <input
              className="radio"
              type="radio"
              name={name}
              value={document}
              checked={document === value}
              onChange={() => onChange(document)}
            />
            <span className="signable__label">{signatureDocumentLabels[document]}</span>
            <span className="signable__help">{signableHelp[document]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Procedure of the request, and its parties. Usually one of the parties is the signer. */
function FilePart({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const { procedureId } = signatureRequest.fields
  const setProcedure = (id: string) => signatureRequest.form.type('procedureId', id)
  return (
    <Section title={signatureRequestFileText.title}>
      {procedureId === '' ? (
        <FilePicker label={signatureRequestFileText.search} onPick={setProcedure} />
      ) : (
        <div className="stack">
          <FileCard procedureId={procedureId} onRemove={() => setProcedure('')} />
          <PartyWays procedureId={procedureId} signatureRequest={signatureRequest} />
        </div>
      )}
      {procedureId === '' && <p className="small muted">{signatureRequestFileText.none}</p>}
    </Section>
  )
}

/** Offers the parties while the form has no signer. */
function PartyWays({
  procedureId,
  signatureRequest,
}: {
  procedureId: string
  signatureRequest: SignatureRequestOnScreen
}) {
  const { data: annotations } = useQuery('annotations.get', { id: procedureId })
  const kind = useProcedureKind(procedureId)
  const parties = annotations ? partiesOf(annotations.fields, kind) : []
  if (parties.length === 0 || signatureRequest.fields.idNumber.trim() !== '') return null
  return (
    <div className="party-ways" role="group" aria-label={signatureRequestFileText.parties}>
      {parties.map((party) => (
        <Button key={party.who} size="low" onClick={() => signatureRequest.fromParty(party)}>
          <span className="clip">{signatureRequestFileText.use(party.who, party.name || party.taxId)}</span>
        </Button>
      ))}
    </div>
  )
}

/** Extra fields of documents with an undocumented body: the assumptions, and a field for more. */
function ExtraField({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const { document, fields, stops } = signatureRequest
  if (!takesExtra(document)) return null
  const wrong = stops.some(({ field }) => field === 'extra')
  return (
    // Opens automatically if it has an error.
    <details className="signature-request-more" open={wrong || undefined}>
      <summary>{text.advanced}</summary>
      <div className="signature-request-more__body">
        <p className="small second">{text.assumption}</p>
        <TextArea
          name="extra"
          signatureRequest={signatureRequest}
          help={text.advancedHelp}
          placeholder={text.extraPlaceholder}
        />
        {fields.extra.trim() !== '' && <p className="visually-hidden">{signatureRequestFieldLabels.extra}</p>}
      </div>
    </details>
  )
}

interface TextAreaProps {
  name: 'extra' | 'notes'
  signatureRequest: SignatureRequestOnScreen
  help?: string
  placeholder?: string
}

function TextArea({ name, signatureRequest, help, placeholder }: TextAreaProps) {
  const id = useId()
  const viewModel = signatureRequestViewModel(signatureRequest.judged, name, true)
  const line = viewModel.tone === 'help' ? { ...viewModel, words: help ?? viewModel.words } : viewModel
  return (
    <div className={`field wizard-notes signature-request-field--${name}`} data-field={name}>
      <label className="field__label" htmlFor={id}>
        {signatureRequestFieldLabels[name]}
        {name === 'notes' && <span className="field__aside"> {text.local}</span>}
      </label>
      <div className="field__box">
        <textarea
          id={id}
          className="field__input"
          rows={name === 'extra' ? 4 : 2}
          spellCheck={name === 'notes'}
          placeholder={placeholder}
          value={signatureRequest.fields[name]}
          maxLength={SIGNATURE_REQUEST_FIELDS[name]}
          aria-invalid={line.tone === 'stop'}
          aria-describedby={`${id}-help`}
          onChange={(event) => signatureRequest.typeIn(name, event.target.value)}
          onBlur={() => signatureRequest.leaveField(name)}
        />
      </div>
      <p className="field__help" id={`${id}-help`}>
        <FieldLine viewModel={line} />
      </p>
    </div>
  )
}

interface SignatureRequestFootProps {
  signatureRequest: SignatureRequestOnScreen
  sending: Submit
  reviews: boolean
  onReview: () => void
  onBack: () => void
}

/** Status and next step, with a single primary button. */
function SignatureRequestFoot({
  signatureRequest,
  sending,
  reviews,
  onReview,
  onBack,
}: SignatureRequestFootProps) {
  const hint = useKeyHint()
  const { canSend } = sending
  const { stops } = signatureRequest
  return (
    <FormFoot>
      {/* Distinct elements: the review button never turns into the send button. */}
      {reviews ? (
        <>
          <Button key="back" tone="plain" {...hint('signature-requests.back')} onClick={onBack}>
            {text.back}
          </Button>
          <SendWays
            shortcut="signature-requests.send"
            words={text}
            sending={sending}
            holds={canSend ? null : text.toFix(stops.length)}
          />
        </>
      ) : (
        <>
          <span key="hint" className="wizard__hint small muted">
            {text.nothingLeaves}
          </span>
          <span className="small second" role="status">
            {text.toFix(stops.length)}
          </span>
          <Button key="leave" onClick={() => void leaveSignatureRequest(signatureRequest)}>
            {text.saveAndLeave}
          </Button>
          <Button
            key="review"
            tone="primary"
            data-request-next
            onClick={onReview}
            {...hint('signature-requests.review')}
          >
            {text.review}
          </Button>
        </>
      )}
    </FormFoot>
  )
}
