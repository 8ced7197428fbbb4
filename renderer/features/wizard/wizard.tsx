import { Calculator, ClipboardPaste, ListOrdered, Rows3, LayoutTemplate, Send } from 'lucide-react'
import { useState } from 'react'
import type { Draft, ProcedureAbilities } from '#shared/bridge/procedures.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import { handoverText, sendErrors } from '#shared/text/outbox.ts'
import { listed } from '#shared/text/grammar.ts'
import { pastedText, reviewText, wizardText as text, checksText } from '#shared/text/wizard.ts'
import { requirementLabel, templatesText } from '#shared/text/fields.ts'
import { procedureKindTexts } from '#shared/text/procedure-kinds.ts'
import { templateStart } from '#shared/domain/procedures/template.ts'
import { viewTitles } from '#shared/text/app.ts'
import { shortcutText } from '#shared/text/shortcuts.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { isTyping, NOT_MINE, useShortcuts } from '../../app/shortcuts.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { RequestsSection } from '../client-requests/feature.ts'
import { BringingNotice, DroppedElsewhere, DraftDocuments } from '../documents/feature.ts'
import { LaterDialog } from '../../app/task-dialogs.tsx'
import { Page } from '../../app/page.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { ConflictNotice, SavedState } from '../../app/forms/saved-state.tsx'
import { usePasteOutside, PasteDialog } from '../pasted-text/feature.ts'
import { TemplateDialog } from '../templates/feature.ts'
import { listOfDraft } from '../cases/feature.ts'
import { useItpDialog } from '../itp/feature.ts'
import { UpCrumb } from '../../app/page-parts.tsx'
import { GiveDialog, useCanGive } from '../outbox/feature.ts'
import { AppliedNotice, InterruptedNotice, ProblemNotice, TemplateOffers } from './wizard-notices.tsx'
import { CheckList, DuplicateLinks, StepList } from './check-list.tsx'
import { type DraftForm, expectedIn, expectedText } from './draft-forms.ts'
import { draftPlate } from './verdict-peek.tsx'
import { formLabels, leaveWizard, useWizard, type Wizard as WizardState } from './use-wizard.ts'
import { BlockedNotice, ReviewStep } from './review-step.tsx'
import { SendingSteps } from './sending-panel.tsx'
import { AllFields, StepForm, StepHead } from './step-fields.tsx'
import { type Sending, useSending, WizardFoot } from './wizard-foot.tsx'

/** Wizard of a draft until its sending: step by step, or all on one page. */
export function Wizard({ draft, form }: { draft: Draft; form: DraftForm }) {
  const { bridge } = useClient()
  const singlePage = useSlice('settings')?.singlePage === true
  const wizard = useWizard(draft, form, singlePage)
  const { data: preflight } = useQuery('procedures.preflight', { id: draft.id })
  const { data: abilities } = useQuery('procedures.abilities', {})
  const sending = useSending(wizard, preflight)
  const [resumed] = useState(draft.state === 'editing' && draft.version > 1)
  const reviews = singlePage || wizard.step === 'review'
  const hint = useKeyHint()
  const { step } = wizard
  const { latest } = wizard.fills
  /** Text whose data the dialog offers; empty while the dialog asks for a text. */
  const [pasted, setPasted] = useState<{ text: string; isFromField: boolean } | null>(null)
  usePasteOutside((given, isFromField) => setPasted({ text: given, isFromField }), hasPlateInside)
  const askForText = () => setPasted({ text: '', isFromField: false })
  const closePaste = () => setPasted(null)
  // What the service has of a draft stays with this PC.
  const canGive = useCanGive() && draft.state !== 'stopped' && draft.procedureId === undefined
  const [isGiving, setGiving] = useState(false)
  const { fields } = draft
  const itp = useItpDialog({
    price: fields.taxableBase,
    saleDay: fields.contractDate,
    buyerTaxId: fields.buyerTaxId,
    vrm: draftPlate(draft) ?? '',
  })
  const hasItp = draft.kind === 'transfer'
  const give = async () => {
    // The colleague gets what is on the screen.
    if (await form.flush()) setGiving(true)
  }
  useShortcuts({
    // Same action as the button. Offline it only finishes the draft.
    'wizard.send': reviews && (() => void (sending.online ? sending.send() : sending.finish())),
    'wizard.paste': askForText,
    'wizard.give': canGive && (() => void give()),
    'wizard.itp': hasItp && itp.open,
    // In a text field the browser handles the keys, and undoes the typing.
    'wizard.undo-filled':
      latest !== null && (({ target }) => (isTyping(target) ? NOT_MINE : wizard.undo(latest))),
    'wizard.leave': () => void leaveWizard(wizard),
    'wizard.unfill': latest !== null && (() => wizard.undo(latest)),
    'wizard.take': wizard.memory.take ?? false,
    // On the first step the browser handles the keys, and goes back.
    'wizard.back': step !== 'vehicle' && wizard.back,
    // The documents step has no form: it opens with the focus on its title.
    'wizard.next':
      step === 'documents' &&
      (({ target }) => (target instanceof HTMLHeadingElement ? wizard.next() : NOT_MINE)),
  })
  const toggle = async () => {
    const answer = await bridge.call('settings.update', { singlePage: !singlePage })
    if (!answer.ok) sayFailed(answer.error)
  }
  return (
    <Page
      title={procedureKindTexts[draft.kind].newTitle}
      section={text.section}
      lead={<DraftCrumb draft={draft} onOpen={() => void leaveWizard(wizard)} />}
      state={<SavedState form={form} updatedAt={draft.updatedAt} />}
      flush
      isMeasured
      actions={
        <>
          {canGive && (
            <IconButton
              icon={Send}
              label={handoverText.action}
              {...hint('wizard.give')}
              onClick={() => void give()}
            />
          )}
          <SaveTemplate draft={draft} />
          <Button
            tone="plain"
            size="low"
            icon={ClipboardPaste}
            {...hint('wizard.paste')}
            onClick={askForText}
          >
            {pastedText.open}
          </Button>
          <Button
            tone="plain"
            size="low"
            icon={singlePage ? ListOrdered : Rows3}
            onClick={() => void toggle()}
          >
            {singlePage ? text.byStep : text.singlePage}
          </Button>
          <Button tone="plain" size="low" {...hint('wizard.leave')} onClick={() => void leaveWizard(wizard)}>
            {text.leave}
          </Button>
        </>
      }
    >
      <div className="wizard__scroll">
        <div className={`wizard wizard--${singlePage ? 'page' : wizard.step}`}>
          <StepList wizard={wizard} preflight={preflight} current={!singlePage} />
          <div className="wizard__content">
            <DroppedElsewhere
              draftId={draft.id}
              abilities={abilities}
              takes={!singlePage && wizard.step !== 'documents'}
              onSee={() => wizard.goTo('documents')}
            />
            <Notices wizard={wizard} sending={sending} reviews={reviews} />
            {singlePage ? (
              <OnePage wizard={wizard} preflight={preflight} abilities={abilities} />
            ) : (
              <OneStep wizard={wizard} preflight={preflight} abilities={abilities} />
            )}
          </div>
          {(singlePage || wizard.step !== 'documents') && (
            <aside className="wizard__rail" data-region="rail" tabIndex={-1} aria-label={text.rail}>
              {/* Above the checks, whose number is not known at first. */}
              {hasItp && (
                <div className="actions">
                  <Button size="low" icon={Calculator} {...hint('wizard.itp')} onClick={itp.open}>
                    {shortcutText.estimateItp}
                  </Button>
                </div>
              )}
              <CheckList wizard={wizard} preflight={preflight} reviews={reviews} />
              {reviews && preflight && <SendingSteps draft={draft} />}
            </aside>
          )}
        </div>
      </div>
      <WizardFoot
        wizard={wizard}
        sending={sending}
        preflight={preflight}
        reviews={reviews}
        singlePage={singlePage}
        hint={resumed ? `${text.resumed} ${text.nothingLeaves}` : text.nothingLeaves}
      />
      {itp.dialog}
      {isGiving && <GiveDialog draft={draft} onClose={() => setGiving(false)} />}
      {pasted !== null && (
        <LaterDialog onClose={closePaste}>
          <PasteDialog
            pasted={pasted.text}
            isFromField={pasted.isFromField}
            wizard={wizard}
            onClose={closePaste}
          />
        </LaterDialog>
      )}
    </Page>
  )
}

interface NoticesProps {
  wizard: WizardState
  sending: Sending
  reviews: boolean
}

/** Notices above the step. */
function Notices({ wizard, sending, reviews }: NoticesProps) {
  const { draft } = wizard
  return (
    <>
      <AppliedNotice wizard={wizard} />
      <ConflictNotice
        form={wizard.form}
        values={{ ...draft.fields, expected: expectedText(draft.expected) }}
        labels={formLabels(draft)}
        wordsOf={(field, value) =>
          field === 'expected'
            ? listed(expectedIn(value).map((one) => requirementLabel(one, draft.kind)))
            : value
        }
      />
      {draft.state === 'stopped' && <ProblemNotice wizard={wizard} />}
      <InterruptedNotice draft={draft} />
      {reviews && <BringingNotice draftId={draft.id} />}
      {draft.state === 'editing' && draft.procedureId !== undefined && (
        <Notice role="note" icon={<Sign kind="none" />}>
          <p>{text.atService}</p>
        </Notice>
      )}
      {draft.state === 'ready' && (
        <Notice
          role="note"
          icon={<Sign kind="ok" />}
          actions={
            <Button size="low" onClick={() => openRoute({ view: 'outbox' })}>
              {reviewText.toOutbox}
            </Button>
          }
        >
          <p>{reviewText.ready}</p>
        </Notice>
      )}
      {sending.task.state === 'failed' && <FailedNotice error={sending.task.error} texts={sendErrors} />}
      {reviews && <DuplicatesNotice sending={sending} />}
    </>
  )
}

interface BodyProps {
  wizard: WizardState
  preflight: Preflight | undefined
  abilities: ProcedureAbilities | undefined
}

function OneStep({ wizard, preflight, abilities }: BodyProps) {
  if (wizard.step === 'review') return <ReviewStep wizard={wizard} preflight={preflight} />
  if (wizard.step === 'documents') return <DocumentsPart wizard={wizard} abilities={abilities} start />
  // Remounted for each step: earlier problems do not show in the next.
  return (
    <>
      <StepForm key={wizard.step} wizard={wizard} />
      {wizard.step === 'parties' && <TemplateOffers wizard={wizard} />}
    </>
  )
}

function OnePage({ wizard, preflight, abilities }: BodyProps) {
  return (
    <div className="one-page">
      <AllFields wizard={wizard} />
      <TemplateOffers wizard={wizard} />
      <DocumentsPart wizard={wizard} abilities={abilities} start={wizard.step === 'documents'} />
      <section className="one-page__review" aria-labelledby="step-review">
        <StepHead step="review" wizard={wizard} start={wizard.step === 'review'} />
        <BlockedNotice wizard={wizard} preflight={preflight} />
      </section>
    </div>
  )
}

function DocumentsPart({
  wizard,
  abilities,
  start,
}: Pick<BodyProps, 'wizard' | 'abilities'> & { start: boolean }) {
  return (
    <section className="documents-part" aria-labelledby="step-documents">
      <StepHead step="documents" wizard={wizard} start={start} />
      {abilities && (
        <DraftDocuments draft={wizard.draft} abilities={abilities}>
          <RequestsSection owner={{ draftId: wizard.draft.id }} />
        </DraftDocuments>
      )}
    </section>
  )
}

/** True for a text that has more than a plate. */
function hasPlateInside(given: string): boolean {
  const understood = understandPlateInput(given)
  return understood.kind === 'several' || (understood.kind === 'plate' && !understood.exact)
}

/** Possible duplicates, with a checkbox to confirm that the draft is not one of them. */
function DuplicatesNotice({ sending }: { sending: Sending }) {
  if (sending.found.length === 0) return null
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <p>
        <b>{checksText.duplicates.advice}</b>
      </p>
      <DuplicateLinks found={sending.found} />
      <label className="seen">
        <input
          type="checkbox"
          data-seen
          checked={sending.isSeen}
          aria-invalid={sending.unseen}
          aria-describedby={sending.unseen ? 'seen-needed' : undefined}
          onChange={(event) => sending.see(event.target.checked)}
        />
        {reviewText.seen}
      </label>
      {sending.unseen && (
        <p id="seen-needed" className="seen__needed" role="alert">
          {reviewText.seenNeeded}
        </p>
      )}
    </Notice>
  )
}

/** Button that saves a draft as a template. */
function SaveTemplate({ draft }: { draft: Draft }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={LayoutTemplate} label={templatesText.saveAs} onClick={() => setOpen(true)} />
      {open && (
        <TemplateDialog
          template={null}
          start={templateStart(draft.kind, draft)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Link one level up, to the draft's list. */
export function DraftCrumb({ draft, onOpen }: { draft: Draft; onOpen: () => void }) {
  const view = listOfDraft(draft.state)
  return <UpCrumb name={viewTitles[view]} title={text.crumb(viewTitles[view])} onOpen={onOpen} />
}
