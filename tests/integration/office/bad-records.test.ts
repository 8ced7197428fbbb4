import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { writeBackup } from '#electron/core/features/backup/format.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { PASSPHRASE, readCopy, restore } from './copies.ts'

const NOW = Date.now() - 3_600_000
let service: FaultService
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService()
  fixture = await startCore(service.url, { deriveKey: quickDerive })
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const head = {
  t: 'head',
  madeAt: NOW,
  account: { name: 'Demostración', environment: 'demo', baseUrl: '' },
  audit: { rows: 0, hash: '' },
}
const line = (at: number, detail: string) => ({
  event: 'procedure.status_changed',
  status: 'DONE',
  detail,
  at,
  seen_at: at,
  server_at: null,
  ord: at,
  source: 'poll',
  key: null,
  mine: 0,
  vrm: '1234BCD',
  label: null,
  state: 'unread',
  until: null,
})
const procedure = (id: string, vrm: string, body: string, changes: object[]) => ({
  t: 'resource',
  kind: 'procedure',
  id,
  row: {
    status: 'DONE',
    status_description: null,
    vrm,
    vin: null,
    label: 'Transferencia',
    since: NOW,
    added_at: NOW,
    checked_at: NOW,
    open: 0,
    gone: 0,
    muted: 0,
    server_at: null,
    provisional_at: null,
    revision: 'r',
    body,
    blocked_at: null,
  },
  changes,
  desk: null,
  labels: [],
  link: null,
})
const body = (id: string) => JSON.stringify({ id, status: 'DONE', type: 'VEHICLE_TRANSFER' })
const contact = (id: string, number: string, fields: string) => ({
  t: 'contact',
  id,
  row: { version: 1, id_number: number, fields, used_at: null, uses: 1, updated_at: NOW },
})
const signatureRequest = (id: string, fields: string, accepted: string) => ({
  t: 'signing',
  id,
  row: {
    document: 'mandate-generic',
    version: 1,
    state: 'editing',
    fields,
    accepted,
    id_number: '12345678Z',
    representative: '',
    procedure_id: null,
    again: null,
    created_at: NOW,
    updated_at: NOW,
    sent_at: null,
    signature_id: null,
  },
})
async function copyOfRecords(records: readonly object[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  async function* all() {
    yield head
    yield* records
  }
  for await (const chunk of writeBackup(all(), PASSPHRASE, quickDerive)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const sort = { by: 'recent', descending: true } as const
const lists = async () => ({
  desk: await fixture.value('cases.list', { filter: {}, sort, offset: 0, limit: 50 }),
  inbox: await fixture.value('inbox.list', { filter: 'all', limit: 50 }),
  signatureRequests: await fixture.value('signature-requests.list', {}),
  contacts: await fixture.value('contacts.list', { text: '', offset: 0, limit: 50 }),
  held: await fixture.value('data-subjects.held', { taxId: '12345678Z' }),
})
const good = [
  procedure('good', '1234BCD', body('good'), [line(NOW, '{}')]),
  signatureRequest('s-good', '{"fullname":"Lucía","idNumber":"12345678Z"}', '[]'),
  contact('c-good', '12345678Z', '{"fullname":"Lucía","idNumber":"12345678Z"}'),
]

test('a copy with bad records brings the rest, and names those', async () => {
  const copy = await copyOfRecords([
    ...good,
    procedure('cut', '5678FGH', '{"id":', []),
    procedure('half', '9012JKL', body('half'), [line(NOW, '{"level":{}}'), line(NOW + 1, '{}')]),
    signatureRequest('s-bad', '{"fullname":5}', '[]'),
    signatureRequest('s-worse', '{}', '{}'),
    contact('c-bad', '00000001R', '"nobody"'),
    { t: 'draft', id: 'd-bad', row: { state: 'flying' }, documents: [] },
    { t: 'of another version', id: 'x' },
    { t: 'views', views: '{' },
  ])
  const read = await readCopy(fixture, copy)
  expect(read).toMatchObject({ ok: true, value: { procedures: 2, unreadable: { count: 8 } } })
  expect(read.ok && read.value.unreadable?.first).toEqual([
    { kind: 'procedure', name: '5678FGH' },
    { kind: 'procedure', name: '9012JKL' },
    { kind: 'signing', name: 's-bad' },
    { kind: 'signing', name: 's-worse' },
    { kind: 'contact', name: 'c-bad' },
    { kind: 'draft', name: 'd-bad' },
    { kind: 'other', name: 'x' },
    { kind: 'views', name: '' },
  ])
  expect(await restore(fixture, copy)).toMatchObject({ procedures: 2, drafts: 1, unreadable: { count: 8 } })
  const { desk, inbox, signatureRequests, contacts } = await lists()
  expect(desk.total).toBe(2)
  expect(inbox.rows).toHaveLength(2)
  expect(signatureRequests.rows.map(({ id }) => id)).toEqual(['s-good'])
  expect(contacts.total).toBe(1)
})

test('a bad row that is in the store already shows as one in its list, and can be discarded', async () => {
  await restore(
    fixture,
    await copyOfRecords([
      ...good,
      procedure('bad', '5678FGH', body('bad'), [line(NOW + 5, '{}')]),
      signatureRequest('s-bad', '{}', '[]'),
      contact('c-bad', '00000001R', '{}'),
    ]),
  )
  await fixture.stop()
  const directory = join(fixture.dataDir, 'demo')
  const key = Buffer.from((await readFile(join(directory, 'store-key.secret'), 'utf8')).trim(), 'hex')
  const db = openDatabase(join(directory, 'ventanilla.db'), key)
  db.exec(`UPDATE change SET detail = '{"level":' WHERE id = 'bad';
    UPDATE signature_request SET fields = '12', accepted = 'no list' WHERE id = 's-bad';
    UPDATE contact SET fields = 'Lucía 12345678Z' WHERE id = 'c-bad'`)
  db.close()
  fixture = await startCore(service.url, { deriveKey: quickDerive, dataDir: fixture.dataDir })

  const { desk, inbox, signatureRequests, contacts, held } = await lists()
  expect(desk.total).toBe(2)
  const badInbox = inbox.rows.find(({ id }) => id === 'bad')
  expect(badInbox).toMatchObject({ unreadable: true, detail: {} })
  expect(inbox.rows.find(({ id }) => id === 'good')).not.toHaveProperty('unreadable')
  expect(signatureRequests.rows.find(({ id }) => id === 's-bad')).toMatchObject({ unreadable: true })
  expect(contacts.total).toBe(2)
  // Unreadable records are searched as raw text, so that no person's data is missed.
  expect(held).toMatchObject({ drafts: 1, addresses: 2 })

  await fixture.value('inbox.mark', { seqs: [badInbox!.seq], state: 'done' })
  await fixture.value('signature-requests.discard', { id: 's-bad' })
  await fixture.value('contacts.remove', { id: 'c-bad' })
  expect((await lists()).contacts.total).toBe(1)
})

test('an identifier with half a character in it is no failure of the product', async () => {
  const asked = await fixture.call('changes.add', { text: '\ud800' })
  expect(asked.ok || asked.error.code).not.toBe('internal')
  const got = await fixture.call('changes.refresh', { kind: 'procedure', id: 'x\udfff' })
  expect(got.ok || got.error.code).not.toBe('internal')
})
