import { expect, test } from 'vitest'
import { appError } from '#shared/bridge/result.ts'
import { draftForm, leaveDraftForm } from '#renderer/features/wizard/draft-forms.ts'
import { createClient } from '#renderer/replica/client.ts'
import { blank } from '../../renderer/harness/fake-procedures.ts'
import { FakeBridge } from '../../renderer/harness/fake-bridge.ts'
import { base } from '../../renderer/harness/scene-base.ts'

function desk() {
  const draft = blank('d', 'transfer', 0)
  const bridge = new FakeBridge(base({ drafts: [draft] }), () => 0)
  const client = createClient(
    bridge,
    () => 0,
    (run) => run(),
  )
  const saves = () => bridge.calls.filter(({ name }) => name === 'procedures.draft-save').length
  return { draft, bridge, client, saves }
}

test('locked: a form with nothing to keep is forgotten, and what could not be kept is there afterwards', async () => {
  const { draft, bridge, client } = desk()
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
  const { draft, client, saves } = desk()
  const form = draftForm(client, draft)
  form.type('client', 'Lozano')
  client.forget('account')
  expect(draftForm(client, draft)).not.toBe(form)
  await leaveDraftForm(client, draft.id, form)
  expect(saves()).toBe(0)
})
