import { useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { type FieldName, STEP_FIELDS, STEPS, type StepId } from '#shared/domain/procedures/fields.ts'
import { tidyDay } from '#shared/domain/typed-day.ts'
import { type Step, stepsOf, stepToGoOn } from '#shared/domain/procedures/steps.ts'
import { useClient } from '../../replica/client.ts'
import { keepStepOfDraft, stepOfDraft } from '../../ui-state/route-memory.ts'
import { fieldSelector, useFocusAfter } from '../frame/use-focus-after.ts'
import type { DraftForm } from './draft-forms.ts'
import { problemsIn } from './field-view-model.ts'

const STEP_START = '.wizard__content [data-step-start]'

export const isBad = ({ state }: Draft['documents'][number]) => state === 'refused'

/** The steps of a draft: which one is looked at, what is shown as wrong in it, and where the focus goes. */
export function useWizard(draft: Draft, form: DraftForm, singlePage: boolean) {
  const { bridge, now } = useClient()
  const steps = stepsOf(
    draft.kind,
    draft,
    draft.documents.map((document) => ({ type: document.type, bad: isBad(document) })),
    now(),
  )
  const [step, setStep] = useState<StepId>(() =>
    singlePage ? 'vehicle' : (stepOfDraft(draft.id) ?? startOf(draft, steps)),
  )
  /** What was left, or tried to go past: what is wrong in it is said. */
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  /** The step that was tried to go past with something wrong in it: the next time it is gone past. */
  const [warned, setWarned] = useState<StepId | null>(null)
  const focus = useFocusAfter(STEP_START)

  const show = (names: readonly FieldName[]) => setLeft((before) => new Set([...before, ...names]))
  const goTo = (to: StepId, wanted = STEP_START) => {
    void form.flush()
    show(fieldsOfStep(draft, step))
    setWarned(null)
    setStep(to)
    keepStepOfDraft(draft.id, to)
    focus(wanted)
  }
  const fields = fieldsOfStep(draft, step)
  const problems = problemsIn(draft, fields, now())
  // All of it was mended: what goes wrong from now on is something else.
  if (warned === step && problems.length === 0) setWarned(null)
  return {
    bridge,
    draft,
    form,
    steps,
    step,
    singlePage,
    problems,
    warned: warned === step && problems.length > 0,
    /** Everything that is wrong in it is told. */
    showsAll: warned === step,
    isStrict: (name: FieldName) => left.has(name),
    leave: (name: FieldName) => {
      const tidy = name === 'contractDate' ? tidyDay(draft.fields[name], now()) : draft.fields[name]
      if (tidy !== draft.fields[name]) form.type(name, tidy)
      if (tidy.trim() !== '') show([name])
      void form.flush()
    },
    put(name: FieldName, value: string) {
      form.type(name, value)
      focus(fieldSelector(name))
    },
    goTo,
    toField: (name: FieldName) => {
      show([name])
      goTo(stepOf(draft, name), fieldSelector(name))
    },
    next() {
      if (problems.length > 0 && warned !== step) {
        show(fields)
        setWarned(step)
        focus('[data-step-problems]')
        return
      }
      const to = STEPS[STEPS.indexOf(step) + 1]
      if (to) goTo(to)
    },
    back() {
      const to = STEPS[STEPS.indexOf(step) - 1]
      if (to) goTo(to)
    },
  }
}

export type Wizard = ReturnType<typeof useWizard>

/** What is sent already, or waits to be, is looked at from its review. */
function startOf({ state }: Draft, steps: readonly Step[]): StepId {
  return state === 'editing' ? stepToGoOn(steps) : 'review'
}

const fieldsOfStep = ({ kind }: Draft, step: StepId): readonly FieldName[] =>
  step === 'documents' || step === 'review' ? [] : STEP_FIELDS[kind][step]

/** The step that asks for a field. */
export const stepOf = ({ kind }: Pick<Draft, 'kind'>, name: FieldName): StepId =>
  STEPS.find((step) => step !== 'documents' && step !== 'review' && STEP_FIELDS[kind][step].includes(name)) ??
  'review'
