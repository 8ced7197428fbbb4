import { useRef, type KeyboardEvent, type RefObject } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import type { StepId } from '#shared/domain/procedures/fields.ts'
import { stepHelp, stepTitles, wizardText as text } from '#shared/text/wizard.ts'
import { fieldLabels, fieldProblems } from '#shared/text/fields.ts'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { Plate } from '../../design/plate.tsx'
import { plateOf, VehicleWords, VerdictPeek } from './verdict-peek.tsx'
import type { Wizard } from './use-wizard.ts'
import { WizardField } from './wizard-field.tsx'
import '../../design/field.css'
import './wizard.css'

export const FORM_ID = 'wizard-form'

/** Title of a step, and what it asks for. */
export function StepHead({ step, wizard, start }: { step: StepId; wizard: Wizard; start?: boolean }) {
  const { kind } = wizard.draft
  return (
    <div className="step-head">
      <h2 id={`step-${step}`} tabIndex={-1} data-step-start={start || undefined}>
        {stepTitles[step]}
      </h2>
      <p className="small second">{stepHelp[kind][step]}</p>
    </div>
  )
}

/** Fields of the current step. Enter goes on to the next. */
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

/** Every field on one page. Enter goes on to the next field. */
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
      {step === 'vehicle' && wizard.draft.kind !== 'registration' && (
        <VerdictPeek typed={wizard.draft.fields.vrm} />
      )}
    </>
  )
}

/** Vehicle of the draft, above every other step. */
export function VehicleHead({ draft }: { draft: Draft }) {
  const vrm = draft.kind === 'registration' ? undefined : plateOf(draft.fields.vrm)
  const { data: view } = useQuery('lookup.get', vrm === undefined ? null : { vrm })
  if (vrm === undefined) return null
  return (
    <div className="vehicle-head">
      <Plate vrm={vrm} size="m" />
      <VehicleWords view={view} />
    </div>
  )
}

/** Problems of the step, with a link to each field. They block nothing: a draft may be left for later. */
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
                onClick={() => wizard.put(field, wizard.draft.fields[field])}
              >
                {fieldLabels[field]}
              </button>
              : {fieldProblems[problem]}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
