import { useEffect, useRef, useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { type FieldName, STEP_FIELDS, STEPS, type StepId } from '#shared/domain/procedures/fields.ts'
import { tidyDay } from '#shared/domain/typed-day.ts'
import { type Step, stepsOf, stepToGoOn } from '#shared/domain/procedures/steps.ts'
import { useClient } from '../../replica/client.ts'
import type { DraftForm } from './draft-forms.ts'
import { problemsIn } from './field-view-model.ts'

/** Where each draft was left in this window. */
const places = new Map<string, StepId>()

/** Where the focus is wanted, once what it goes to is on screen. */
type Wanted = { kind: 'field'; name: FieldName } | { kind: 'step' } | { kind: 'problems' }

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
    singlePage ? 'vehicle' : (places.get(draft.id) ?? startOf(draft, steps)),
  )
  /** What was left, or tried to go past: what is wrong in it is said. */
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  /** The step that was tried to go past with something wrong in it: the next time it is gone past. */
  const [warned, setWarned] = useState<StepId | null>(null)
  const focus = useFocus()

  const show = (names: readonly FieldName[]) => setLeft((before) => new Set([...before, ...names]))
  const goTo = (to: StepId, wanted: Wanted = { kind: 'step' }) => {
    void form.flush()
    show(fieldsOfStep(draft, step))
    setWarned(null)
    places.set(draft.id, to)
    setStep(to)
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
      focus({ kind: 'field', name })
    },
    goTo,
    toField: (name: FieldName) => {
      show([name])
      goTo(stepOf(draft, name), { kind: 'field', name })
    },
    next() {
      if (problems.length > 0 && warned !== step) {
        show(fields)
        setWarned(step)
        focus({ kind: 'problems' })
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

/** Moves the focus after the next painting, when what it goes to is there. */
function useFocus() {
  const wanted = useRef<Wanted | null>({ kind: 'step' })
  const [, again] = useState(0)
  useEffect(() => {
    const to = wanted.current
    if (!to) return
    wanted.current = null
    const target = document.querySelector<HTMLElement>(selectorOf(to))
    target?.focus()
    if (target instanceof HTMLInputElement && to.kind === 'field') target.select()
  })
  return (to: Wanted) => {
    wanted.current = to
    again((times) => times + 1)
  }
}

function selectorOf(to: Wanted): string {
  if (to.kind === 'field') return `[data-field="${to.name}"] :is(input, textarea)`
  if (to.kind === 'problems') return '[data-step-problems]'
  return '.wizard__content [data-step-start]'
}
