import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { attach, filled, pdf, send, sentOrNot, settled } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startProcedures, type ProcedureFixture } from './core-fixture.ts'

let service: ProcedureService
let desk: ProcedureFixture

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startProcedures(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const created = () =>
  service.seen.filter((what) => /^POST \/v1\/procedures\/(transfer|registration|notification)$/.test(what))
const confirmedOnes = () => service.procedures().filter(({ status }) => status !== 'DRAFT')

test('a transfer from a blank form to its receipt: draft, documents, confirmation, once each', async () => {
  const { id } = await filled(desk)
  await attach(desk, id, 'dni-comprador.pdf')
  await attach(desk, id, 'contrato.pdf', pdf('contrato', 300_000))
  await desk.value('procedures.document-link', { draftId: id, url: 'https://docs.example/permiso.pdf' })
  const sent = await sentOrNot(desk, id)
  expect(sent).toMatchObject({ state: 'sent', sentBy: 'us', orphans: 0, doubt: false })
  expect(sent.error).toBeUndefined()
  expect(service.procedures()).toMatchObject([
    {
      id: sent.procedureId,
      status: 'PENDING',
      vrm: '1234BCD',
      taxable_base: 8250.5,
      invoice_number: 'F-2026/0859',
      user_email: 'marta@gestoria.es',
      documents: [
        { type: 'national_id', name: 'dni-comprador.pdf' },
        { type: 'sales_agreement', size: pdf('contrato', 300_000).length },
        { type: 'veh_registration_cert', url: 'https://docs.example/permiso.pdf' },
      ],
    },
  ])
})

test('once sent it is followed, nobody is told of what this PC did, and the local copies are gone', async () => {
  const { id } = await filled(desk)
  const { id: documentId } = await attach(desk, id, 'dni.pdf')
  expect(await desk.read(documentId)).toEqual(pdf('dni.pdf'))
  const { procedureId } = await sentOrNot(desk, id)
  const view = await waitUntil(
    () => desk.value('changes.get', { kind: 'procedure', id: procedureId ?? '' }),
    ({ timeline }) => timeline.length > 0,
  )
  expect(view.status).toBe('PENDING')
  expect(await desk.slice('inboxCounts')).toEqual({ unread: 0, actionable: 0 })
  expect(await desk.read(documentId)).toBe('document-lost')
  const directory = join(desk.dataDir, 'demo', 'documents')
  await waitUntil(
    () => readdir(directory),
    (files) => files.length === 0,
  )
  // The data that only this PC has stay with it.
  expect(await desk.value('procedures.draft-get', { id })).toMatchObject({ procedureId, state: 'sent' })
})

test('a notification is sent where the demonstration has it', async () => {
  const { id } = await filled(desk, 'notification')
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent' })
  expect(service.procedures()).toMatchObject([
    { type: 'VEHICLE_NOTIFICATION', status: 'PENDING', vrm: '1234BCD' },
  ])
})

test('offline it waits to be sent, and does not go by itself when the network is back', async () => {
  service.meddle(() => 'before')
  const { id } = await filled(desk)
  await attach(desk, id, 'dni.pdf')
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'ready', error: { code: 'unreachable' } })
  await waitUntil(
    () => desk.slice('drafts'),
    ({ outbox, sending }) => outbox === 1 && sending === 0,
  )
  service.meddle(() => 'pass')
  await desk.value('connection.retry', {})
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(service.procedures()).toEqual([])
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent' })
  expect(confirmedOnes()).toHaveLength(1)
})

test('an uncertain creation is simply made again, and what is left behind is counted', async () => {
  let times = 0
  service.meddle((what) => (what === 'POST /v1/procedures/transfer' && times++ === 0 ? 'after' : 'pass'))
  const { id } = await filled(desk)
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', orphans: 1 })
  expect(service.procedures().map(({ status }) => status)).toEqual(['DRAFT', 'PENDING'])
})

test('an uncertain upload that arrived is found, and not made again', async () => {
  let times = 0
  service.meddle((what) => (what.endsWith('/documents') && times++ === 0 ? 'after' : 'pass'))
  const { id } = await filled(desk)
  await attach(desk, id, 'dni.pdf')
  await attach(desk, id, 'contrato.pdf')
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', orphans: 0 })
  expect(service.procedures()[0]?.documents.map(({ type }) => type)).toEqual([
    'national_id',
    'sales_agreement',
  ])
  expect(times).toBe(2)
})

test('an upload that arrives after everybody gave it up does not end up twice in what is confirmed', async () => {
  let times = 0
  service.meddle((what) => (what.endsWith('/documents') && times++ === 0 ? 'late' : 'pass'))
  const { id } = await filled(desk)
  await attach(desk, id, 'dni.pdf')
  const { procedureId } = await sentOrNot(desk, id)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const sent = service.procedures().find((one) => one.id === procedureId)
  expect(sent?.documents).toHaveLength(1)
  expect(confirmedOnes()).toHaveLength(1)
})

test.each([429, 403, 'before'] as const)(
  'a look that ends in %s says nothing of what was begun: it is looked at again before anything else',
  async (fate) => {
    const uncertain = new Set(['/documents', '/confirm'])
    let looks = 0
    service.meddle((what) => {
      const step = [...uncertain].find((ending) => what.endsWith(ending))
      if (step !== undefined) {
        uncertain.delete(step)
        looks = 0
        return step === '/confirm' ? 'after' : 'late'
      }
      return what.startsWith('GET') && looks++ === 0 ? fate : 'pass'
    })
    const { id } = await filled(desk)
    await attach(desk, id, 'dni.pdf')
    await attach(desk, id, 'contrato.pdf')
    expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', sentBy: 'us' })
    expect(confirmedOnes()).toHaveLength(1)
    expect(confirmedOnes()[0]?.documents.map(({ name }) => name)).toEqual(['dni.pdf', 'contrato.pdf'])
    expect(service.seen.filter((what) => what.endsWith('/confirm'))).toHaveLength(1)
  },
)

test.each(['before', 'after', 'half', 'late'] as const)(
  'a confirmation cut %s: it is looked at, and confirmed once',
  async (how) => {
    let times = 0
    service.meddle((what) => (what.endsWith('/confirm') && times++ === 0 ? how : 'pass'))
    const { id } = await filled(desk)
    await attach(desk, id, 'dni.pdf')
    expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', sentBy: 'us' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(confirmedOnes()).toHaveLength(1)
    expect(confirmedOnes()[0]?.documents).toHaveLength(1)
  },
)

test('while its confirmation is on its way it is in no doubt, nowhere; once it is cut it is', async () => {
  const hold = Promise.withResolvers<'after'>()
  const asked = Promise.withResolvers<void>()
  let isDown = false
  service.meddle((what) => {
    if (!what.endsWith('/confirm')) return isDown ? 'before' : 'pass'
    asked.resolve()
    return hold.promise
  })
  const { id } = await filled(desk)
  await send(desk, id)
  await asked.promise
  const shown = async () => {
    const { doubt, step } = await desk.value('procedures.draft-get', { id })
    const { rows } = await desk.value('procedures.outbox', {})
    const listed = await desk.value('procedures.draft-list', { filter: 'outbox', limit: 5 })
    return [doubt, step, ...[...rows, ...listed.rows].map((row) => row.doubt)]
  }
  expect(await shown()).toEqual([false, 'confirm', false, false])
  isDown = true
  hold.resolve('after')
  await waitUntil(shown, ([doubt]) => doubt === true)
  expect(await shown()).toEqual([true, 'confirm', true, true])
  isDown = false
  await desk.value('procedures.resolve', { id, how: 'check' })
  expect(await settled(desk, id)).toMatchObject({ state: 'sent', doubt: false })
})

const recorded = async () => {
  const { rows } = await desk.value('audit.list', { what: 'procedure.send', limit: 10 })
  return rows.map(({ result }) => result).toReversed()
}

test('a sending that goes well has one line in the record, and a real doubt one of its own', async () => {
  const { id: good } = await filled(desk)
  await attach(desk, good, 'dni.pdf')
  expect(await sentOrNot(desk, good)).toMatchObject({ state: 'sent' })
  expect(await recorded()).toEqual(['ok'])

  let isDown = false
  service.meddle((what) => {
    if (isDown) return 'before'
    isDown = what.endsWith('/confirm')
    return isDown ? 'after' : 'pass'
  })
  const { id } = await filled(desk, 'transfer', { vrm: '5678 FGH', invoiceNumber: 'F-2' })
  await send(desk, id)
  await waitUntil(recorded, (results) => results.length === 2)
  expect(await recorded()).toEqual(['ok', 'uncertain'])
  isDown = false
  service.meddle(() => 'pass')
  await desk.value('procedures.resolve', { id, how: 'check' })
  expect(await settled(desk, id)).toMatchObject({ state: 'sent' })
  expect(await recorded()).toEqual(['ok', 'uncertain', 'ok'])
})

test('in doubt, with nobody answering, it says so, waits, and is settled by a look alone', async () => {
  let cut = false
  service.meddle((what) => {
    if (what.endsWith('/confirm')) cut = true
    return what.endsWith('/confirm') ? 'after' : cut ? 'before' : 'pass'
  })
  const { id } = await filled(desk)
  await send(desk, id)
  const doubtful = await waitUntil(
    () => desk.value('procedures.draft-get', { id }),
    ({ doubt, error }) => doubt && error !== undefined,
  )
  expect(doubtful).toMatchObject({ state: 'sending' })
  await waitUntil(
    () => desk.slice('drafts'),
    ({ attention }) => attention === 1,
  )
  expect((await desk.call('procedures.stop', { id })) as unknown).toMatchObject({
    error: { code: 'too-late' },
  })
  const confirmations = () => service.seen.filter((what) => what.endsWith('/confirm')).length
  expect(confirmations()).toBe(1)
  service.meddle(() => 'pass')
  await desk.value('procedures.resolve', { id, how: 'check' })
  expect(await settled(desk, id)).toMatchObject({ state: 'sent', sentBy: 'us' })
  expect(confirmations()).toBe(1)
})

test('undone in time nothing was sent; too late it says so', async () => {
  await desk.value('settings.update', { undoSeconds: 1 })
  const { id } = await filled(desk)
  const leaving = await send(desk, id)
  expect(leaving.state).toBe('leaving')
  expect(leaving.sendAt).toBeGreaterThan(leaving.updatedAt)
  expect(await desk.value('procedures.undo', { id })).toMatchObject({ state: 'editing' })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(service.seen).toEqual([])
  await desk.value('settings.update', { undoSeconds: 0 })
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent' })
  expect((await desk.call('procedures.undo', { id })) as unknown).toMatchObject({
    error: { code: 'too-late' },
  })
})

test('stopped between two uploads it waits, and goes on from where it was', async () => {
  let hold = true
  service.meddle((what) => (what.endsWith('/documents') && hold ? 429 : 'pass'))
  const { id } = await filled(desk)
  await attach(desk, id, 'dni.pdf')
  await send(desk, id)
  await waitUntil(
    () => desk.value('procedures.draft-get', { id }),
    ({ error }) => error?.code === 'rate-limited',
  )
  expect(await desk.value('procedures.stop', { id })).toMatchObject({ state: 'ready' })
  hold = false
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', orphans: 0 })
  expect(created()).toHaveLength(1)
})

test('50 documents at once: all of them, in order, each once', async () => {
  const { id } = await filled(desk)
  const names = Array.from({ length: 50 }, (_, at) => `anexo-${String(at).padStart(2, '0')}.pdf`)
  await Promise.all(names.map((name) => attach(desk, id, name)))
  await send(desk, id)
  expect((await settled(desk, id, 60_000)).state).toBe('sent')
  expect(
    service
      .procedures()[0]
      ?.documents.map(({ name }) => name)
      .toSorted(),
  ).toEqual(names)
})

test('how far an upload has come is told while it goes', async () => {
  const hold = Promise.withResolvers<void>()
  service.meddle(async (what) => {
    if (what.endsWith('/documents')) await hold.promise
    return 'pass' as const
  })
  const { id } = await filled(desk)
  await attach(desk, id, 'escritura.pdf', pdf('escritura', 6_000_000))
  await send(desk, id)
  const { documents } = await waitUntil(
    () => desk.value('procedures.draft-get', { id }),
    (draft) => (draft.documents[0]?.sentBytes ?? 0) > 0,
  )
  expect(documents[0]).toMatchObject({ state: 'uploading' })
  expect(documents[0]?.sentBytes).toBeLessThan(6_000_000)
  hold.resolve()
  const sent = await settled(desk, id)
  expect(sent).toMatchObject({ state: 'sent', documents: [{ state: 'uploaded', preview: false }] })
  expect(sent.documents[0]?.sentBytes).toBeUndefined()
})
