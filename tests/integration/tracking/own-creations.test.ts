import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { json, type Responder } from '#tests/fakes/fault-service.ts'
import { procedureEvent } from '#tests/fakes/procedures.ts'
import { PERSON, request } from '#tests/fakes/signature-fixture.ts'
import { startDesk, type Desk } from '../relay-client/desk.ts'

/** Events of the relay that arrive before the answer of the request that they are about, at each moment of it. */
let desk: Desk

beforeEach(async () => {
  desk = await startDesk()
  await desk.core.value('settings.update', { undoSeconds: 0 })
  await desk.pair()
  await desk.until(({ state }) => state === 'live')
})
afterEach(() => desk.stop())
afterAll(removeTemporaryDirectories)

const rows = async (filter: 'unread' | 'all' = 'unread') =>
  (await desk.core.value('inbox.list', { filter, limit: 100 })).rows
const notifiable = async () =>
  (await rows()).map(({ event, status, subject }) => ({ event, status, subject }))

/** Sends an event by the relay, and waits until it is stored with its number. */
async function arrives(event: string, data: Record<string, unknown>): Promise<void> {
  const seq = desk.relay.push({
    event,
    data: { path: `/v1/x/${String(data['id'])}`, timestamp: new Date().toISOString(), ...data },
  })
  await desk.until(({ cursor }) => (cursor ?? 0) >= seq)
}

/** A request that is held until `release`; `held` resolves once it has arrived. */
function gate() {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  return {
    held: held.promise,
    release: () => released.resolve(),
    async pass() {
      held.resolve()
      await released.promise
    },
  }
}

const MOMENTS = [
  'before the answer that gives its id',
  'before its report is read',
  'after its report',
] as const

for (const kind of ['reduced', 'complete'] as const)
  for (const moment of MOMENTS)
    test(`a ${kind} report of this PC: its events come ${moment}`, async () => {
      const [creation, reading] = [gate(), gate()]
      if (moment !== MOMENTS[0]) creation.release()
      if (moment === MOMENTS[2]) reading.release()
      const report = { id: 'rep_1', vrm: '1234BCD', type: kind }
      desk.service.answer(async ({ method }, response) => {
        await (method === 'POST' ? creation : reading).pass()
        if (method === 'POST') return json(response, 201, { ...report, status: 'processing' })
        json(response, 200, { ...report, status: 'completed', transferabilityStatus: 'transferable' })
      })
      const finished = () =>
        kind === 'reduced'
          ? desk.core.until('1234BCD', ({ latest }) => latest !== null)
          : desk.core.untilComplete('1234BCD', ({ latest }) => latest !== null)
      if (kind === 'reduced') await desk.core.value('lookup.start', { vrm: '1234BCD' })
      else await desk.core.value('complete.request', { vrm: '1234BCD', confirmed: true })
      await creation.held
      if (moment === MOMENTS[1]) await reading.held
      if (moment === MOMENTS[2]) await finished()
      for (const event of ['report.completed', 'report.status_changed'])
        await arrives(event, { id: 'rep_1', type: kind, status: 'completed' })
      creation.release()
      reading.release()
      await finished()
      // What is stored after it is seen after it.
      desk.procedures.set('fence', 'BLOCKED')
      desk.service.answer(desk.procedures.respond)
      await arrives('procedure.status_changed', { id: 'fence', status: 'BLOCKED' })
      const told = await waitUntil(rows, (all) => all.some(({ id }) => id === 'fence'))
      const own = told.filter(({ id }) => id !== 'fence')
      expect(own.map(({ id, event, subject, detail }) => [id, event, subject, detail['outcome']])).toEqual(
        kind === 'reduced' ? [] : [['rep_1', 'report.completed', { vrm: '1234BCD' }, 'transferable']],
      )
    })

test('a signature of this PC: its events come before the answer that gives its id', async () => {
  const creation = gate()
  const record = (status: string) => ({
    id: 'sig_1',
    type: 'mandate-generic',
    status,
    signer: { type: 'person', idNumber: '12345678Z', fullname: PERSON.fullname },
    documents: [],
  })
  let status = 'submitted'
  const looks: string[] = []
  desk.service.answer(async ({ method, path }, response) => {
    if (method === 'POST') {
      await creation.pass()
      return json(response, 201, record('submitted'))
    }
    looks.push(path)
    json(response, 200, record(status))
  })
  const { id, version } = await request(desk.core)
  await desk.core.value('signature-requests.send', { id, version })
  await creation.held
  status = 'sent'
  for (const next of ['submitted', 'sent'])
    await arrives('signature.status_changed', { id: 'sig_1', status: next })
  // The service has it already, and its answer waits for that of the request.
  await waitUntil(
    () => looks.length,
    (times) => times > 0,
  )
  expect(await rows('all')).toEqual([])
  creation.release()
  await waitUntil(
    () => desk.core.value('signature-requests.get', { id }),
    ({ state }) => state === 'sent',
  )
  await waitUntil(
    () => desk.core.value('signatures.get', { id: 'sig_1' }),
    ({ row }) => row.status === 'sent',
  )
  expect(await rows()).toEqual([])
  status = 'signed'
  await arrives('signature.status_changed', { id: 'sig_1', status: 'signed' })
  await waitUntil(rows, (all) => all.length > 0)
  expect(await notifiable()).toEqual([
    { event: 'signature.status_changed', status: 'signed', subject: { label: PERSON.fullname } },
  ])
})

test('a procedure of this PC: its events come before the answers of its creation and of its confirmation', async () => {
  const [creation, confirmation] = [gate(), gate()]
  let status = 'DRAFT'
  const procedure = () => ({
    id: 'pro_1',
    type: 'VEHICLE_TRANSFER',
    vrm: '1234BCD',
    status,
    documents: [],
    generatedDocuments: [],
    incidents: [],
  })
  desk.service.answer(async ({ method, path }, response) => {
    if (method === 'POST' && path.endsWith('/confirm')) {
      status = 'PENDING'
      await confirmation.pass()
    } else if (method === 'POST') await creation.pass()
    json(response, 200, procedure())
  })
  const draft = await desk.core.value('procedures.draft-create', {
    kind: 'transfer',
    fields: { vrm: '1234BCD', taxableBase: '8.250,50', invoiceNumber: 'F-1', userEmail: 'marta@gestoria.es' },
  })
  await desk.core.value('procedures.send', { id: draft.id, version: draft.version, duplicates: true })
  await creation.held
  await arrives('procedure.status_changed', { id: 'pro_1', status: 'DRAFT' })
  creation.release()
  await confirmation.held
  await arrives('procedure.status_changed', { id: 'pro_1', status: 'PENDING' })
  await waitUntil(
    () => desk.core.call('changes.get', { kind: 'procedure', id: 'pro_1' }),
    (view) => view.ok && view.value.status === 'PENDING',
  )
  confirmation.release()
  await waitUntil(
    () => desk.core.value('procedures.draft-get', { id: draft.id }),
    ({ state }) => state === 'sent',
  )
  expect(await rows()).toEqual([])
  status = 'BLOCKED'
  await arrives('procedure.status_changed', { id: 'pro_1', status: 'BLOCKED' })
  await waitUntil(rows, (all) => all.length > 0)
  expect(await notifiable()).toEqual([
    {
      event: 'procedure.status_changed',
      status: 'BLOCKED',
      subject: { vrm: '1234BCD', label: 'Transferencia' },
    },
  ])
})

test('what nobody here created is shown once it was read, with its plate, and never before', async () => {
  const reading = gate()
  desk.procedures.set('p1', 'BLOCKED')
  const held: Responder = async (seen, response) => {
    await reading.pass()
    await desk.procedures.respond(seen, response)
  }
  desk.service.answer(held)
  await arrives('procedure.status_changed', { id: 'p1', status: 'BLOCKED' })
  await reading.held
  expect(await rows('all')).toEqual([])
  const sort = { by: 'recent', descending: true } as const
  const cases = await desk.core.value('cases.list', { filter: {}, sort, offset: 0, limit: 10 })
  expect(cases.rows).toEqual([])
  reading.release()
  await waitUntil(rows, (all) => all.length === 1)
  expect((await rows())[0]).toMatchObject({ id: 'p1', status: 'BLOCKED', subject: { vrm: '1234BCD' } })
  // What the service does not know is never shown.
  await arrives('procedure.status_changed', { id: 'of-another-account', status: 'BLOCKED' })
  await waitUntil(
    () => desk.procedures.looks.get('of-another-account') ?? 0,
    (times) => times > 0,
  )
  expect(await rows('all')).toHaveLength(1)
})

test('a change that waits for its resource outlives a restart, and is one row', async () => {
  await desk.service.down()
  const event = procedureEvent('p1', 'BLOCKED', Date.now() - 1_000) as { event: string; data: { id: string } }
  await arrives(event.event, event.data)
  expect(await rows('all')).toEqual([])
  desk.procedures.set('p1', 'BLOCKED')
  await desk.service.up()
  await desk.again()
  await waitUntil(rows, (all) => all.length > 0)
  await desk.until(({ state }) => state === 'live')
  await arrives(event.event, event.data)
  expect(await rows('all')).toMatchObject([{ id: 'p1', subject: { vrm: '1234BCD' } }])
})
