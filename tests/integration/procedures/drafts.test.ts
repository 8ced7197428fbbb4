import { systemClock } from '#electron/core/runtime/clock.ts'
import fc from 'fast-check'
import type { Draft } from '#shared/bridge/procedures.ts'
import { STALE_MS } from '#electron/core/runtime/job-runner.ts'
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

const failsWith = (code: string) => ({ ok: false, error: { code } })
const restart = async () => {
  await desk.stop()
  desk = await startProcedures(service.url, { dataDir: desk.dataDir })
}
const open = () => service.procedures().filter(({ status }) => status !== 'DRAFT')

test('every change is kept, and found again after a start', async () => {
  const { id } = await desk.value('procedures.draft-create', {
    kind: 'transfer',
    fields: { vrm: '1234 bcd' },
  })
  const saved = await desk.value('procedures.draft-save', { id, version: 1, fields: { taxableBase: '8.2' } })
  expect(saved).toMatchObject({
    version: 2,
    state: 'editing',
    fields: { vrm: '1234 bcd', taxableBase: '8.2' },
  })
  await attach(desk, id, 'dni.pdf')
  await restart()
  const found = await desk.value('procedures.draft-get', { id })
  // A document makes another version, like every change.
  expect(found).toMatchObject({ version: 3, fields: { vrm: '1234 bcd', taxableBase: '8.2' } })
  expect(found.documents).toHaveLength(1)
  const { rows } = await desk.value('procedures.draft-list', { filter: 'drafts', limit: 10 })
  expect(rows).toMatchObject([{ id, vrm: '1234BCD', documents: { of: 1, uploaded: 0 } }])
  expect(await desk.slice('drafts')).toEqual({ drafts: 1, outbox: 0, sending: 0, attention: 0 })
})

test('two windows on one draft: the later save is refused, and nothing is written over', async () => {
  const { id, version } = await filled(desk)
  const [one, other] = await Promise.all([
    desk.call('procedures.draft-save', { id, version, fields: { notes: 'una' } }),
    desk.call('procedures.draft-save', { id, version, fields: { notes: 'otra' } }),
  ])
  expect(one.ok).toBe(true)
  expect(other).toMatchObject({ ok: false, error: { code: 'draft-changed', detail: String(version + 1) } })
  expect((await desk.value('procedures.draft-get', { id })).fields.notes).toBe('una')
  expect(await desk.call('procedures.send', { id, version, duplicates: true })).toMatchObject(
    failsWith('draft-changed'),
  )
  expect(await desk.call('procedures.finish', { id, version })).toMatchObject(failsWith('draft-changed'))
})

test('what is leaving, on its way or sent cannot be changed', async () => {
  await desk.value('settings.update', { undoSeconds: 30 })
  const { id } = await filled(desk)
  const document = await attach(desk, id, 'dni.pdf')
  const { version } = await send(desk, id)
  const save = () => desk.call('procedures.draft-save', { id, version, fields: { notes: 'x' } })
  expect(await save()).toMatchObject(failsWith('draft-busy'))
  expect(await desk.call('procedures.document-remove', { documentId: document.id })).toMatchObject(
    failsWith('draft-busy'),
  )
  expect(await desk.call('procedures.draft-discard', { id })).toMatchObject(failsWith('draft-busy'))
  expect(await desk.call('procedures.send', { id, version, duplicates: true })).toMatchObject(
    failsWith('draft-busy'),
  )
  await desk.value('procedures.undo', { id })
  expect((await save()).ok).toBe(true)
})

test('documents that another window adds, retypes or takes out are never sent unseen', async () => {
  const { id } = await filled(desk)
  const first = await attach(desk, id, 'dni.pdf')
  const seen = async () => (await desk.value('procedures.draft-get', { id })).version
  const changes = [
    () => attach(desk, id, 'contrato.pdf'),
    () => desk.value('procedures.document-link', { draftId: id, url: 'https://drive.es/ficha.pdf' }),
    () => desk.value('procedures.document-type', { documentId: first.id, type: 'passport' }),
    () => desk.value('procedures.document-remove', { documentId: first.id }),
  ]
  for (const change of changes) {
    const version = await seen()
    await desk.value('procedures.finish', { id, version })
    await change()
    expect(await desk.call('procedures.finish', { id, version })).toMatchObject(failsWith('draft-changed'))
    expect(await desk.call('procedures.send', { id, version, duplicates: true })).toMatchObject({
      ok: false,
      error: { code: 'draft-changed', detail: String(version + 1) },
    })
  }
  expect(service.seen).toEqual([])
  const { rows } = await desk.value('procedures.draft-list', { filter: 'drafts', limit: 5 })
  expect(rows).toMatchObject([{ id, version: await seen() }])
})

test('what does not change the documents makes no other version: the same file again, a guess that was right', async () => {
  const { id } = await filled(desk)
  const { id: documentId, type, guessed } = await attach(desk, id, 'dni.pdf')
  expect(guessed).toBe(true)
  const { version } = await desk.value('procedures.draft-get', { id })
  await desk.value('procedures.finish', { id, version })
  await attach(desk, id, 'copia.pdf', pdf('dni.pdf'))
  expect(await desk.value('procedures.document-type', { documentId, type })).toMatchObject({ guessed: false })
  expect(await desk.value('procedures.draft-get', { id })).toMatchObject({ version, state: 'ready' })
  await restart()
  expect((await desk.value('procedures.draft-get', { id })).documents).toMatchObject([
    { type, guessed: false },
  ])
})

test('two windows: what is finished is always what the window that finishes it has seen', async () => {
  const names = ['client', 'notes'] as const
  const act = fc.oneof(
    fc.record({ what: fc.constant('save' as const), name: fc.constantFrom(...names), value: fc.string() }),
    fc.record({ what: fc.constant('attach' as const), value: fc.uuid() }),
    fc.record({ what: fc.constantFrom('remove' as const, 'retype' as const), at: fc.nat(3) }),
    fc.record({ what: fc.constant('look' as const) }),
    fc.record({ what: fc.constant('finish' as const) }),
  )
  const steps = fc.array(fc.record({ window: fc.constantFrom(0, 1), act }), { minLength: 4, maxLength: 12 })
  const shown = ({ fields, documents }: Draft) =>
    JSON.stringify([fields, documents.map(({ id, type }) => [id, type])])
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { id } = await filled(desk)
      const look = () => desk.value('procedures.draft-get', { id })
      const windows = [await look(), await look()]
      for (const { window, act: one } of taken) {
        const seen = windows[window]!
        if (one.what === 'look') windows[window] = await look()
        else if (one.what === 'attach') await attach(desk, id, `${one.value}.pdf`)
        else if (one.what === 'save') {
          const change = { id, version: seen.version, fields: { [one.name]: one.value } }
          const saved = await desk.call('procedures.draft-save', change)
          if (saved.ok) windows[window] = saved.value
        } else if (one.what === 'finish') {
          const finished = await desk.call('procedures.finish', { id, version: seen.version })
          if (finished.ok) expect(shown(finished.value)).toBe(shown(seen))
          else expect((await look()).version).toBeGreaterThan(seen.version)
        } else {
          const documentId = seen.documents[one.at]?.id ?? 'none'
          if (one.what === 'remove') await desk.call('procedures.document-remove', { documentId })
          else
            await desk.call('procedures.document-type', {
              documentId,
              type: `type-${one.at}-${taken.length}`,
            })
        }
      }
    }),
    { numRuns: 15 },
  )
})

test('ended while it was leaving: it has not left, and waits for the person', async () => {
  await desk.value('settings.update', { undoSeconds: 1 })
  const { id } = await filled(desk)
  await send(desk, id)
  await restart()
  expect(await desk.value('procedures.draft-get', { id })).toMatchObject({
    state: 'ready',
    error: { code: 'send-interrupted' },
  })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(service.procedures()).toEqual([])
})

test('left to be sent it is in the outbox and nothing of it leaves', async () => {
  const { id, version } = await filled(desk)
  expect(await desk.value('procedures.finish', { id, version })).toMatchObject({ state: 'ready' })
  expect((await desk.value('procedures.outbox', {})).rows.map((row) => row.id)).toEqual([id])
  await restart()
  expect((await desk.value('procedures.outbox', {})).rows).toMatchObject([{ id, state: 'ready' }])
  expect(service.seen).toEqual([])
})

test.each([
  ['vrm', '1234ABC'],
  ['taxableBase', '12,500'],
  ['taxableBase', ''],
  ['userEmail', 'marta@gestoriaribera'],
  ['buyerTaxId', '12345678A'],
  ['contractDate', '31/02/2026'],
  ['contractDate', '01/01/2100'],
] as const)('with a wrong %s (%j) nothing can be sent', async (field, text) => {
  const { id, version } = await filled(desk, 'transfer', { [field]: text })
  const { clear, checks } = await desk.value('procedures.preflight', { id })
  expect(clear).toBe(false)
  expect(checks).toContainEqual(expect.objectContaining({ id: 'fields', level: 'block' }))
  expect(await desk.call('procedures.send', { id, version, duplicates: true })).toMatchObject(
    failsWith('procedure-incomplete'),
  )
  expect(service.seen).toEqual([])
})

test('a chassis that is no VIN has to be accepted, and then goes', async () => {
  const { id } = await filled(desk, 'registration', { vin: 'AB12345' })
  expect((await desk.value('procedures.preflight', { id })).clear).toBe(false)
  await desk.value('procedures.draft-save', { id, version: 1, fields: {}, accepted: ['short-vin'] })
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent' })
  expect(open()).toMatchObject([{ vin: 'AB12345' }])
})

test('the pre-flight says what is known of the plate: not transferable warns and does not block', async () => {
  const { id } = await filled(desk, 'transfer', { vrm: '0000BBB' })
  const verdict = async () =>
    (await desk.value('procedures.preflight', { id })).checks.find((check) => check.id === 'verdict')
  expect(await verdict()).toMatchObject({ level: 'wait' })
  await desk.value('lookup.start', { vrm: '0000BBB' })
  await waitUntil(verdict, (check) => check?.level !== 'wait')
  expect(await verdict()).toMatchObject({ level: 'advice', outcome: 'not_transferable' })
  expect((await desk.value('procedures.preflight', { id })).clear).toBe(true)
})

test('the same plate, chassis or invoice already open is shown before it is sent', async () => {
  const first = await filled(desk)
  const { procedureId } = await sentOrNot(desk, first.id)
  const second = await filled(desk, 'transfer', { vrm: '1234-BCD', invoiceNumber: 'f 2026 0859' })
  const found = async (id: string) =>
    (await desk.value('procedures.preflight', { id })).checks.flatMap((check) =>
      check.id === 'duplicates' ? check.found.map(({ where, id: other, by }) => ({ where, other, by })) : [],
    )
  await waitUntil(
    () => found(second.id),
    (all) => all.length === 2,
  )
  expect(await found(second.id)).toEqual([
    { where: 'procedure', other: procedureId, by: 'vrm' },
    { where: 'procedure', other: procedureId, by: 'invoiceNumber' },
  ])
  const { id, version } = second
  expect(await desk.call('procedures.send', { id, version })).toMatchObject(failsWith('procedure-duplicate'))
  expect(open()).toHaveLength(1)
  await desk.value('procedures.send', { id, version, duplicates: true })
  expect(await settled(desk, id)).toMatchObject({ state: 'sent' })

  const one = await filled(desk, 'registration')
  const other = await filled(desk, 'registration', { vin: 'wvw zzz1jz xw000001' })
  expect(await found(other.id)).toEqual([{ where: 'draft', other: one.id, by: 'vin' }])
  // An ended procedure is no duplicate any more.
  await service.direct.force(procedureId ?? '', 'DONE')
  await desk.value('changes.refresh', { kind: 'procedure', id: procedureId ?? '' })
  const third = await filled(desk, 'transfer', { invoiceNumber: 'F-1' })
  expect((await found(third.id)).map(({ other: of }) => of)).not.toContain(procedureId)
})

test('a registration that stopped before it was confirmed is changed at the service; a transfer is made again', async () => {
  service.meddle((what) => (what.endsWith('/documents') ? 400 : 'pass'))
  for (const kind of ['registration', 'transfer'] as const) {
    const { id } = await filled(desk, kind)
    const document = await attach(desk, id, 'dni.pdf')
    expect(await sentOrNot(desk, id)).toMatchObject({ state: 'stopped' })
    await desk.value('procedures.document-remove', { documentId: document.id })
    const { version } = await desk.value('procedures.draft-get', { id })
    const fields = kind === 'transfer' ? { taxableBase: '9000' } : { vin: 'VSSZZZ5FZHR000417' }
    await desk.value('procedures.draft-save', { id, version, fields })
    const sent = await sentOrNot(desk, id)
    expect(sent).toMatchObject({ state: 'sent', orphans: kind === 'transfer' ? 1 : 0 })
    const served = service.procedures().find((one) => one.id === sent.procedureId)
    expect(served).toMatchObject(kind === 'transfer' ? { taxable_base: 9000 } : { vin: 'VSSZZZ5FZHR000417' })
  }
  expect(service.seen.filter((what) => what.startsWith('PATCH'))).toHaveLength(1)
  expect(open()).toHaveLength(2)
})

test('confirmed elsewhere meanwhile: the person decides, and the documents that were missing go all the same', async () => {
  let stopped = false
  service.meddle(async (what) => {
    if (!what.endsWith('/documents') || stopped) return 'pass'
    stopped = true
    const [draft] = service.procedures()
    await service.direct.post(`/v1/procedures/${draft!.id}/confirm`, {})
    return 409
  })
  const { id } = await filled(desk)
  await attach(desk, id, 'dni.pdf')
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'stopped', problem: 'confirmed-elsewhere' })
  await desk.value('procedures.resolve', { id, how: 'accept' })
  expect(await settled(desk, id)).toMatchObject({ state: 'sent', sentBy: 'elsewhere' })
  expect(open()).toHaveLength(1)
  expect(open()[0]?.documents).toHaveLength(1)
  expect(service.seen.some((what) => what.endsWith('/confirm'))).toBe(false)
})

test('409 to a confirmation of what is a draft: it stops and says what the service says', async () => {
  service.meddle((what) => (what.endsWith('/confirm') ? 409 : 'pass'))
  const { id } = await filled(desk)
  const stopped = await sentOrNot(desk, id)
  expect(stopped).toMatchObject({
    state: 'stopped',
    problem: 'refused',
    error: { code: 'procedure-conflict' },
  })
  expect(open()).toEqual([])
})

test('refused data stop it with the words of the service, and nothing was confirmed', async () => {
  service.meddle((what) => (what.startsWith('POST') ? 400 : 'pass'))
  const { id } = await filled(desk)
  expect(await sentOrNot(desk, id)).toMatchObject({
    state: 'stopped',
    problem: 'refused',
    error: { code: 'procedure-rejected', detail: 'meddled: 400' },
  })
  service.meddle(() => 'pass')
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent' })
})

test('a change that the service refuses (PATCH) stops it, and what it had stays', async () => {
  service.meddle((what) => (what.endsWith('/confirm') ? 403 : what.startsWith('PATCH') ? 400 : 'pass'))
  const { id } = await filled(desk, 'registration')
  const { version } = await sentOrNot(desk, id)
  await desk.value('procedures.draft-save', { id, version, fields: { vin: 'VSSZZZ5FZHR000417' } })
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'stopped', problem: 'refused' })
  expect(service.procedures()).toMatchObject([{ status: 'DRAFT', vin: 'WVWZZZ1JZXW000001' }])
})

test('the draft is gone from the service: it is made again; after a confirmation had left, the person decides', async () => {
  let gone = 0
  service.meddle((what) => (what.endsWith('/documents') && gone++ === 0 ? 404 : 'pass'))
  const one = await filled(desk)
  await attach(desk, one.id, 'dni.pdf')
  expect(await sentOrNot(desk, one.id)).toMatchObject({ state: 'sent', orphans: 0 })
  service.meddle((what) =>
    what.endsWith('/confirm')
      ? 'before'
      : what.startsWith('GET') &&
          service.seen.some((seen) => seen.endsWith('/confirm') && seen.includes(what.slice(4)))
        ? 404
        : 'pass',
  )
  const other = await filled(desk, 'transfer', { vrm: '5678FGH', invoiceNumber: 'F-9' })
  expect(await sentOrNot(desk, other.id)).toMatchObject({ state: 'stopped', problem: 'vanished' })
  service.meddle(() => 'pass')
  await desk.value('procedures.resolve', { id: other.id, how: 'again' })
  expect(await sentOrNot(desk, other.id)).toMatchObject({ state: 'sent', orphans: 1 })
})

test('a draft at the service is taken up with its documents, changed, and confirmed', async () => {
  const made = await service.direct.post('/v1/procedures/registration', {
    vin: 'WVWZZZ1JZXW000001',
    userEmail: 'a@b.es',
    documents: [{ type: 'invoice', url: 'https://a.example/factura.pdf' }],
    confirmed: false,
  })
  const procedureId = String(made['id'])
  const draft = await desk.value('procedures.draft-adopt', { procedureId })
  expect(draft).toMatchObject({
    procedureId,
    fields: { vin: 'WVWZZZ1JZXW000001' },
    documents: [{ source: 'service', type: 'invoice' }],
  })
  expect((await desk.value('procedures.draft-adopt', { procedureId })).id).toBe(draft.id)
  const { id, version } = draft
  await desk.value('procedures.draft-save', {
    id,
    version,
    fields: { userEmail: 'marta@gestoria.es', vin: 'VSSZZZ5FZHR000417' },
  })
  await attach(desk, id, 'dni.pdf')
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', procedureId })
  expect(service.procedures()).toMatchObject([
    { vin: 'VSSZZZ5FZHR000417', status: 'PENDING', documents: [{}, {}] },
  ])
  const sent = await service.direct.create('1234BCD')
  expect(await desk.call('procedures.draft-adopt', { procedureId: sent.id })).toMatchObject(
    failsWith('not-a-draft'),
  )
})

test('another one like it has the people and not the vehicle nor the documents', async () => {
  const { id } = await filled(desk, 'transfer', {
    client: 'Lozano',
    buyerTaxId: '12345678Z',
    notes: 'llamar',
  })
  await attach(desk, id, 'dni.pdf')
  const like = await desk.value('procedures.draft-duplicate', { id })
  expect(like).toMatchObject({ state: 'editing', version: 1, documents: [] })
  expect(like.fields).toMatchObject({
    client: 'Lozano',
    buyerTaxId: '12345678Z',
    userEmail: 'marta@gestoria.es',
    vrm: '',
    invoiceNumber: '',
    notes: '',
  })
})

test('what was thrown away can be brought back', async () => {
  const { id } = await filled(desk)
  await attach(desk, id, 'dni.pdf')
  expect(await desk.value('procedures.draft-discard', { id })).toMatchObject({ state: 'discarded' })
  expect(await desk.slice('drafts')).toMatchObject({ drafts: 0 })
  await restart()
  const back = await desk.value('procedures.draft-restore', { id })
  expect(back).toMatchObject({ state: 'editing', documents: [{ preview: true }] })
})

test('without the address of notifications they are prepared and not sent, and it says why', async () => {
  await desk.value('accounts.change', { id: 'demo', assumptions: { notificationPath: '' } })
  expect(await desk.value('procedures.abilities', {})).toMatchObject({
    notification: 'no-path',
    transfer: 'yes',
  })
  const { id, version } = await filled(desk, 'notification')
  const { checks } = await desk.value('procedures.preflight', { id })
  expect(checks).toContainEqual({ id: 'available', level: 'block', why: 'no-path' })
  expect(await desk.call('procedures.send', { id, version, duplicates: true })).toMatchObject(
    failsWith('procedure-incomplete'),
  )
  expect(service.seen).toEqual([])
})

/** Restarts this much later. */
async function restartLater(ms: number): Promise<void> {
  await desk.stop()
  const clock = { ...systemClock, now: () => Date.now() + ms }
  desk = await startProcedures(service.url, { dataDir: desk.dataDir, clock })
}

test('taken up long after its last step, it is not sent behind anybody’s back', async () => {
  service.meddle((what) => (what.endsWith('/documents') ? 429 : 'pass'))
  const { id } = await filled(desk)
  await attach(desk, id, 'dni.pdf')
  await send(desk, id)
  await waitUntil(
    () => desk.value('procedures.draft-get', { id }),
    ({ error }) => error !== undefined,
  )
  service.meddle(() => 'pass')
  await restartLater(STALE_MS + 1_000)
  expect(await settled(desk, id)).toMatchObject({ state: 'ready', error: { code: 'send-interrupted' } })
  expect(open()).toEqual([])
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', orphans: 0 })
})

test.each([
  ['after', 'sent'],
  ['before', 'ready'],
] as const)(
  'in doubt since yesterday, cut %s it was done: it is looked at, and is %s',
  async (how, state) => {
    let isCut = false
    service.meddle((what) => {
      if (what.endsWith('/confirm')) isCut = true
      return what.endsWith('/confirm') ? how : isCut ? 'before' : 'pass'
    })
    const { id } = await filled(desk)
    await send(desk, id)
    await waitUntil(
      () => desk.value('procedures.draft-get', { id }),
      ({ doubt, error }) => doubt && error !== undefined,
    )
    service.meddle(() => 'pass')
    await restartLater(24 * 3_600_000)
    expect(await settled(desk, id)).toMatchObject({ state, doubt: false })
    expect(open()).toHaveLength(state === 'sent' ? 1 : 0)
    expect(service.seen.filter((what) => what.endsWith('/confirm'))).toHaveLength(1)
  },
)
