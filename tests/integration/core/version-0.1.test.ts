import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { systemClock, type Clock } from '#electron/core/runtime/clock.ts'
import { completeReports, guarded } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'

const FIXTURE = fileURLToPath(new URL('../../fixtures/version-0.1', import.meta.url))
const WRITTEN_AT = Date.parse('2026-11-22T18:20:00Z')
const [SENT, REGISTRATION] = ['6394389a-1635-4d76-996e-2e3b87b933b5', '6b191595-1dd5-4960-935f-91f4a89db94b']
const DRAFT = '3fd98612-0fa5-497e-b282-94b7dde1fa32'
const ACCOUNT = 'account-bd6472d12956'
const KEY = 'office-key-0123456789-ABCD'

let desk: ProcedureFixture
let operator: FaultService

beforeEach(async () => {
  operator = await startFaultService(guarded([KEY], completeReports()))
  const dataDir = await temporaryDirectory()
  await cp(FIXTURE, dataDir, { recursive: true })
  const accounts = join(dataDir, 'accounts.json')
  await writeFile(accounts, (await readFile(accounts, 'utf8')).replace('http://127.0.0.1:9', operator.url))
  // Opened soon after it was written: years later, retention would have erased data.
  const startedAt = Date.now()
  const clock: Clock = { ...systemClock, now: () => WRITTEN_AT + Date.now() - startedAt }
  desk = await startProcedures(
    '',
    { host: serviceHost(join(dataDir, 'demo', 'service')).host, dataDir, clock },
    7,
  )
})
afterEach(async () => {
  await desk.stop()
  await operator.close()
})
afterAll(removeTemporaryDirectories)

test('what version 0.1 kept opens whole', async () => {
  expect(await desk.slice('store')).toMatchObject({ state: 'open' })
  expect(await desk.slice('banners')).toEqual([])
  const { rows: recent } = await desk.value('lookup.recent', { limit: 20 })
  expect(recent.map(({ vrm }) => vrm)).toEqual(['9999DDD', '0000BBB', '8888BBB', '1234BCD'])
  expect((await desk.value('complete.get', { vrm: '8888BBB' })).latest).toMatchObject({
    outcome: 'not_transferable',
    pdf: 'available',
  })
  const draft = await desk.value('procedures.draft-get', { id: DRAFT })
  expect(draft).toMatchObject({ state: 'editing', fields: { client: 'Autos Lozano' } })
  expect(String(await desk.read(draft.documents[0]!.id))).toMatch(/^%PDF-1\.7[^]*contrato\.pdf/)
  expect(await desk.value('annotations.get', { id: SENT })).toMatchObject({
    fields: { client: 'Marta Ruiz', notes: 'Llamar el lunes' },
    labels: ['urgente'],
  })
  const { rows: inbox } = await desk.value('inbox.list', { filter: 'all', limit: 50 })
  // Later changes of the service come before them.
  expect(inbox.slice(-5).map(({ seq, state }) => [seq, state])).toEqual([
    [5, 'done'],
    [4, 'unread'],
    [3, 'done'],
    [2, 'done'],
    [1, 'unread'],
  ])
  const { rows: contacts } = await desk.value('contacts.list', { text: '', offset: 0, limit: 20 })
  expect(contacts).toMatchObject([{ version: 1, uses: 1, fields: { fullname: 'Ana Ribera Soler' } }])
  expect(await desk.value('audit.verify', {})).toMatchObject({ brokenAt: null })
})

test('a verdict painted green over a paid report of version 0.1 is told from every report there is', async () => {
  const { rows } = await desk.value('lookup.recent', { limit: 20 })
  expect(rows.find(({ vrm }) => vrm === '8888BBB')).toMatchObject({
    outcome: 'not_transferable',
    disagrees: true,
  })
})

test('the service of version 0.1 still knows its procedures', async () => {
  const refreshed = await desk.value('changes.refresh', { kind: 'procedure', id: REGISTRATION })
  expect(refreshed).toMatchObject({ status: 'IN_PROGRESS' })
})

test('a key kept by version 0.1 is bound to the first address that is asked', async () => {
  await desk.value('keychain.unlock', { passphrase: 'una frase larga' })
  await desk.value('accounts.activate', { id: ACCOUNT })
  await desk.value('lookup.start', { vrm: '1234BCD' })
  const isKnown = (view: LookupView) => view.latest !== null
  await waitUntil(() => desk.value('lookup.get', { vrm: '1234BCD' }), isKnown)
})
