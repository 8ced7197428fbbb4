import { useEffect, useEffectEvent, useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { type FieldChanges, type FieldName, STEPS, type StepId } from '#shared/domain/procedures/fields.ts'
import { byKind, formFieldNames, stepFields } from '#shared/domain/procedures/kinds.ts'
import { tidyDay } from '#shared/domain/typed-day.ts'
import { canBeSent, type Step, wizardSteps, stepToGoOn } from '#shared/domain/procedures/steps.ts'
import { pastedText, wizardText as text } from '#shared/text/wizard.ts'
import { templateDialogText, fieldLabels } from '#shared/text/fields.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import { keepStepOfDraft, stepOfDraft, routeFromHere } from '../../app/route.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { fieldSelector, useFocusAfter } from '../../app/forms/field-line.tsx'
import { type Fill, useFills, type FormFills } from '../../app/forms/fills.ts'
import { useChecklists } from '../checklists/feature.ts'
import { type PartySlot, takeKnown, type KnownParty, useKnownParty } from '../known-parties/feature.ts'
import { type DraftForm, type DraftFormField, expectedText } from './draft-forms.ts'
import { problemsIn } from './wizard-view-model.ts'

const STEP_START = '.wizard__content [data-step-start]'
const APPLIED = '.wizard__content [data-applied]'

const isBad = ({ state }: Draft['documents'][number]) => state === 'refused'

/** State of a draft's steps: current step, visible errors and focus. */
export function useWizard(draft: Draft, form: DraftForm, singlePage: boolean) {
  const { bridge, now } = useClient()
  const { lists } = useChecklists()
  const documents = draft.documents.map((one) => ({
    type: one.type,
    name: one.name,
    party: one.party,
    bad: isBad(one),
  }))
  const steps = wizardSteps(draft.kind, draft, documents, lists, now())
  const [step, setStep] = useState<StepId>(() =>
    singlePage ? 'vehicle' : (stepOfDraft(draft.id) ?? startOf(draft, steps)),
  )
  /** Fields that show their errors, because the user left them or submitted them with problems. */
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  /** Step with problems that the user tried to leave. The next attempt succeeds. */
  const [warned, setWarned] = useState<StepId | null>(null)
  /** Fields filled from a text, until the user closes the notice. */
  const [noticed, setNoticed] = useState<Fill<DraftFormField> | null>(null)
  /** True if nothing is left to type. The review opens once the known values of the parties have arrived. */
  const [goesOn, setGoesOn] = useState(false)
  const focus = useFocusAfter(STEP_START)
  const fills = useFills(form, formLabels(draft))
  const memory = useKnownParties(draft, fills, singlePage || step !== 'review')
  const applied = noticed && fills.all.some(({ id }) => id === noticed.id) ? noticed : null
  const type = (name: FieldName, value: string) => {
    setGoesOn(false)
    memory.typed(name)
    form.type(name, value)
  }

  const setStepTo = (to: StepId) => {
    setGoesOn(false)
    setWarned(null)
    setStep(to)
    keepStepOfDraft(draft.id, to)
  }
  const toReview = useEffectEvent(() => setStepTo('review'))
  useEffect(() => {
    if (goesOn && !memory.isAsking) toReview()
  }, [goesOn, memory.isAsking])
  const show = (names: readonly FieldName[]) => setLeft((before) => new Set([...before, ...names]))
  const goTo = (to: StepId, wanted = STEP_START) => {
    void form.flush()
    show(stepFields(draft.kind, step))
    setStepTo(to)
    focus(wanted)
  }
  const fields = stepFields(draft.kind, step)
  const problems = problemsIn(draft, fields, now())
  // All problems are corrected, so later problems warn again.
  if (warned === step && problems.length === 0) setWarned(null)
  return {
    bridge,
    draft,
    form,
    steps,
    step,
    singlePage,
    memory,
    type,
    problems,
    warned: warned === step && problems.length > 0,
    /** Shows every problem of the step. */
    showsAll: warned === step,
    isStrict: (name: FieldName) => left.has(name),
    leave: (name: FieldName) => {
      const tidy = name === 'contractDate' ? tidyDay(draft.fields[name], now()) : draft.fields[name]
      if (tidy !== draft.fields[name]) form.type(name, tidy)
      if (tidy.trim() !== '') show([name])
      void form.flush()
    },
    setField(name: FieldName, value: string) {
      type(name, value)
      focus(fieldSelector(name))
    },
    fills,
    /** Latest fill from a text, while its notice is on screen. */
    applied,
    /**
     * Fills several fields from a text. Their problems show at once. If nothing is left to type, the wizard opens the
     * review, which shows all fields.
     */
    applyFields(values: FieldChanges) {
      const next = fills.fillIn(values)
      if (!next) return
      const put = formFieldNames(draft.kind).filter((name) => next.names.includes(name))
      show(put)
      setNoticed(next)
      // A filled identifier gets its known values, like a typed one.
      for (const name of put) memory.typed(name)
      const filled = { ...draft, fields: fills.read() }
      setGoesOn(!singlePage && canBeSent(draft.kind, filled, documents, now()))
      announce(pastedText.appliedSaid(next.names.length))
      focus(APPLIED)
    },
    undo(fill: Fill<DraftFormField>) {
      fills.undo(fill)
      // The focus was in the notice, which is gone.
      if (fill.id === applied?.id) focus(STEP_START)
    },
    keepApplied() {
      setNoticed(null)
      focus(STEP_START)
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

/** A finished or sent draft opens at its review. */
function startOf({ state }: Draft, steps: readonly Step[]): StepId {
  return state === 'editing' ? stepToGoOn(steps) : 'review'
}

/** Step of a field. */
const stepOf = ({ kind }: Pick<Draft, 'kind'>, name: FieldName): StepId =>
  STEPS.find((step) => stepFields(kind, step).includes(name)) ?? 'review'

const SELLER: PartySlot<DraftFormField> = {
  number: 'sellerTaxId',
  names: { fullname: 'sellerName' },
  client: 'client',
}
const BUYER: PartySlot<DraftFormField> = {
  number: 'buyerTaxId',
  names: { fullname: 'buyerName' },
  client: 'client',
}

/** Values of this account's memory for the form of a draft. */
interface WizardMemory {
  /** Party whose known values fill in the field. For a name field: the party of that name. */
  partyOf: (name: FieldName) => KnownParty<DraftFormField> | null
  /** Called when the user types in a field. */
  typed: (name: FieldName) => void
  /** True if the field has the remembered address of the user, neither typed nor filled in here. */
  isRemembered: (name: FieldName) => boolean
  /** True while the known values of a party are being read. */
  isAsking: boolean
  /** Applies the known value of the focused field, or else the first known value that differs. */
  take: (() => void) | null
}

/** @param isOpen true while the fields are on screen */
function useKnownParties(draft: Draft, fills: FormFills<DraftFormField>, isOpen: boolean): WizardMemory {
  const fields = { ...draft.fields, expected: expectedText(draft.expected) }
  const known = { id: draft.id, fields, fills, labels: formLabels(draft), isOpen }
  const seller = useKnownParty(known, SELLER, false)
  const buyer = useKnownParty(known, BUYER, false)
  const { data: remembered } = useQuery('remembered.get', {})
  const [typedAddress, setTypedAddress] = useState(false)
  const fillsIn = (name: FieldName) => [buyer, seller].find((party) => party.sourceOf(name) !== null) ?? null
  return {
    partyOf: (name) => (name === 'sellerName' ? seller : name === 'buyerName' ? buyer : fillsIn(name)),
    typed(name) {
      if (name === 'sellerTaxId') seller.typed()
      if (name === 'buyerTaxId') buyer.typed()
      if (name === 'userEmail') setTypedAddress(true)
    },
    isRemembered: (name) =>
      name === 'userEmail' &&
      !typedAddress &&
      draft.fields.userEmail !== '' &&
      draft.fields.userEmail === remembered?.userEmail &&
      fills.holder('userEmail') === null,
    isAsking: seller.isAsking || buyer.isAsking,
    take: takeKnown([seller, buyer]),
  }
}

/**
 * Saves typed text and goes up to the draft's list. Unsaved text stays in this window; an empty draft is discarded.
 */
export async function leaveWizard({
  draft,
  form,
  bridge,
}: Pick<Wizard, 'draft' | 'form' | 'bridge'>): Promise<void> {
  const goTo = routeFromHere()
  if (draft.state !== 'editing') return goTo({ view: 'outbox' })
  if (isBlank(draft)) {
    await bridge.call('procedures.draft-discard', { id: draft.id })
    showToast(text.leftEmpty)
    return goTo({ view: 'procedures' })
  }
  if (await form.flush()) showToast(text.left)
  goTo({ view: 'drafts' })
}

const isBlank = ({ fields, documents, procedureId }: Draft) =>
  documents.length === 0 &&
  procedureId === undefined &&
  // Every draft starts with the user's remembered address, so this value does not count.
  Object.entries(fields).every(([name, value]) => name === 'userEmail' || value.trim() === '')

const labelsByKind = byKind((kind): Readonly<Record<DraftFormField, string>> => ({
  ...fieldLabels(kind),
  expected: templateDialogText.documents,
}))

/** Labels of all fields that a draft's form saves. */
export const formLabels = ({ kind }: Pick<Draft, 'kind'>) => labelsByKind[kind]
