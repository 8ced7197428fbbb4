import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startServiceDocumentFixture, type ServiceDocumentFixture } from './desk.ts'

let service: ProcedureService
let desk: ServiceDocumentFixture

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startServiceDocumentFixture(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const BYTES = pdf('ivtm')
const solves = () => service.seen.filter((what) => /^POST \/v1\/procedures\/[^/]+\/incidents/.test(what))
const filesOf = (of: ServiceDocumentFixture) => readdir(join(of.dataDir, 'demo', 'supplies')).catch(() => [])
const documentsOf = (id: string) => service.procedures().find((one) => one.id === id)?.documents ?? []
const known = async (id: string) => {
  await desk.value('changes.add', { text: id })
  await desk.value('changes.refresh', { kind: 'procedure', id })
}

/** Procedure blocked by an incident that the office must solve. */
async function blocked(type = 'unpaid-ivtm-tax'): Promise<{ procedureId: string; incidentId: string }> {
  const { id } = await service.direct.create('1234BCD')
  const incident = await service.direct.post(`/v1/test/procedures/${id}/incidents`, { type })
  await known(id)
  return { procedureId: id, incidentId: String(incident['id']) }
}

async function give(of: { procedureId: string; incidentId?: string }, bytes = BYTES) {
  const given = await desk.give({ ...of, name: 'justificante.pdf', type: 'ivtm_proof' }, bytes)
  if (!given.ok) throw new Error(`${given.error.code} ${given.error.detail ?? ''}`)
  return given.value
}

const view = (id: string) => desk.value('changes.get', { kind: 'procedure', id })

/** One by one: the counts are of lines, which have several. */
const unreadChanges = async () =>
  (await desk.value('inbox.list', { filter: 'unread', limit: 100 })).rows.length

test('a replacement and its incident, in one gesture: the document once, solved, and nobody is told of it', async () => {
  const at = await blocked()
  const before = await desk.slice('inboxCounts')
  const given = await give(at)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({
    state: 'done',
    incidentId: at.incidentId,
    document: { name: 'justificante.pdf', size: BYTES.length },
  })
  expect(documentsOf(at.procedureId)).toMatchObject([{ type: 'ivtm_proof', name: 'justificante.pdf' }])
  expect(solves()).toHaveLength(1)
  const { status, timeline } = await waitUntil(
    () => view(at.procedureId),
    (seen) => seen.status === 'PENDING',
  )
  expect(status).toBe('PENDING')
  expect(timeline.filter(({ source }) => source === 'own').map(({ event }) => event)).toEqual(
    expect.arrayContaining(['procedure.incident.solved', 'procedure.status_changed']),
  )
  expect((await desk.slice('inboxCounts')).unread).toBe(before.unread)
  await waitUntil(
    () => filesOf(desk),
    (files) => files.length === 0,
  )
})

test('a look that does not find the procedure says nothing of what had left: sent again, it is there once', async () => {
  const { id } = await service.direct.create('1234BCD')
  await known(id)
  let left = false
  service.meddle((what) => {
    if (what.startsWith('POST') && what.endsWith('/documents')) {
      if (left) return 'pass'
      left = true
      return 'after'
    }
    return left ? 404 : 'pass'
  })
  const given = await give({ procedureId: id })
  expect(await desk.settled(id, given.id)).toMatchObject({ state: 'failed', error: { code: 'not-found' } })
  service.meddle(() => 'pass')
  await desk.value('attachments.again', { id: given.id })
  expect(await desk.settled(id, given.id)).toMatchObject({ state: 'done' })
  expect(documentsOf(id)).toHaveLength(1)
})

test('a procedure that was cancelled meanwhile takes no document, whether this PC knows it yet or not', async () => {
  const at = await blocked()
  await service.direct.force(at.procedureId, 'CANCELLED')
  const given = await give(at)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({
    state: 'failed',
    error: { code: 'procedure-over' },
  })
  await desk.value('attachments.drop', { id: given.id })
  await desk.value('changes.refresh', { kind: 'procedure', id: at.procedureId })
  expect(await desk.give({ ...at, name: 'otro.pdf', type: 'other' }, BYTES)).toMatchObject({
    ok: false,
    error: { code: 'procedure-over' },
  })
  expect(documentsOf(at.procedureId)).toEqual([])
})

test('of more than fifty that wait, each is listed', async () => {
  const { id } = await service.direct.create('1234BCD')
  await known(id)
  service.meddle(() => 503)
  await desk.value('changes.refresh', { kind: 'procedure', id }).catch(() => undefined)
  for (let at = 0; at < 52; at += 1) await give({ procedureId: id }, pdf(`papel ${at}`))
  const { attachments } = await desk.value('attachments.list', { procedureId: id })
  expect(attachments).toHaveLength(52)
})

test('while somebody looks at the page and hears of it first, it is not news either; what the operator does is', async () => {
  const at = await blocked()
  const unread = await unreadChanges()
  await desk.value('changes.look', { kind: 'procedure', id: at.procedureId })
  // A refresh right after the service's answer comes before the attachment's own.
  service.onAnswered(async (what) => {
    if (what.endsWith('/solve'))
      await desk.value('changes.refresh', { kind: 'procedure', id: at.procedureId })
  })
  const solved = await desk.value('attachments.solve', at)
  await desk.settled(at.procedureId, solved.id)
  service.onAnswered(null)
  await waitUntil(
    () => view(at.procedureId),
    ({ status }) => status === 'PENDING',
  )
  expect(await unreadChanges()).toBe(unread)
  const other = await service.direct.post(`/v1/test/procedures/${at.procedureId}/incidents`, {
    type: 'seizure',
  })
  await desk.value('changes.refresh', { kind: 'procedure', id: at.procedureId })
  await service.direct.post(
    `/v1/test/procedures/${at.procedureId}/incidents/${String(other['id'])}/solve`,
    {},
  )
  await desk.value('changes.refresh', { kind: 'procedure', id: at.procedureId })
  await waitUntil(unreadChanges, (now) => now >= unread + 4)
})

test('a word that was refused is nobody’s doing: when the operator solves it then, it is news', async () => {
  const at = await blocked()
  service.meddle((what) => (what.endsWith('/solve') ? 409 : 'pass'))
  const solved = await desk.value('attachments.solve', at)
  expect(await desk.settled(at.procedureId, solved.id)).toMatchObject({
    state: 'failed',
    error: { code: 'not-solvable' },
  })
  service.meddle(() => 'pass')
  const unread = await unreadChanges()
  await service.direct.post(`/v1/test/procedures/${at.procedureId}/incidents/${at.incidentId}/solve`, {})
  await desk.value('changes.refresh', { kind: 'procedure', id: at.procedureId })
  await waitUntil(unreadChanges, (now) => now === unread + 2)
})

test('a document alone, and an incident alone', async () => {
  const at = await blocked()
  const alone = await give({ procedureId: at.procedureId })
  expect(await desk.settled(at.procedureId, alone.id)).toMatchObject({ state: 'done' })
  expect(solves()).toEqual([])
  const solved = await desk.value('attachments.solve', at)
  expect(await desk.settled(at.procedureId, solved.id)).toMatchObject({ state: 'done' })
  expect(documentsOf(at.procedureId)).toHaveLength(1)
})

test('what depends on others, what is over and what nobody knows is refused before anything leaves', async () => {
  const hold = await blocked('waiting-620-validation')
  expect(await desk.call('attachments.solve', hold)).toMatchObject({ error: { code: 'not-solvable' } })
  const given = await desk.give({ ...hold, name: 'a.pdf', type: 'other' }, BYTES)
  expect(given).toMatchObject({ error: { code: 'not-solvable' } })
  const at = await blocked()
  await service.direct.post(`/v1/test/procedures/${at.procedureId}/incidents/${at.incidentId}/solve`, {})
  await known(at.procedureId)
  expect(await desk.call('attachments.solve', at)).toMatchObject({ error: { code: 'incident-gone' } })
  expect(await desk.call('attachments.solve', { ...at, procedureId: 'nobody' })).toMatchObject({
    error: { code: 'not-found' },
  })
  expect(solves()).toEqual([])
  expect(await filesOf(desk)).toEqual([])
})

test('solved by somebody else a moment before: it says so, and the document did not leave', async () => {
  const at = await blocked()
  await service.direct.post(`/v1/test/procedures/${at.procedureId}/incidents/${at.incidentId}/solve`, {})
  const given = await give(at)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({
    state: 'failed',
    error: { code: 'incident-gone' },
  })
  expect(documentsOf(at.procedureId)).toEqual([])
  const alone = await blocked()
  await service.direct.post(
    `/v1/test/procedures/${alone.procedureId}/incidents/${alone.incidentId}/solve`,
    {},
  )
  const solved = await desk.value('attachments.solve', alone)
  expect(await desk.settled(alone.procedureId, solved.id)).toMatchObject({
    state: 'failed',
    error: { code: 'incident-gone' },
  })
})

test('an incident is being solved once: the second is refused while the first is open', async () => {
  const at = await blocked()
  service.meddle((what) => (what.startsWith('POST') ? 'before' : 'pass'))
  const first = await give(at)
  expect(await desk.call('attachments.solve', at)).toMatchObject({ error: { code: 'attachment-open' } })
  expect(await desk.settled(at.procedureId, first.id)).toMatchObject({ state: 'failed' })
  expect(await desk.call('attachments.solve', at)).toMatchObject({ error: { code: 'attachment-open' } })
  service.meddle(() => 'pass')
  await desk.value('attachments.drop', { id: first.id })
  expect(await filesOf(desk)).toEqual([])
  const second = await desk.value('attachments.solve', at)
  expect(await desk.settled(at.procedureId, second.id)).toMatchObject({ state: 'done' })
  expect(documentsOf(at.procedureId)).toEqual([])
})

test('offline it is queued, survives a start, and leaves at the word of somebody alone', async () => {
  const at = await blocked()
  service.meddle(() => 'before')
  await desk.call('changes.refresh', { kind: 'procedure', id: at.procedureId })
  const given = await give(at)
  expect(given).toMatchObject({ state: 'queued', error: { code: 'unreachable' } })
  await desk.stop()
  service.meddle(() => 'pass')
  desk = await startServiceDocumentFixture(service.url, { dataDir: desk.dataDir })
  await desk.value('connection.retry', {})
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(documentsOf(at.procedureId)).toEqual([])
  await desk.value('attachments.again', { id: given.id })
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({ state: 'done' })
  expect(documentsOf(at.procedureId)).toHaveLength(1)
})

const listed = async (procedureId: string) =>
  (await desk.value('attachments.list', { procedureId })).attachments

test('how far it has come is told while it goes; cancelled in the middle, nothing of it is left anywhere', async () => {
  const at = await blocked()
  const hold = Promise.withResolvers<void>()
  service.meddle(async (what) => {
    if (what.endsWith('/documents')) await hold.promise
    return 'pass' as const
  })
  const given = await give(at, pdf('escritura', 12_000_000))
  const [{ document } = given] = await waitUntil(
    () => listed(at.procedureId),
    ([one]) => (one?.document?.sentBytes ?? 0) > 0,
  )
  expect(document?.sentBytes).toBeLessThan(12_000_000)
  expect(await desk.call('attachments.cancel', { id: given.id })).toEqual({ ok: true, value: {} })
  hold.resolve()
  service.meddle(() => 'pass')
  expect(await listed(at.procedureId)).toEqual([])
  expect(await filesOf(desk)).toEqual([])
  const { rows } = await desk.value('audit.list', { what: 'document.send', limit: 5 })
  expect(rows.map(({ result }) => result)).toEqual(['failed'])
  // Nothing blocks another attachment.
  const other = await give(at)
  expect(await desk.settled(at.procedureId, other.id)).toMatchObject({ state: 'done' })
  expect(documentsOf(at.procedureId)).toHaveLength(1)
})

test('cancelled once all of it has left it is too late: it is looked at, and is there once', async () => {
  const at = await blocked()
  const arrived = Promise.withResolvers<void>()
  const hold = Promise.withResolvers<void>()
  service.onAnswered(async (what) => {
    if (!what.endsWith('/documents')) return
    arrived.resolve()
    await hold.promise
  })
  const given = await give(at)
  await arrived.promise
  expect(await desk.call('attachments.cancel', { id: given.id })).toMatchObject({
    error: { code: 'too-late' },
  })
  hold.resolve()
  service.onAnswered(null)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({ state: 'done' })
  expect(documentsOf(at.procedureId)).toHaveLength(1)
  expect(await desk.call('attachments.cancel', { id: given.id })).toMatchObject({
    error: { code: 'too-late' },
  })
})

test('what waits to be sent is cancelled too; what is solved is not, and of what nobody knows it is said', async () => {
  const at = await blocked()
  service.meddle(() => 'before')
  await desk.call('changes.refresh', { kind: 'procedure', id: at.procedureId })
  const waiting = await give(at)
  expect(waiting.state).toBe('queued')
  expect(await desk.call('attachments.cancel', { id: waiting.id })).toMatchObject({ ok: true })
  expect(await filesOf(desk)).toEqual([])
  expect(await desk.call('attachments.cancel', { id: 'nobody' })).toMatchObject({
    error: { code: 'not-found' },
  })
  service.meddle(() => 'pass')
  await desk.value('changes.refresh', { kind: 'procedure', id: at.procedureId })
  const solved = await desk.value('attachments.solve', at)
  expect(await desk.settled(at.procedureId, solved.id)).toMatchObject({ state: 'done' })
  expect(await desk.call('attachments.cancel', { id: solved.id })).toMatchObject({
    error: { code: 'too-late' },
  })
})

test.each(['before', 'during', 'after', 'half', 'late'] as const)(
  'the connection cut %s each of its requests: the document once, and solved',
  async (how) => {
    const at = await blocked()
    const left = new Set(['documents', 'solve', 'GET'])
    service.meddle((what) => {
      const part = what.startsWith('GET') ? 'GET' : (what.split('/').at(-1) ?? '')
      return left.delete(part) ? how : 'pass'
    })
    // More than the system's send buffer takes at once: cut half way, it certainly was not sent whole.
    const given = await give(at, how === 'during' ? pdf('ivtm', 12_000_000) : BYTES)
    expect(await desk.settled(at.procedureId, given.id)).toMatchObject({ state: 'done' })
    expect(left.size).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(documentsOf(at.procedureId)).toHaveLength(1)
  },
  30_000,
)

test('a whole document that left and is not there is not sent again by itself; the person says so', async () => {
  const at = await blocked()
  service.meddle((what) => (what.endsWith('/documents') ? 'lost' : 'pass'))
  const given = await give(at)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({
    state: 'failed',
    error: { code: 'send-interrupted' },
  })
  expect(service.seen.filter((what) => what.endsWith('/documents'))).toHaveLength(1)
  service.meddle(() => 'pass')
  expect(await desk.value('attachments.check', { id: given.id })).toMatchObject({ state: 'failed' })
  await desk.value('attachments.again', { id: given.id })
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({ state: 'done' })
  expect(documentsOf(at.procedureId)).toHaveLength(1)
})

test('a document that the service refuses is said, and nothing is solved', async () => {
  const at = await blocked()
  service.meddle((what) => (what.endsWith('/documents') ? 422 : 'pass'))
  const given = await give(at)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({
    state: 'failed',
    error: { code: 'document-rejected' },
  })
  expect(solves()).toEqual([])
  expect(
    await desk.give({ ...at, name: 'a.exe', type: 'other' }, Buffer.from('MZ no es un PDF')),
  ).toMatchObject({ error: { code: 'attachment-open' } })
  await desk.value('attachments.drop', { id: given.id })
  expect(await desk.give({ ...at, name: 'a.exe', type: 'other' }, Buffer.alloc(2_000, 77))).toMatchObject({
    error: { code: 'document-not-accepted' },
  })
})

test('a service that always fails is not asked for ever', async () => {
  const at = await blocked()
  service.meddle((what) => (what.endsWith('/solve') ? 500 : 'pass'))
  const solved = await desk.value('attachments.solve', at)
  expect(await desk.settled(at.procedureId, solved.id)).toMatchObject({
    state: 'failed',
    error: { code: 'service-failed' },
  })
  expect(solves().length).toBeLessThan(10)
})

test('what was given and solved is in the audit record', async () => {
  const at = await blocked()
  const given = await give(at)
  await desk.settled(at.procedureId, given.id)
  const { rows } = await desk.value('audit.list', { limit: 20 })
  const lines = rows.map(({ what, result }) => `${what} ${result}`)
  expect(lines.filter((line) => /^(document|incident)/.test(line)).toSorted()).toEqual([
    'document.send ok',
    'incident.solve ok',
  ])
})

test('one that may have arrived and is left alone is recorded as uncertain, once', async () => {
  const at = await blocked()
  service.meddle((what) => (what.endsWith('/documents') ? 'lost' : 'pass'))
  const given = await give(at)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({ state: 'failed' })
  await desk.value('attachments.drop', { id: given.id })
  const { rows } = await desk.value('audit.list', { what: 'document.send', limit: 5 })
  expect(rows.map(({ result }) => result)).toEqual(['uncertain'])
})

test('one that is done and taken off the list stays off it', async () => {
  const at = await blocked()
  const given = await give(at)
  expect(await desk.settled(at.procedureId, given.id)).toMatchObject({ state: 'done' })
  await desk.value('attachments.drop', { id: given.id })
  expect(await listed(at.procedureId)).toEqual([])
  await desk.stop()
  desk = await startServiceDocumentFixture(service.url, { dataDir: desk.dataDir })
  expect(await listed(at.procedureId)).toEqual([])
})

test('the word that one is solved can be taken back before it leaves; nothing of it was heard', async () => {
  await desk.value('settings.update', { undoSeconds: 60 })
  const at = await blocked()
  const solved = await desk.value('attachments.solve', at)
  expect(solved).toMatchObject({ state: 'queued', incidentId: at.incidentId })
  expect(solved.sendAt).toBeGreaterThan(solved.at)
  expect(await desk.call('attachments.solve', at)).toMatchObject({ error: { code: 'attachment-open' } })
  await desk.value('attachments.cancel', { id: solved.id })
  expect((await desk.value('attachments.list', at)).attachments).toEqual([])
  expect(solves()).toEqual([])

  // Again, and this time it is sent after the undo time.
  await desk.value('settings.update', { undoSeconds: 1 })
  const again = await desk.value('attachments.solve', at)
  expect(await desk.settled(at.procedureId, again.id)).toMatchObject({ state: 'done' })
  expect(solves()).toHaveLength(1)
})

test('what could still be taken back when the product ended waits for the person', async () => {
  await desk.value('settings.update', { undoSeconds: 60 })
  const at = await blocked()
  const { id } = await desk.value('attachments.solve', at)
  await desk.stop()
  const other = await startServiceDocumentFixture(service.url, { dataDir: desk.dataDir })
  try {
    const { attachments } = await other.value('attachments.list', at)
    expect(attachments).toMatchObject([{ id, state: 'queued' }])
    expect(attachments[0]?.sendAt).toBeUndefined()
    expect(solves()).toEqual([])
    await other.value('attachments.again', { id })
    expect(await other.settled(at.procedureId, id)).toMatchObject({ state: 'done' })
  } finally {
    await other.stop()
  }
})
