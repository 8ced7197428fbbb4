/** Fields of a form as text, and the accepted warnings. */
export interface FormSource<F extends string, A extends string> {
  version: number
  fields: Record<F, string>
  accepted: readonly A[]
}

type Values<F extends string> = { [N in F]?: string | undefined }

/**
 * Autosaved form in this window. The core's version (`base`) and unsaved typing are separate. Therefore a save of
 * another window never replaces the text that the user is typing here.
 */
export interface FormState<F extends string, A extends string> {
  base: FormSource<F, A>
  /** Typed here and not saved yet. */
  typed: Values<F>
  /** Acceptances changed here and not saved yet. */
  accepted: readonly A[] | null
  /**
   * Another window's values of fields that were typed here too. These fields are not saved until the user chooses one
   * of the two values.
   */
  theirs: Values<F>
  /** Values sent to the core. The core may have saved them even if its answer was lost. */
  sent: Values<F>
}

export interface FormChanges<F extends string, A extends string> {
  fields: Partial<Record<F, string>>
  accepted?: A[]
}

export const formOf = <F extends string, A extends string>({
  version,
  fields,
  accepted,
}: FormSource<F, A>): FormState<F, A> => ({
  base: { version, fields, accepted },
  typed: {},
  accepted: null,
  theirs: {},
  sent: {},
})

/** Field values on screen. */
export const fieldsOnScreen = <F extends string, A extends string>({
  base,
  typed,
}: FormState<F, A>): Record<F, string> => ({ ...base.fields, ...typed })

export const acceptedOnScreen = <F extends string, A extends string>({
  base,
  accepted,
}: FormState<F, A>): readonly A[] => accepted ?? base.accepted

/**
 * Applies typed text: one field, or all fields of a fill.
 * @param lapsed acceptances about the previous values
 */
export function withAllTyped<F extends string, A extends string>(
  form: FormState<F, A>,
  values: readonly (readonly [NoInfer<F>, string])[],
  lapsed: readonly NoInfer<A>[] = [],
): FormState<F, A> {
  const typed = { ...form.typed }
  const theirs = { ...form.theirs }
  for (const [field, value] of values) {
    // The user may have typed the core's old value again while an unanswered save has another value. The field must
    // then be saved again.
    const isKnown = value === form.base.fields[field] && (form.sent[field] ?? value) === value
    if (isKnown) delete typed[field]
    else typed[field] = value
    if (theirs[field] === value) delete theirs[field]
  }
  const accepted = acceptedOnScreen(form)
  const gone = new Set<A>(lapsed)
  const still = accepted.filter((one) => !gone.has(one))
  return { ...form, typed, theirs, ...(still.length < accepted.length && { accepted: still }) }
}

/** Accepts a warning, or withdraws the acceptance. */
export function withAccepted<F extends string, A extends string>(
  form: FormState<F, A>,
  what: NoInfer<A>,
  on: boolean,
): FormState<F, A> {
  const others = acceptedOnScreen(form).filter((one) => one !== what)
  return { ...form, accepted: on ? [...others, what] : others }
}

/** Changes to save now, or `null` if there are none. Fields in conflict are left out. */
export function changesToSave<F extends string, A extends string>({
  typed,
  accepted,
  theirs,
}: FormState<F, A>): FormChanges<F, A> | null {
  const fields: FormChanges<F, A>['fields'] = {}
  for (const [name, value] of entriesOf(typed)) if (theirs[name] === undefined) fields[name] = value
  if (Object.keys(fields).length === 0 && accepted === null) return null
  return { fields, ...(accepted !== null && { accepted: [...accepted] }) }
}

export const withSent = <F extends string, A extends string>(
  form: FormState<F, A>,
  { fields }: FormChanges<F, A>,
): FormState<F, A> => ({ ...form, sent: { ...form.sent, ...fields } })

/**
 * Merges the core's version. Local typing stays. If another window changed the same field, both values are kept and
 * the user chooses. An older version is ignored.
 */
export function withKnown<F extends string, A extends string>(
  form: FormState<F, A>,
  source: FormSource<F, A>,
): FormState<F, A> {
  const { version, fields, accepted } = source
  if (version < form.base.version) return form
  const typed = { ...form.typed }
  const theirs = { ...form.theirs }
  for (const [name, mine] of entriesOf<F>(form.typed)) {
    const now = fields[name]
    const isOurs = now === form.sent[name]
    const isChanged = now !== form.base.fields[name]
    if (now === mine) {
      delete typed[name]
      delete theirs[name]
    } else if (isChanged && !isOurs) theirs[name] = now
  }
  const base = { version, fields, accepted }
  const sameAccepted = form.accepted !== null && sameSet(form.accepted, accepted)
  return { ...form, base, typed, theirs, accepted: sameAccepted ? null : form.accepted }
}

/** Applies the version that the core saved. Later typing is still unsaved. */
export const withSaved = <F extends string, A extends string>(
  form: FormState<F, A>,
  source: FormSource<F, A>,
): FormState<F, A> => ({ ...withKnown(form, source), sent: {} })

/** Resolves the conflict of a field with one of the two values. */
export function withChoice<F extends string, A extends string>(
  form: FormState<F, A>,
  field: NoInfer<F>,
  whose: 'mine' | 'theirs',
): FormState<F, A> {
  const theirs = without(form.theirs, field)
  if (whose === 'mine') return { ...form, theirs }
  return { ...form, theirs, typed: without(form.typed, field) }
}

/** Defined values, by field. */
export const entriesOf = <F extends string>(values: Values<F>): [F, string][] =>
  Object.entries(values).filter((entry): entry is [F, string] => entry[1] !== undefined)

function without<F extends string>(values: Values<F>, name: F): Values<F> {
  const { [name]: _, ...rest } = values
  return rest as Values<F>
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))
