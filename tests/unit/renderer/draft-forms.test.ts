import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#shared/bridge/procedures.ts'
import { appError } from '#shared/bridge/result.ts'
import {
  createDraftForm,
  expectedText,
  sourceOf,
  draftForm,
  leaveDraftForm,
} from '#renderer/features/wizard/draft-forms.ts'
import { createClient } from '#renderer/replica/client.ts'
import { blank } from '../../renderer/harness/fake-procedures.ts'
import { FakeBridge } from '../../renderer/harness/fake-bridge.ts'
import { base } from '../../renderer/harness/scene-base.ts'

const NOW = 1_000

function desk() {
  const draft = blank('d', 'transfer', NOW)
  const bridge = new FakeBridge(base({ drafts: [draft] }), () => NOW)
  const form = createDraftForm(bridge, draft, () => NOW)
  bridge.on('changed', () => form.known(sourceOf(kept(bridge))))
  return { bridge, form }
}
const kept = ({ scene }: FakeBridge): Draft => scene.drafts![0]!
const saves = ({ calls }: FakeBridge) => calls.filter(({ name }) => name === 'procedures.draft-save')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('typing is kept by itself, several keys in one save', async () => {
  const { bridge, form } = desk()
  for (const text of ['3', '33', '3308 KDR']) form.type('vrm', text)
  await vi.advanceTimersByTimeAsync(300)
  expect(saves(bridge)).toHaveLength(1)
  expect(kept(bridge).fields.vrm).toBe('3308 KDR')
  expect(form.isClean()).toBe(true)
})

test('whoever goes on typing without a pause does not put it off', async () => {
  const { bridge, form } = desk()
  for (const text of ['L', 'Lo', 'Loz', 'Loza', 'Lozan']) {
    form.type('client', text)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(kept(bridge).fields.client).toBe('Loz')
})

test('flush answers when everything typed until then is kept, also what was typed meanwhile', async () => {
  const { bridge, form } = desk()
  form.type('client', 'Loz')
  const done = form.flush()
  form.type('client', 'Lozano')
  expect(await done).toBe(true)
  expect(kept(bridge).fields.client).toBe('Lozano')
})

test('a save that fails says so, is tried again, and loses nothing', async () => {
  const { bridge, form } = desk()
  bridge.scene.refuses = { 'procedures.draft-save': appError('disk-full') }
  form.type('notes', 'llamar')
  expect(await form.flush()).toBe(false)
  expect(form.store.getState().error?.code).toBe('disk-full')
  expect(form.isClean()).toBe(false)
  bridge.scene.refuses = {}
  await vi.advanceTimersByTimeAsync(4_000)
  expect(kept(bridge).fields.notes).toBe('llamar')
  expect(form.store.getState().error).toBeNull()
})

test('another window was first: the fields that only one of them changed are both kept', async () => {
  const { bridge, form } = desk()
  bridge.scene.drafts = [
    { ...kept(bridge), version: 7, fields: { ...kept(bridge).fields, client: 'de la otra', notes: 'suya' } },
  ]
  form.type('vrm', '3308 KDR')
  form.type('notes', 'mía')
  expect(await form.flush()).toBe(false)
  expect(kept(bridge).fields).toMatchObject({ vrm: '3308 KDR', client: 'de la otra', notes: 'suya' })
  expect(form.store.getState().form.theirs).toEqual({ notes: 'suya' })
  form.choose('notes', 'mine')
  expect(await form.flush()).toBe(true)
  expect(kept(bridge).fields.notes).toBe('mía')
})

test('what another window saves while ours is on its way is not missed', async () => {
  const { bridge, form } = desk()
  bridge.scene.holds = ['procedures.draft-save']
  form.type('vrm', '3308 KDR')
  const done = form.flush()
  const { version, fields } = kept(bridge)
  form.known(
    sourceOf({
      ...kept(bridge),
      version: version + 2,
      fields: { ...fields, vrm: '3308 KDR', client: 'otra' },
    }),
  )
  await vi.advanceTimersByTimeAsync(0)
  bridge.scene.holds = []
  bridge.release()
  await done
  expect(form.store.getState().form.base).toMatchObject({ version: version + 2, fields: { client: 'otra' } })
})

test('the documents expected are saved like a field, in their order, and emptied they are the usual ones', async () => {
  const { bridge, form } = desk()
  form.type('expected', expectedText(['mandate', 'power-of-attorney']))
  expect(await form.flush()).toBe(true)
  expect(kept(bridge).expected).toEqual(['mandate', 'power-of-attorney'])
  form.type('expected', '')
  expect(await form.flush()).toBe(true)
  expect(kept(bridge)).not.toHaveProperty('expected')
  expect(form.store.getState().form.theirs).toEqual({})
})

function openForms() {
  const draft = blank('d', 'transfer', 0)
  const bridge = new FakeBridge(base({ drafts: [draft] }), () => 0)
  const client = createClient(
    bridge,
    () => 0,
    (run) => run(),
  )
  return { draft, bridge, client }
}

test('locked: a form with nothing to keep is forgotten, and what could not be kept is there afterwards', async () => {
  const { draft, bridge, client } = openForms()
  const clean = draftForm(client, draft)
  client.forget('lock')
  const form = draftForm(client, draft)
  expect(form).not.toBe(clean)
  bridge.scene.refuses = { 'procedures.draft-save': appError('locked') }
  form.type('client', 'Lozano')
  client.forget('lock')
  await leaveDraftForm(client, draft.id, form)
  expect(draftForm(client, draft)).toBe(form)
  bridge.scene.refuses = {}
  expect(await form.flush()).toBe(true)
  expect(bridge.scene.drafts?.[0]?.fields.client).toBe('Lozano')
  form.close()
})

test('another account: nothing of a form is there, nor is it kept in that account', async () => {
  const { draft, bridge, client } = openForms()
  const form = draftForm(client, draft)
  form.type('client', 'Lozano')
  client.forget('account')
  expect(draftForm(client, draft)).not.toBe(form)
  await leaveDraftForm(client, draft.id, form)
  expect(saves(bridge)).toHaveLength(0)
})
