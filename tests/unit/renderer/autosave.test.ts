import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Acceptable,
  emptyForm,
  FIELD_NAMES,
  type FieldName,
  withFields,
} from '#shared/domain/procedures/fields.ts'
import {
  acceptedOnScreen,
  changesToSave,
  fieldsOnScreen,
  formOf,
  type FormSource as SourceOf,
  type FormState,
  withAccepted,
  withAllTyped,
  withChoice,
  withKnown,
  withSaved,
  withSent,
} from '#renderer/app/forms/form-state.ts'

type FormSource = SourceOf<FieldName, Acceptable>
type DraftFormState = FormState<FieldName, Acceptable>

const withTyped = (
  form: DraftFormState,
  field: FieldName,
  value: string,
  lapsed: readonly Acceptable[] = [],
) => withAllTyped(form, [[field, value]], lapsed)

const source = (version: number, fields: Partial<Record<FieldName, string>> = {}): FormSource => ({
  version,
  fields: withFields(emptyForm().fields, fields),
  accepted: [],
})

test('what is typed is on screen at once, and is what has to be saved', () => {
  const form = withTyped(formOf(source(1, { client: 'Lozano' })), 'vrm', '3308 KDR')
  expect(fieldsOnScreen(form)).toMatchObject({ vrm: '3308 KDR', client: 'Lozano' })
  expect(changesToSave(form)).toEqual({ fields: { vrm: '3308 KDR' } })
  expect(changesToSave(withTyped(form, 'vrm', ''))).toBeNull()
})

test('what is typed while a save is on its way is saved after it', () => {
  let form = withTyped(formOf(source(1)), 'client', 'Loz')
  form = withSent(form, changesToSave(form)!)
  form = withTyped(form, 'client', 'Lozano')
  form = withSaved(form, source(2, { client: 'Loz' }))
  expect(form.theirs).toEqual({})
  expect(changesToSave(form)).toEqual({ fields: { client: 'Lozano' } })
})

test('what is typed back while a save is on its way is saved after it', () => {
  let form = withTyped(formOf(source(1, { client: 'Lozano' })), 'client', 'Otro')
  form = withSent(form, changesToSave(form)!)
  form = withTyped(form, 'client', 'Lozano')
  form = withSaved(form, source(2, { client: 'Otro' }))
  expect(fieldsOnScreen(form).client).toBe('Lozano')
  expect(changesToSave(form)).toEqual({ fields: { client: 'Lozano' } })
})

test('what another window changes comes in, except over what is being typed here', () => {
  let form = withTyped(formOf(source(1, { client: 'Lozano' })), 'invoiceNumber', 'F-1')
  form = withKnown(form, source(2, { client: 'Autos Lozano', invoiceNumber: 'F-2' }))
  expect(fieldsOnScreen(form)).toMatchObject({ client: 'Autos Lozano', invoiceNumber: 'F-1' })
  expect(form.theirs).toEqual({ invoiceNumber: 'F-2' })
  // The field is not saved before one of both is chosen; the rest still is.
  expect(changesToSave(form)).toBeNull()
  expect(changesToSave(withTyped(form, 'notes', 'x'))).toEqual({ fields: { notes: 'x' } })
  expect(changesToSave(withChoice(form, 'invoiceNumber', 'mine'))).toEqual({
    fields: { invoiceNumber: 'F-1' },
  })
  const theirs = withChoice(form, 'invoiceNumber', 'theirs')
  expect(changesToSave(theirs)).toBeNull()
  expect(fieldsOnScreen(theirs).invoiceNumber).toBe('F-2')
})

test('typing the same as the other window is no conflict', () => {
  let form = withTyped(formOf(source(1)), 'client', 'A')
  form = withKnown(form, source(2, { client: 'B' }))
  expect(withTyped(form, 'client', 'B')).toMatchObject({ theirs: {}, typed: {} })
})

test('our own save whose answer was lost is not taken for somebody else', () => {
  let form = withTyped(formOf(source(1)), 'client', 'Loz')
  form = withSent(form, changesToSave(form)!)
  form = withTyped(form, 'client', 'Lozano')
  form = withKnown(form, source(2, { client: 'Loz' }))
  expect(form.theirs).toEqual({})
  expect(changesToSave(form)).toEqual({ fields: { client: 'Lozano' } })
})

test('an older answer changes nothing', () => {
  const form = formOf(source(5, { client: 'nuevo' }))
  expect(withKnown(form, source(4, { client: 'viejo' }))).toBe(form)
})

test('what was accepted of a field lapses when it is typed again', () => {
  let form = withAccepted(formOf(source(1, { sellerTaxId: 'B12345670' })), 'seller-control', true)
  expect(acceptedOnScreen(form)).toEqual(['seller-control'])
  form = withTyped(form, 'sellerTaxId', 'B1234567', ['seller-control'])
  expect(acceptedOnScreen(form)).toEqual([])
  expect(changesToSave(form)).toMatchObject({ accepted: [] })
})

/**
 * Two windows on a core that refuses saves on top of an older version, like the real one, in any order of typing,
 * saving, receiving and choosing.
 */
type Act =
  | { kind: 'type'; window: 0 | 1; field: FieldName; value: string }
  | { kind: 'send'; window: 0 | 1 }
  | { kind: 'land'; window: 0 | 1 }
  | { kind: 'hear'; window: 0 | 1 }
  | { kind: 'choose'; window: 0 | 1; whose: 'mine' | 'theirs' }

const FIELDS: readonly FieldName[] = ['vrm', 'client', 'notes']
const window = fc.constantFrom(0 as const, 1 as const)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('type' as const),
    window,
    field: fc.constantFrom(...FIELDS),
    value: fc.constantFrom('', 'a', 'b', 'ab', 'abc'),
  }),
  fc.record({ kind: fc.constant('send' as const), window }),
  fc.record({ kind: fc.constant('land' as const), window }),
  fc.record({ kind: fc.constant('hear' as const), window }),
  fc.record({
    kind: fc.constant('choose' as const),
    window,
    whose: fc.constantFrom('mine' as const, 'theirs' as const),
  }),
)

interface FormWindow {
  form: DraftFormState
  sending: { version: number; fields: Partial<Record<FieldName, string>> } | null
  /** Last value that the user typed or chose in each field. */
  wanted: Partial<Record<FieldName, string>>
}

test('property: nothing typed is lost or overwritten unseen, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      let core = source(1)
      const windows: [FormWindow, FormWindow] = [
        { form: formOf(core), sending: null, wanted: {} },
        { form: formOf(core), sending: null, wanted: {} },
      ]
      const step = (formWindow: FormWindow, one: Act) => {
        if (one.kind === 'type') {
          formWindow.form = withTyped(formWindow.form, one.field, one.value)
          formWindow.wanted[one.field] = one.value
        } else if (one.kind === 'send') {
          const changes = changesToSave(formWindow.form)
          if (formWindow.sending || !changes) return
          formWindow.sending = { version: formWindow.form.base.version, fields: changes.fields }
          formWindow.form = withSent(formWindow.form, changes)
        } else if (one.kind === 'land') {
          if (!formWindow.sending) return
          const { version, fields } = formWindow.sending
          formWindow.sending = null
          if (version !== core.version) formWindow.form = withKnown(formWindow.form, core)
          else {
            core = { ...core, version: version + 1, fields: withFields(core.fields, fields) }
            formWindow.form = withSaved(formWindow.form, core)
          }
        } else if (one.kind === 'hear') {
          if (!formWindow.sending) formWindow.form = withKnown(formWindow.form, core)
        } else {
          for (const field of Object.keys(formWindow.form.theirs) as FieldName[]) {
            if (one.whose === 'theirs') formWindow.wanted[field] = formWindow.form.theirs[field]!
            formWindow.form = withChoice(formWindow.form, field, one.whose)
          }
        }
      }
      for (const one of acts) {
        step(windows[one.window], one)
        for (const formWindow of windows) {
          // Unsaved typing stays on screen: nothing replaces it.
          for (const [field, value] of Object.entries(formWindow.form.typed) as [FieldName, string][]) {
            expect(fieldsOnScreen(formWindow.form)[field]).toBe(value)
            expect(formWindow.wanted[field]).toBe(value)
          }
        }
      }
      // Once idle, both windows choose and save until nothing is left, and then agree.
      for (let round = 0; round < 6; round += 1) {
        for (const formWindow of windows) {
          for (const kind of ['land', 'hear'] as const) step(formWindow, { kind, window: 0 })
          step(formWindow, { kind: 'choose', window: 0, whose: 'mine' })
          step(formWindow, { kind: 'send', window: 0 })
          step(formWindow, { kind: 'land', window: 0 })
        }
      }
      for (const formWindow of windows) {
        step(formWindow, { kind: 'hear', window: 0 })
        expect(changesToSave(formWindow.form)).toBeNull()
        expect(formWindow.form.theirs).toEqual({})
        for (const name of FIELD_NAMES) expect(fieldsOnScreen(formWindow.form)[name]).toBe(core.fields[name])
      }
    }),
    { numRuns: 500 },
  )
})
