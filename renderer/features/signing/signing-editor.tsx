import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Signing } from '#shared/bridge/signing.ts'
import { sendErrors } from '#shared/text/app-outbox.ts'
import { signingText as text } from '#shared/text/app-signing.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { signingFieldLabels } from '#shared/text/signing-fields.ts'
import { Button } from '../../design/button.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { UpCrumb } from '../frame/crumb.tsx'
import { Page } from '../frame/page.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'
import { ConflictNotice } from '../autosave/conflict-notice.tsx'
import { SavedState } from '../autosave/saved-state.tsx'
import { useGiveWord } from '../outbox/use-give-word.ts'
import { DocumentChoice } from './document-choice.tsx'
import { ExtraField, TextArea } from './extra-field.tsx'
import { FilePart } from './file-part.tsx'
import { leaveSigning } from './leave-signing.ts'
import { AddressFields, ReachFields } from './place-fields.tsx'
import { SignerFields } from './signer-fields.tsx'
import { HowItArrives, SigningChecks } from './signing-checks.tsx'
import { SigningFoot } from './signing-foot.tsx'
import { documentOf } from './signing-form.ts'
import { SigningNotices } from './signing-notices.tsx'
import { SigningReview } from './signing-review.tsx'
import { useSigningChecks } from './use-signing-checks.ts'
import { type SigningOnScreen, useSigning } from './use-signing.ts'

const CONFLICT_LABELS = { ...signingFieldLabels, document: text.document, procedureId: text.section }

/** Filling in a request to sign on one page, looking at it as it will be sent, and giving the word. */
export function SigningEditor({ known }: { known: Signing }) {
  const signing = useSigning(known)
  const { id } = known
  const sending = useGiveWord({
    form: signing.form,
    isClear: signing.stops.length === 0,
    finished: text.finished,
    ask: (how, version) => signing.bridge.call(`signing.${how}`, { id, version }),
  })
  const checks = useSigningChecks(signing)
  const [reviews, setReviews] = useState(known.state === 'ready')
  const start = useRef(false)
  const { focus } = signing

  const toForm = (name?: Parameters<SigningOnScreen['toField']>[0] | 'document') => {
    setReviews(false)
    if (name === undefined || name === 'document') focus('.signable :checked')
    else signing.toField(name)
  }
  const toReview = () => {
    void signing.form.flush()
    if (signing.stops.length > 0) return signing.showProblems()
    setReviews(true)
    focus('[data-signing-review]')
  }
  const hint = useKeyHint()
  useShortcuts(
    reviews
      ? {
          'signing.send': () => void (sending.online ? sending.send() : sending.finish()),
          'signing.back': () => toForm(),
        }
      : { 'signing.review': toReview, 'signing.leave': () => void leaveSigning(signing) },
  )
  useEffect(() => {
    if (start.current) return
    start.current = true
    focus(reviews ? '[data-signing-review]' : startOf(signing))
  })

  return (
    <Page
      title={text.title}
      section={text.section}
      lead={
        <UpCrumb
          name={text.section}
          title={text.crumb(text.section)}
          onOpen={() => void leaveSigning(signing)}
        />
      }
      state={<SavedState form={signing.form} updatedAt={known.updatedAt} />}
      flush
      actions={
        <Button
          tone="plain"
          size="low"
          {...(!reviews && hint('signing.leave'))}
          onClick={() => void leaveSigning(signing)}
        >
          {text.leave}
        </Button>
      }
    >
      <div className="wizard__scroll">
        <div className="signing">
          <div className="wizard__content">
            <SigningNotices known={known} />
            <ConflictNotice
              form={signing.form}
              values={signing.fields}
              labels={CONFLICT_LABELS}
              wordsOf={(field, value) =>
                field === 'document' ? signatureDocumentLabels[documentOf({ document: value })] : value
              }
            />
            {sending.task.state === 'failed' && (
              <FailedNotice error={sending.task.error} texts={sendErrors} />
            )}
            {reviews ? (
              <SigningReview signing={signing} onField={toForm} />
            ) : (
              <SigningForm signing={signing} />
            )}
          </div>
          <aside className="wizard__rail" data-region="rail" tabIndex={-1} aria-label={text.section}>
            {!reviews && <FilePart signing={signing} />}
            <SigningChecks signing={signing} checks={checks} onField={toForm} />
            <HowItArrives signing={signing} />
          </aside>
        </div>
      </div>
      <SigningFoot
        signing={signing}
        sending={sending}
        reviews={reviews}
        onReview={toReview}
        onBack={() => toForm()}
      />
    </Page>
  )
}

/** Where whoever comes begins: at who signs, unless that is known. */
const startOf = ({ fields }: SigningOnScreen): string =>
  fields.idNumber.trim() === '' ? '[data-field="idNumber"] input' : '.signable :checked'

function SigningForm({ signing }: { signing: SigningOnScreen }) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <form
      ref={form}
      className="step-form signing-form"
      noValidate
      aria-label={text.title}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => onEnter(event, form.current)}
    >
      <DocumentChoice
        value={signing.document}
        onChange={(document) => signing.form.type('document', document)}
      />
      <SignerFields signing={signing} />
      <ReachFields signing={signing} />
      <AddressFields signing={signing} />
      <ExtraField signing={signing} />
      <TextArea name="notes" signing={signing} />
    </form>
  )
}

/** Enter goes on to the next field, and from the last one to what comes next. */
function onEnter(event: KeyboardEvent, form: HTMLFormElement | null) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  if (!(event.target instanceof HTMLInputElement) || event.defaultPrevented) return
  event.preventDefault()
  const fields = [...(form?.querySelectorAll<HTMLElement>('.radio:checked, [data-field] input') ?? [])]
  const next = fields[fields.indexOf(event.target) + 1]
  if (next) next.focus()
  else document.querySelector<HTMLElement>('[data-signing-next]')?.focus()
}
