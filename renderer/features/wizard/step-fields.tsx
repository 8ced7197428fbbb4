import { useRef, type KeyboardEvent, type RefObject, useId } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { type StepId, type FieldName, FIELD_LENGTHS } from '#shared/domain/procedures/fields.ts'
import { isSent, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { stepHelp, stepTitles, wizardText as text } from '#shared/text/wizard.ts'
import { fieldLabel, fieldProblems, rememberedText } from '#shared/text/fields.ts'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useQuery, useNow } from '../../replica/use-replica.ts'
import { Plate } from '../../design/plate.tsx'
import { Field } from '../../design/fields.tsx'
import { PlateField } from '../../design/plate-field.tsx'
import { FieldLine, FieldWays } from '../../app/forms/field-line.tsx'
import { KnownHelp, type KnownLine, KnownWords, UndoButton, useKnownLine } from '../known-parties/feature.ts'
import { draftPlate, VehicleWords, VerdictPeek } from './verdict-peek.tsx'
import { type Wizard, leaveWizard } from './use-wizard.ts'
import { type FieldViewModel, fieldViewModel } from './wizard-view-model.ts'
import '../../design/field.css'
import './wizard.css'

export const FORM_ID = 'wizard-form'

/** Title of a step, and a line about its fields. */
export function StepHead({ step, wizard, start }: { step: StepId; wizard: Wizard; start?: boolean }) {
  const { kind } = wizard.draft
  return (
    <div className="step-head">
      <h2 id={`step-${step}`} tabIndex={-1} data-step-start={start || undefined}>
        {stepTitles[step]}
      </h2>
      <p className="small second">{stepHelp(kind, step)}</p>
    </div>
  )
}

/** Fields of the current step. Enter goes to the next step. */
export function StepForm({ wizard }: { wizard: Wizard }) {
  const { step } = wizard
  return (
    <form
      id={FORM_ID}
      className="step-form"
      noValidate
      aria-labelledby={`step-${step}`}
      onSubmit={(event) => {
        event.preventDefault()
        wizard.next()
      }}
    >
      {step !== 'vehicle' && <VehicleHead draft={wizard.draft} />}
      <StepHead step={step} wizard={wizard} />
      {wizard.showsAll && wizard.problems.length > 0 && <ProblemSummary wizard={wizard} />}
      <StepGrid step={step} wizard={wizard} />
    </form>
  )
}

/** Every field on one page. Enter goes to the next field. */
export function AllFields({ wizard }: { wizard: Wizard }) {
  const form = useRef<HTMLFormElement>(null)
  const typed = wizard.steps.filter(({ fields }) => fields.length > 0)
  return (
    <form
      ref={form}
      id={FORM_ID}
      className="step-form"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => onEnter(event, form)}
    >
      {typed.map(({ id }) => (
        <section key={id} className="step-form__part" aria-labelledby={`step-${id}`}>
          <StepHead step={id} wizard={wizard} />
          <StepGrid step={id} wizard={wizard} />
        </section>
      ))}
    </form>
  )
}

function onEnter(event: KeyboardEvent, form: RefObject<HTMLFormElement | null>) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  if (!(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-field] :is(input, textarea)') ?? [])]
  fields[fields.indexOf(event.target) + 1]?.focus()
}

function StepGrid({ step, wizard }: { step: StepId; wizard: Wizard }) {
  const fields = wizard.steps.find(({ id }) => id === step)?.fields ?? []
  return (
    <>
      <div className="step-grid">
        {fields.map((name, index) => (
          <WizardField key={name} name={name} wizard={wizard} start={index === 0 && step === wizard.step} />
        ))}
      </div>
      {step === 'vehicle' && PROCEDURE_KINDS[wizard.draft.kind].vehicle === 'vrm' && (
        <VerdictPeek typed={wizard.draft.fields.vrm} />
      )}
    </>
  )
}

/** Vehicle of the draft, above every other step. */
export function VehicleHead({ draft }: { draft: Draft }) {
  const vrm = draftPlate(draft)
  const { data: view } = useQuery('lookup.get', vrm === undefined ? null : { vrm })
  if (vrm === undefined) return null
  return (
    <div className="vehicle-head">
      <Plate vrm={vrm} size="m" />
      <VehicleWords view={view} />
    </div>
  )
}

/**
 * Problems of the step, with a link to each field. They do not block, because the user may leave a draft for later.
 */
function ProblemSummary({ wizard }: { wizard: Wizard }) {
  return (
    <div
      className="step-problems"
      tabIndex={-1}
      data-step-problems
      role="group"
      aria-label={text.problemsTitle(wizard.problems.length)}
    >
      <Notice tone="stop" icon={<Sign kind="stop" />}>
        <p>
          <b>{text.problemsTitle(wizard.problems.length)}</b>
        </p>
        <ul className="field-links">
          {wizard.problems.map(({ field, problem }) => (
            <li key={field}>
              <button
                type="button"
                className="text-link"
                onClick={() => wizard.setField(field, wizard.draft.fields[field])}
              >
                {fieldLabel(field, wizard.draft.kind)}
              </button>
              : {fieldProblems[problem]}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

interface FieldProps {
  name: FieldName
  wizard: Wizard
  /** True for the first field of the step, which takes the focus. */
  start: boolean
}

const KEYBOARDS: Readonly<Partial<Record<FieldName, 'decimal' | 'email' | 'numeric'>>> = {
  taxableBase: 'decimal',
  userEmail: 'email',
  contractDate: 'numeric',
}

/** Field of a draft, saved as it is typed, with its interpretation underneath. */
function WizardField({ name, wizard, start }: FieldProps) {
  const { draft, form } = wizard
  const now = useNow(60_000)
  const viewModel = fieldViewModel(draft, name, wizard.isStrict(name), now)
  const line = useMemoryLine(name, wizard)
  return (
    <div className={`wizard-field wizard-field--${name}`} data-field={name}>
      {name === 'vrm' ? (
        <PlateInput viewModel={viewModel} wizard={wizard} start={start} />
      ) : name === 'notes' ? (
        <NotesInput viewModel={viewModel} wizard={wizard} />
      ) : (
        <Field
          label={fieldLabel(name, draft.kind)}
          aside={asideOf(name, wizard)}
          value={draft.fields[name]}
          maxLength={FIELD_LENGTHS[name]}
          inputMode={KEYBOARDS[name]}
          autoCapitalize="off"
          spellCheck={false}
          aria-required={isSent(draft.kind, name) || undefined}
          aria-invalid={viewModel.tone === 'stop'}
          data-step-start={start || undefined}
          help={<KnownHelp line={line} viewModel={viewModel} />}
          end={
            <>
              {name === 'taxableBase' && <span className="wizard-field__unit">€</span>}
              {line.end}
            </>
          }
          onChange={(event) => wizard.type(name, event.target.value)}
          onBlur={() => wizard.leave(name)}
        />
      )}
      <FieldWays
        viewModel={viewModel}
        onSuggestion={(value) => wizard.setField(name, value)}
        onAccept={(what, on) => form.accept(what, on)}
      />
      {line.ways}
    </div>
  )
}

const MEMORY_KEYS = { undo: 'wizard.unfill', take: 'wizard.take' } as const

/** Origin of the field's value, if the user did not type it. */
function useMemoryLine(name: FieldName, { draft, memory, fills, isStrict }: Wizard): KnownLine {
  const known = memory.partyOf(name)
  const line = useKnownLine(
    known && { name, value: draft.fields[name], known, fills, isStrict: isStrict(name), keys: MEMORY_KEYS },
  )
  if (!memory.isRemembered(name)) return line
  return {
    words: <KnownWords>{rememberedText.mark}</KnownWords>,
    end: <UndoButton label={rememberedText.clear} onUndo={() => fills.fillIn({ userEmail: '' })} />,
    ways: null,
  }
}

/** Note beside the label of a field that is never sent. */
const asideOf = (name: FieldName, { draft }: Wizard): string | undefined =>
  isSent(draft.kind, name) ? undefined : text.localField

function PlateInput({
  viewModel,
  wizard,
  start,
}: {
  viewModel: FieldViewModel
  wizard: Wizard
  start: boolean
}) {
  const { draft, form } = wizard
  const id = useId()
  const understood = viewModel.tone === 'ok' ? viewModel.words : ''
  return (
    <div className="field">
      <PlateField
        // `PlateField` takes no data attributes, so the ref marks the input that gets the focus.
        ref={(input) => {
          input?.toggleAttribute('data-step-start', start)
        }}
        label={fieldLabel('vrm', draft.kind)}
        value={draft.fields.vrm}
        placeholder={text.platePlaceholder}
        hint={understood}
        shortcut={null}
        invalid={viewModel.tone === 'stop'}
        marks={[]}
        describedBy={id}
        maxLength={FIELD_LENGTHS.vrm}
        onChange={(value) => form.type('vrm', value)}
        // On one page Enter goes to the next field.
        onEnter={() => !wizard.singlePage && wizard.next()}
        onEscape={() => void leaveWizard(wizard)}
        onFocusChange={(focused) => !focused && wizard.leave('vrm')}
      />
      <p className="field__help" id={id}>
        {viewModel.tone === 'ok' ? '' : <FieldLine viewModel={viewModel} />}
      </p>
    </div>
  )
}

function NotesInput({ viewModel, wizard }: { viewModel: FieldViewModel; wizard: Wizard }) {
  const { draft, form } = wizard
  const id = useId()
  return (
    <div className="field wizard-notes">
      <label className="field__label" htmlFor={id}>
        {fieldLabel('notes', draft.kind)}
        <span className="field__aside"> {asideOf('notes', wizard)}</span>
      </label>
      <div className="field__box">
        <textarea
          id={id}
          className="field__input"
          rows={3}
          value={draft.fields.notes}
          maxLength={FIELD_LENGTHS.notes}
          aria-invalid={viewModel.tone === 'stop'}
          aria-describedby={viewModel.words === '' ? undefined : `${id}-help`}
          onChange={(event) => form.type('notes', event.target.value)}
          onBlur={() => wizard.leave('notes')}
        />
      </div>
      {viewModel.words !== '' && (
        <p className="field__help" id={`${id}-help`}>
          <FieldLine viewModel={viewModel} />
        </p>
      )}
    </div>
  )
}
