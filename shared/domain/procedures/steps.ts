import { checkField } from './check-field.ts'
import { STEPS, type DraftForm, type FieldName, type StepId } from './fields.ts'
import { type DraftKind, DRAFT_KINDS, formFieldNames, isSent, stepFields } from './kinds.ts'
import type { Checklists } from './checklists.ts'
import { requirementsOf } from './requirements.ts'

/** Progress of a step: *sin empezar*, *incompleto*, *listo*. */
export type StepState = 'empty' | 'incomplete' | 'ready'

export interface Step {
  id: StepId
  state: StepState
  fields: readonly FieldName[]
}

/** Fields of a document that the steps need. */
export interface StepDocument {
  type: string
  name?: string
  party?: string | undefined
  /** True if the document was rejected, or is missing on this PC. */
  bad: boolean
}

/**
 * Steps of a wizard with their states. `review` is ready if all others may be sent. Recommended documents do not
 * count.
 */
export function wizardSteps(
  kind: DraftKind,
  form: DraftForm,
  documents: readonly StepDocument[],
  lists: Checklists,
  now: number,
): readonly Step[] {
  const states = {
    vehicle: typedState(kind, form, stepFields(kind, 'vehicle'), now),
    operation: typedState(kind, form, stepFields(kind, 'operation'), now),
    parties: partiesState(kind, form, now),
    documents: documentsState(kind, form, documents, lists),
  }
  const sendable = canBeSent(kind, form, documents, now)
  const begun = Object.values(states).some((state) => state !== 'empty')
  const review: StepState = sendable ? 'ready' : begun ? 'incomplete' : 'empty'
  return STEPS.map((id) => ({
    id,
    state: id === 'review' ? review : states[id],
    fields: stepFields(kind, id),
  }))
}

/** True if no field and no file prevents sending. */
export const canBeSent = (
  kind: DraftKind,
  form: DraftForm,
  documents: readonly StepDocument[],
  now: number,
): boolean =>
  documents.every(({ bad }) => !bad) && formFieldNames(kind).every((name) => !stops(kind, name, form, now))

function stops(kind: DraftKind, name: FieldName, form: DraftForm, now: number): boolean {
  const { level } = checkField(kind, name, form, now)
  return level === 'error' || level === 'missing'
}

function typedState(kind: DraftKind, form: DraftForm, names: readonly FieldName[], now: number): StepState {
  const filled = names.filter((name) => form.fields[name].trim() !== '')
  if (filled.length === 0) return 'empty'
  if (!names.some((name) => stops(kind, name, form, now))) return 'ready'
  // The user's address is prefilled, so a step with only that value has not begun.
  return filled.every((name) => name === 'userEmail') ? 'empty' : 'incomplete'
}

/**
 * State of the step of the parties. The service requires no party. A step with half of a party is not ready, because
 * duplicates, documents and signatures are compared by tax id.
 */
function partiesState(kind: DraftKind, form: DraftForm, now: number): StepState {
  const names = stepFields(kind, 'parties')
  const state = typedState(kind, form, names, now)
  if (state !== 'ready') return state
  const isWhole = names.every((name) => {
    const { level, problem } = checkField(kind, name, form, now)
    return problem !== 'name-is-tax-id' && !(level === 'empty' && PARTY_IDS.has(name))
  })
  return isWhole ? 'ready' : 'incomplete'
}

const PARTY_IDS: ReadonlySet<FieldName> = new Set(['sellerTaxId', 'buyerTaxId'])

function documentsState(
  kind: DraftKind,
  form: DraftForm,
  documents: readonly StepDocument[],
  lists: Checklists,
): StepState {
  if (documents.length === 0) return 'empty'
  const complete = requirementsOf(kind, form, documents, lists).every(({ met }) => met)
  return complete && documents.every(({ bad }) => !bad) ? 'ready' : 'incomplete'
}

/** First step that is not ready, where a reopened draft continues. */
export const stepToGoOn = (steps: readonly Step[]): StepId =>
  steps.find(({ id, state }) => state !== 'ready' && !isOptional(id))?.id ?? 'review'

/** True for a step without fields that the service requires. */
const isOptional = (id: StepId): boolean =>
  id !== 'review' &&
  id !== 'documents' &&
  DRAFT_KINDS.every((kind) => stepFields(kind, id).every((name) => !isSent(kind, name)))
