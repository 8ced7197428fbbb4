import type { Draft } from '#shared/bridge/procedures.ts'
import {
  type Acceptable,
  type DraftFields,
  FIELD_NAMES,
  type FieldName,
  withFields,
} from '#shared/domain/procedures/fields.ts'

type Values = Readonly<Partial<Record<FieldName, string>>>

/** What is looked at of a draft to fill it in. */
export type FormSource = Pick<Draft, 'version' | 'fields' | 'accepted'>

/**
 * The form of one draft in this window. What the core has (`base`) and what was typed here and it does not have yet are
 * kept apart, so that what another window saves never takes the place of what is being typed in this one.
 */
export interface DraftFormState {
  base: FormSource
  /** Typed here and not kept yet. */
  typed: Values
  /** Accepted or no longer accepted here, and not kept yet. */
  accepted: readonly Acceptable[] | null
  /** Typed here over what somebody else has changed meanwhile: theirs. It is not saved until one of both is chosen. */
  theirs: Values
  /** On its way to the core, which may have taken it even if its answer is lost. */
  sent: Values
}

export interface FormChanges {
  fields: Partial<Record<FieldName, string>>
  accepted?: Acceptable[]
}

export const formOf = ({ version, fields, accepted }: FormSource): DraftFormState => ({
  base: { version, fields, accepted },
  typed: {},
  accepted: null,
  theirs: {},
  sent: {},
})

/** The fields as they are on screen. */
export const fieldsOnScreen = ({ base, typed }: DraftFormState): DraftFields => withFields(base.fields, typed)

export const acceptedOnScreen = ({ base, accepted }: DraftFormState): readonly Acceptable[] =>
  accepted ?? base.accepted

/** What was accepted of a field was of what it said then. */
const ACCEPTED_OF: Readonly<Partial<Record<FieldName, Acceptable>>> = {
  vin: 'short-vin',
  sellerTaxId: 'seller-control',
  buyerTaxId: 'buyer-control',
}

/** A field is typed in. */
export function withTyped(form: DraftFormState, field: FieldName, value: string): DraftFormState {
  const typed =
    value === form.base.fields[field] ? without(form.typed, field) : { ...form.typed, [field]: value }
  const settled = form.theirs[field] === value ? { theirs: without(form.theirs, field) } : {}
  const lapsed = ACCEPTED_OF[field]
  const accepted = acceptedOnScreen(form)
  const still =
    lapsed !== undefined && accepted.includes(lapsed)
      ? { accepted: accepted.filter((one) => one !== lapsed) }
      : {}
  return { ...form, typed, ...settled, ...still }
}

/** Something wrong is accepted as it is, or no longer. */
export function withAccepted(form: DraftFormState, what: Acceptable, on: boolean): DraftFormState {
  const others = acceptedOnScreen(form).filter((one) => one !== what)
  return { ...form, accepted: on ? [...others, what] : others }
}

/** What has to be saved now, or `null` when the core has everything that may be saved. */
export function changesToSave({ typed, accepted, theirs }: DraftFormState): FormChanges | null {
  const fields: FormChanges['fields'] = {}
  for (const name of FIELD_NAMES) {
    const value = typed[name]
    if (value !== undefined && theirs[name] === undefined) fields[name] = value
  }
  if (Object.keys(fields).length === 0 && accepted === null) return null
  return { fields, ...(accepted !== null && { accepted: [...accepted] }) }
}

export const withSent = (form: DraftFormState, { fields }: FormChanges): DraftFormState => ({
  ...form,
  sent: { ...form.sent, ...fields },
})

/**
 * The core says what it has. What was typed here stays; where somebody else has changed the same field, both are kept
 * for the person to choose. An older answer says nothing new.
 */
export function withKnown(form: DraftFormState, source: FormSource): DraftFormState {
  const { version, fields, accepted } = source
  if (version < form.base.version) return form
  let { typed, theirs } = form
  for (const name of FIELD_NAMES) {
    const mine = typed[name]
    if (mine === undefined) continue
    const now = fields[name]
    const isOurs = now === form.sent[name]
    const isNews = now !== form.base.fields[name]
    if (now === mine) [typed, theirs] = [without(typed, name), without(theirs, name)]
    else if (isNews && !isOurs) theirs = { ...theirs, [name]: now }
  }
  const base = { version, fields, accepted }
  const sameAccepted = form.accepted !== null && sameSet(form.accepted, accepted)
  return { ...form, base, typed, theirs, accepted: sameAccepted ? null : form.accepted }
}

/** The core has taken what was sent. What was typed since is still to be saved. */
export const withSaved = (form: DraftFormState, source: FormSource): DraftFormState => ({
  ...withKnown(form, source),
  sent: {},
})

/** Of a field that both changed, one is chosen. */
export function withChoice(form: DraftFormState, field: FieldName, whose: 'mine' | 'theirs'): DraftFormState {
  const theirs = without(form.theirs, field)
  if (whose === 'mine') return { ...form, theirs }
  return { ...form, theirs, typed: without(form.typed, field) }
}

const without = (values: Values, name: FieldName): Values => {
  const { [name]: _, ...rest } = values
  return rest
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))
