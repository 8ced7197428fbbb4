import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyForm, type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import { createFills } from '#renderer/app/forms/fills.ts'
import { acceptedOnScreen, fieldsOnScreen } from '#renderer/app/forms/form-state.ts'
import { createDraftForm, type DraftForm } from '#renderer/features/wizard/draft-forms.ts'
import { blank } from '../../renderer/harness/fake-procedures.ts'
import { FakeBridge } from '../../renderer/harness/fake-bridge.ts'
import { base } from '../../renderer/harness/scene-base.ts'

/** Form over a core that keeps what it is given. */
function formWith(fields: FieldChanges, accepted: ('seller-control' | 'short-vin')[] = []) {
  const known = { ...blank('d', 'transfer', 0), fields: withFields(emptyForm().fields, fields), accepted }
  const form = createDraftForm(new FakeBridge(base({ drafts: [known] }), () => 0), known, () => 0)
  return { form, fills: createFills(form) }
}
const fieldsOf = (form: DraftForm) => fieldsOnScreen(form.store.getState().form)

test('several fields are filled at once and saved, and one step undoes them', async () => {
  const { form, fills } = formWith({ client: 'Lozano', sellerName: 'Ana' })
  const fill = fills.fillIn({ vrm: '4821 KLM', sellerName: 'Eva', client: 'Lozano' })
  // What was there already is not of the step.
  expect(fill?.names).toEqual(['vrm', 'sellerName'])
  expect(await form.flush()).toBe(true)
  expect(fieldsOf(form)).toMatchObject({ vrm: '4821 KLM', sellerName: 'Eva', client: 'Lozano' })
  expect(fill && fills.undo(fill)).toEqual({ names: ['vrm', 'sellerName'], whole: true })
  expect(await form.flush()).toBe(true)
  expect(fieldsOf(form)).toMatchObject({ vrm: '', sellerName: 'Ana', client: 'Lozano' })
  expect(fill && fills.undo(fill)).toBeNull()
})

test('undone while it is being saved, it is undone', async () => {
  const { form, fills } = formWith({})
  const fill = fills.fillIn({ vrm: '4821 KLM' })
  void form.flush()
  if (fill) fills.undo(fill)
  expect(await form.flush()).toBe(true)
  expect(fieldsOf(form).vrm).toBe('')
})

test('what was typed since stays, and what was accepted of the old value is accepted again', async () => {
  const { form, fills } = formWith({ sellerTaxId: 'B12345670', vin: 'AB1234' }, [
    'seller-control',
    'short-vin',
  ])
  const fill = fills.fillIn({ sellerTaxId: 'B12345674', vin: 'WVWZZZ1JZXW000001' })
  expect(acceptedOnScreen(form.store.getState().form)).toEqual([])
  form.type('vin', 'XY9876')
  expect(fill && fills.undo(fill)).toEqual({ names: ['sellerTaxId'], whole: false })
  await form.flush()
  expect(fieldsOf(form)).toMatchObject({ sellerTaxId: 'B12345670', vin: 'XY9876' })
  expect(acceptedOnScreen(form.store.getState().form)).toEqual(['seller-control'])
})

test('nothing to fill in is no step to undo', () => {
  const { fills } = formWith({ vrm: '4821 KLM' })
  expect(fills.fillIn({ vrm: '4821 KLM' })).toBeNull()
  expect(fills.latest()).toBeNull()
})

test('the last one of which something is left goes first, whoever filled it in', () => {
  const { form, fills } = formWith({ userEmail: 'marta@gestoria.es' })
  const pasted = fills.fillIn({ vrm: '4821 KLM', sellerName: 'Ana' })
  const known = fills.fillIn({ sellerName: 'Eva', client: 'Lozano' }, { of: 'sellerTaxId 12345678Z' })
  const template = fills.fillIn({ notes: 'x', expected: 'mandate' })
  form.type('notes', 'mía')
  form.type('expected', '')
  // Nothing of the template is left: the one before it is the last.
  expect(fills.latest()).toBe(known)
  form.type('notes', 'x')
  expect(fills.latest()).toBe(template)
  for (const one of [template, known, pasted]) {
    expect(fills.latest()?.id).toBe(one?.id)
    const latest = fills.latest()
    if (latest) fills.undo(latest)
  }
  expect(fills.latest()).toBeNull()
  // What was there before any of them is nobody's to take away.
  expect(fieldsOf(form)).toEqual({ ...emptyForm().fields, userEmail: 'marta@gestoria.es', expected: '' })
})

test('what was taken back does not come back with a later one', () => {
  const { form, fills } = formWith({})
  const known = fills.fillIn({ sellerName: 'Ana' }, { of: 'sellerTaxId 12345678Z' })
  const pasted = fills.fillIn({ sellerName: 'Eva' })
  if (known) fills.undo(known)
  expect(fieldsOf(form).sellerName).toBe('Eva')
  if (pasted) fills.undo(pasted)
  expect(fieldsOf(form).sellerName).toBe('')
})

test('nothing is filled in nor taken back once it is being sent, until the core says that it is still here', () => {
  const { form, fills } = formWith({})
  const fill = fills.fillIn({ client: 'Lozano' })
  form.submits('asked')
  expect(fills.fillIn({ sellerName: 'Ana' })).toBeNull()
  expect(fill && fills.undo(fill)).toBeNull()
  expect(fieldsOf(form)).toMatchObject({ client: 'Lozano', sellerName: '' })
  form.submits('taken')
  form.known(form.store.getState().form.base)
  expect(fill && fills.undo(fill)?.whole).toBe(true)
})

test('any fills, undone from the last to the first, leave what there was; and typing among them ends it too', () => {
  const field = fc.constantFrom<'client' | 'sellerName' | 'notes'>('client', 'sellerName', 'notes')
  const values = fc.dictionary(field, fc.constantFrom('', 'a', 'b', 'c'))
  const act = fc.record({ isTyped: fc.boolean(), values })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 8 }), (acts) => {
      const { form, fills } = formWith({ client: 'a' })
      for (const { isTyped, values: given } of acts)
        if (!isTyped) fills.fillIn(given)
        else for (const [name, value] of Object.entries(given)) form.type(name as 'client', value)
      for (let fill = fills.latest(); fill; fill = fills.latest())
        expect(fills.undo(fill)?.names).not.toEqual([])
      if (acts.every(({ isTyped }) => !isTyped))
        expect(fieldsOf(form)).toMatchObject({ client: 'a', sellerName: '', notes: '' })
      form.close()
    }),
  )
})
