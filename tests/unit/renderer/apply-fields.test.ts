import { expect, test } from 'vitest'
import type { Draft } from '#shared/bridge/procedures.ts'
import { emptyForm, type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import { applyFields } from '#renderer/features/wizard/apply-fields.ts'
import { createDraftForm, type DraftForm } from '#renderer/features/wizard/draft-forms.ts'
import { acceptedOnScreen, fieldsOnScreen } from '#renderer/features/autosave/form-state.ts'
import type { Bridge } from '#renderer/bridge.ts'

/** Form over a core that keeps what it is given. */
function formWith(fields: FieldChanges, accepted: Draft['accepted'] = []): DraftForm {
  let known = {
    id: 'draft-1',
    version: 1,
    fields: withFields(emptyForm().fields, fields),
    accepted,
  } as Draft
  const bridge = {
    async call(name: string, args: { fields?: FieldChanges; accepted?: Draft['accepted'] }) {
      if (name === 'procedures.draft-save')
        known = {
          ...known,
          version: known.version + 1,
          fields: withFields(known.fields, args.fields ?? {}),
          accepted: args.accepted ?? known.accepted,
        }
      return { ok: true, value: known }
    },
  } as unknown as Bridge
  return createDraftForm(bridge, known, () => 0)
}
const fieldsOf = (form: DraftForm) => fieldsOnScreen(form.store.getState().form)

test('several fields are put at once and saved, and one step undoes them', async () => {
  const form = formWith({ client: 'Lozano', sellerName: 'Ana' })
  const applied = applyFields(form, { vrm: '4821 KLM', sellerName: 'Eva', client: 'Lozano' })
  // What was there already is not of the step.
  expect(applied?.names).toEqual(['vrm', 'sellerName'])
  expect(await form.flush()).toBe(true)
  expect(fieldsOf(form)).toMatchObject({ vrm: '4821 KLM', sellerName: 'Eva', client: 'Lozano' })
  expect(applied?.undo()).toBe(true)
  expect(await form.flush()).toBe(true)
  expect(fieldsOf(form)).toMatchObject({ vrm: '', sellerName: 'Ana', client: 'Lozano' })
})

test('undone while it is being saved, it is undone', async () => {
  const form = formWith({})
  const applied = applyFields(form, { vrm: '4821 KLM' })
  applied?.undo()
  expect(await form.flush()).toBe(true)
  expect(fieldsOf(form).vrm).toBe('')
})

test('what was typed since stays, and what was accepted of the old value is accepted again', async () => {
  const form = formWith({ sellerTaxId: 'B12345670', vin: 'AB1234' }, ['seller-control', 'short-vin'])
  const applied = applyFields(form, { sellerTaxId: 'B12345674', vin: 'WVWZZZ1JZXW000001' })
  expect(acceptedOnScreen(form.store.getState().form)).toEqual([])
  form.type('vin', 'XY9876')
  expect(applied?.undo()).toBe(false)
  await form.flush()
  expect(fieldsOf(form)).toMatchObject({ sellerTaxId: 'B12345670', vin: 'XY9876' })
  expect(acceptedOnScreen(form.store.getState().form)).toEqual(['seller-control'])
})

test('nothing to put is no step to undo', () => {
  expect(applyFields(formWith({ vrm: '4821 KLM' }), { vrm: '4821 KLM' })).toBeNull()
})
