import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, isoDay, startOfDay } from '#shared/domain/calendar.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'
import type { Meddling } from '#tests/fakes/meddling-proxy.ts'
import { attach, filled, send, sentOrNot, settled } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { request, sent as signed } from '#tests/fakes/signature-fixture.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'
import { quickDerive } from '../keychain/quick-derive.ts'
import { copyOf, PASSPHRASE, readCopy, restore } from './copies.ts'

let service: ProcedureService
let desk: ProcedureFixture
const others: ProcedureFixture[] = []

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startProcedures(service.url)
})
afterEach(async () => {
  await Promise.all([desk, ...others.splice(0)].map((one) => one.stop()))
  await service.close()
})
afterAll(removeTemporaryDirectories)

/** Another PC, or this one after losing everything. */
async function newPc(overrides: Parameters<typeof startProcedures>[1] = {}): Promise<ProcedureFixture> {
  const another = await startProcedures(service.url, overrides)
  others.push(another)
  return another
}
const confirmedOnes = () => service.procedures().filter(({ status }) => status !== 'DRAFT')
const code = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'ok' : result.error?.code)
/** Long enough for any automatic submission. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 400))

describe('everything that was known comes back to an empty PC', () => {
  test('procedures with their timelines, what the desk wrote of them, drafts, and views', async () => {
    const first = await filled(desk, 'transfer', { client: 'Talleres Ribera', notes: 'Llamar a Lucía' })
    const { procedureId = '' } = await sentOrNot(desk, first.id)
    await waitUntil(
      () => desk.value('changes.get', { kind: 'procedure', id: procedureId }),
      ({ timeline }) => timeline.length > 0,
    )
    const typed = await filled(desk, 'registration', { client: 'Autos Llobregat' })
    await desk.value('case-notes.add', { id: procedureId, text: 'Recoger el lunes' })
    await desk.value('cases.mark', { selection: { ids: [procedureId] }, marked: true })
    await desk.value('cases.label', { selection: { ids: [procedureId] }, add: ['urgente'], remove: [] })
    await desk.value('cases.pin', { id: procedureId, pinned: true, why: 'Recurso abierto' })
    const view = {
      id: 'v1',
      name: 'Urgentes',
      filter: { labels: ['urgente'] },
      sort: { by: 'recent', descending: true },
      columns: ['plate'],
    } as const
    await desk.value('views.save', { view: { ...view, columns: ['plate'], filter: { labels: ['urgente'] } } })
    const before = await desk.value('changes.get', { kind: 'procedure', id: procedureId })
    const copy = await copyOf(desk)

    const pc = await newPc()
    const read = await readCopy(pc, copy)
    expect(read).toMatchObject({
      ok: true,
      value: {
        procedures: 1,
        newProcedures: 1,
        signatures: 0,
        drafts: 2,
        newDrafts: 2,
        sameAccount: true,
        account: { environment: 'demo' },
      },
    })
    // Nothing yet: the backup was only read.
    expect(
      (
        await pc.value('cases.list', {
          filter: {},
          sort: { by: 'recent', descending: true },
          offset: 0,
          limit: 10,
        })
      ).total,
    ).toBe(0)
    const restored = await restore(pc, copy)
    expect(restored).toEqual({ procedures: 1, signatures: 0, drafts: 2, kept: 0 })

    const after = await pc.value('changes.get', { kind: 'procedure', id: procedureId })
    expect(after.body).toEqual(before.body)
    expect(after.timeline.map(({ event, at }) => [event, at])).toEqual(
      before.timeline.map(({ event, at }) => [event, at]),
    )
    expect(await pc.value('annotations.get', { id: procedureId })).toMatchObject({
      fields: { client: 'Talleres Ribera', notes: 'Recoger el lunes\nLlamar a Lucía' },
      labels: ['urgente'],
      marked: true,
      pinned: true,
      pinnedWhy: 'Recurso abierto',
    })
    expect((await pc.value('cases.find', { text: 'ribera', limit: 5 })).rows).toMatchObject([
      { id: procedureId },
    ])
    expect(await pc.value('procedures.draft-get', { id: typed.id })).toMatchObject({
      state: 'editing',
      fields: { client: 'Autos Llobregat' },
    })
    expect(await pc.value('procedures.draft-get', { id: first.id })).toMatchObject({
      state: 'sent',
      procedureId,
    })
    expect((await pc.value('views.list', {})).views).toMatchObject([{ id: 'v1', name: 'Urgentes' }])
    // Old changes do not notify again.
    expect(await pc.slice('inboxCounts')).toEqual(await desk.slice('inboxCounts'))
    // The record has it.
    expect((await pc.value('audit.list', { what: 'restore', limit: 5 })).total).toBe(1)
  })

  test('a second time changes nothing', async () => {
    await sentOrNot(desk, (await filled(desk)).id)
    const copy = await copyOf(desk)
    const pc = await newPc()
    await restore(pc, copy)
    await restore(pc, copy)
    const listed = await pc.value('cases.list', {
      filter: {},
      sort: { by: 'recent', descending: true },
      offset: 0,
      limit: 10,
    })
    expect(listed.total).toBe(1)
    expect((await pc.value('procedures.draft-list', { filter: 'sent', limit: 10 })).rows).toHaveLength(1)
    const again = await restore(desk, copy)
    expect(again).toMatchObject({ procedures: 0, drafts: 0, kept: 2 })
  })
})

describe('watched plates', () => {
  test('come back as they were set, and are not looked up for the days that passed', async () => {
    const today = isoDay(Date.now())
    const until = addDays(today, 30)
    await desk.value('watches.set', {
      vrms: ['1234BCD'],
      days: { every: 'days', count: 2 },
      until,
      note: 'Autos Vega',
    })
    const copy = await copyOf(desk)
    const clock = createManualClock(startOfDay(addDays(today, 9)) + 12 * 3_600_000)
    const pc = await newPc({ clock })
    const before = service.seen.length
    await restore(pc, copy)
    // Another time changes nothing.
    await restore(pc, copy)
    expect((await pc.value('watches.rows', { offset: 0, limit: 5 })).rows).toMatchObject([
      { vrm: '1234BCD', until, note: 'Autos Vega', state: 'active', nextDay: addDays(today, 11) },
    ])
    pc.core.handlePower('awake')
    // Whatever is due is asked before a lookup that comes after it.
    await pc.value('watches.end', { vrms: ['9999FGH'] })
    expect(service.seen.slice(before).filter((line) => line.includes('/reports'))).toEqual([])
  })
})

describe('what was sent to sign, and the address book', () => {
  test('what is at the service comes back as sent, who signed as they were, and nothing is asked for again', async () => {
    const one = await request(desk)
    const { signatureId = '' } = await signed(desk, one)
    const typed = await request(desk, { fullname: 'Por Escribir' })
    const copy = await copyOf(desk)
    const before = service.seen.length
    const pc = await newPc()
    expect(await readCopy(pc, copy)).toMatchObject({
      value: { signatures: 1, newSignatures: 1, newDrafts: 2 },
    })
    await restore(pc, copy)
    expect(await pc.value('signature-requests.get', { id: one.id })).toMatchObject({
      state: 'sent',
      signatureId,
    })
    expect(await pc.value('signature-requests.get', { id: typed.id })).toMatchObject({
      state: 'editing',
      fields: { fullname: 'Por Escribir' },
    })
    expect((await pc.value('contacts.find', { text: 'ribera', limit: 5 })).rows).toHaveLength(1)
    await aWhile()
    expect(service.seen.slice(before).filter((what) => what.startsWith('POST'))).toEqual([])
    await restore(pc, copy)
    expect((await pc.value('contacts.find', { text: 'ribera', limit: 5 })).rows).toHaveLength(1)
  })

  test('a copy made while one was being sent: it may have been, and only the person decides', async () => {
    let copy: Buffer | null = null
    const one = await request(desk)
    const { version } = await desk.value('signature-requests.finish', { id: one.id, version: one.version })
    const ready = await copyOf(desk)
    service.meddle(async (what): Promise<Meddling> => {
      if (what.startsWith('POST /v1/signatures')) copy = await copyOf(desk)
      return 'pass'
    })
    await desk.value('signature-requests.send', { id: one.id, version })
    const sending = await waitUntil(
      () => copy,
      (bytes) => bytes !== null,
    )
    for (const bytes of [ready, sending!]) {
      const pc = await newPc()
      const before = service.seen.length
      await restore(pc, bytes)
      await aWhile()
      expect(await pc.value('signature-requests.get', { id: one.id })).toMatchObject({
        state: 'uncertain',
        error: { code: 'send-interrupted' },
      })
      expect(service.seen.slice(before).filter((what) => what.startsWith('POST'))).toEqual([])
    }
  })
})

describe('what is on both sides', () => {
  test('the newer side stays, record by record, and nothing goes away', async () => {
    const { procedureId = '' } = await sentOrNot(desk, (await filled(desk)).id)
    const save = async (one: ProcedureFixture, client: string) => {
      const { version } = await one.value('annotations.get', { id: procedureId })
      await one.value('annotations.save', { id: procedureId, version, fields: { client } })
    }
    await save(desk, 'antes')
    const older = await copyOf(desk)
    await save(desk, 'después')
    const newer = await copyOf(desk)
    const typed = await filled(desk, 'registration')
    await restore(desk, older)
    expect((await desk.value('annotations.get', { id: procedureId })).fields.client).toBe('después')
    expect(await desk.value('procedures.draft-get', { id: typed.id })).toMatchObject({ state: 'editing' })

    const pc = await newPc()
    await restore(pc, older)
    await restore(pc, newer)
    expect((await pc.value('annotations.get', { id: procedureId })).fields.client).toBe('después')
  })
})

describe('notes', () => {
  test('of both sides stay, each once, with its author; and who has the procedure comes back', async () => {
    const { procedureId: id = '' } = await sentOrNot(desk, (await filled(desk)).id)
    await desk.value('office.update', { operator: 'Ana' })
    await desk.value('case-notes.add', { id, text: 'de antes' })
    await desk.value('cases.assign', { selection: { ids: [id] }, person: 'Marta' })
    const older = await copyOf(desk)
    const pc = await newPc()
    await restore(pc, older)
    const { notes, assigned } = await desk.value('annotations.get', { id })
    expect(await pc.value('annotations.get', { id })).toMatchObject({ notes, assigned })
    expect({ notes, assigned }).toMatchObject({
      assigned: 'Marta',
      notes: [{ text: 'de antes', author: 'Ana' }],
    })

    const read = async () =>
      (await pc.value('annotations.get', { id })).notes.map(({ text }) => text).toSorted()
    await pc.value('case-notes.add', { id, text: 'solo en este' })
    const noteId = notes[0]?.id ?? ''
    await desk.value('case-notes.edit', { noteId, editedAt: null, text: 'corregida' })
    await desk.value('case-notes.add', { id, text: 'del otro' })
    const newer = await copyOf(desk)
    await restore(pc, newer)
    await restore(pc, newer)
    expect(await read()).toEqual(['corregida', 'del otro', 'solo en este'])
    // What is removed here stays removed: the copy is older than that.
    const all = (await pc.value('annotations.get', { id })).notes
    await pc.value('case-notes.remove', { noteIds: all.map((one) => one.id) })
    await restore(pc, newer)
    expect(await read()).toEqual([])
  })
})

describe('nothing is ever sent again', () => {
  test('a copy of every step of a sending, restored after it went on: exactly one is confirmed', async () => {
    const copies: { step: string; bytes: Buffer }[] = []
    const { id } = await filled(desk)
    for (const name of ['dni-vendedor.pdf', 'contrato.pdf']) await attach(desk, id, name)
    const take = async (step: string) => void copies.push({ step, bytes: await copyOf(desk) })
    await take('typed')
    service.meddle(async (what): Promise<Meddling> => {
      await take(`before ${what}`)
      return 'pass'
    })
    service.onAnswered((what) => take(`after ${what}`))
    await sentOrNot(desk, id)
    service.meddle(() => 'pass')
    service.onAnswered(null)
    await take('sent')
    expect(confirmedOnes()).toHaveLength(1)
    expect(copies.length).toBeGreaterThan(9)

    for (const { step, bytes } of copies) {
      const pc = await newPc()
      await restore(pc, bytes)
      const draft = await settled(pc, id)
      // If it was not in the service when the backup was made, only the user can know of it.
      const wasThere = draft.procedureId !== undefined
      expect([step, draft.state]).toEqual([step, wasThere ? 'sent' : step === 'typed' ? 'editing' : 'ready'])
      if (draft.state === 'ready')
        expect(draft.error).toMatchObject({ code: 'send-interrupted', detail: 'backup' })
      await aWhile()
      expect([step, confirmedOnes().length]).toEqual([step, 1])
      expect([step, confirmedOnes()[0]?.documents.length]).toEqual([step, 2])
      await pc.stop()
    }
  })

  test.each(['before a confirmation', 'after a confirmation'])(
    'the PC died %s: restored, asked about, and at the person’s word exactly one',
    async (when) => {
      let copy: Buffer | null = null
      const { id } = await filled(desk)
      await attach(desk, id, 'contrato.pdf')
      service.meddle(async (what): Promise<Meddling> => {
        if (copy) return 'before'
        if (!what.endsWith('/confirm')) return 'pass'
        copy = await copyOf(desk)
        return when === 'before a confirmation' ? 'before' : 'after'
      })
      await send(desk, id)
      const taken = await waitUntil(
        () => copy,
        (bytes) => bytes !== null,
      )
      await desk.stop()
      service.meddle(() => 'pass')

      const pc = await newPc()
      await restore(pc, taken!)
      const draft = await settled(pc, id)
      if (when === 'before a confirmation') {
        // The service has it as a draft: it waits for the user.
        expect(draft).toMatchObject({ state: 'ready', error: { code: 'send-interrupted' } })
        await aWhile()
        expect(confirmedOnes()).toHaveLength(0)
        expect(await sentOrNot(pc, id)).toMatchObject({ state: 'sent' })
      } else expect(draft).toMatchObject({ state: 'sent' })
      expect(service.procedures()).toHaveLength(1)
      expect(confirmedOnes()).toMatchObject([{ documents: [{ name: 'contrato.pdf' }] }])
    },
    30_000,
  )

  test('restored offline it waits, and is asked about when the network is back', async () => {
    let copy: Buffer | null = null
    const { id } = await filled(desk)
    service.meddle(async (what): Promise<Meddling> => {
      if (what.endsWith('/confirm')) copy = await copyOf(desk)
      return 'pass'
    })
    await sentOrNot(desk, id)
    const pc = await newPc()
    service.meddle(() => 'before')
    await restore(pc, copy!)
    await aWhile()
    expect(await pc.value('procedures.draft-get', { id })).toMatchObject({ state: 'sending', doubt: true })
    service.meddle(() => 'pass')
    await pc.value('procedures.resolve', { id, how: 'check' })
    expect(await settled(pc, id)).toMatchObject({ state: 'sent' })
    expect(confirmedOnes()).toHaveLength(1)
  })
})

describe('a copy that cannot be merged', () => {
  test('of another passphrase, cut off, foreign: each says what it is, and nothing was touched', async () => {
    const draft = await filled(desk)
    const copy = await copyOf(desk)
    expect(code(await readCopy(desk, copy, 'otra frase de paso larga'))).toBe('passphrase-wrong')
    expect(code(await readCopy(desk, copy.subarray(0, copy.length - 20)))).toBe('backup-unreadable')
    expect(code(await readCopy(desk, Buffer.from('%PDF-1.7')))).toBe('backup-unreadable')
    const newer = Buffer.from(copy.toString('latin1').replace('"version":1', '"version":9'), 'latin1')
    expect(code(await readCopy(desk, newer))).toBe('backup-newer')
    expect(await desk.value('procedures.draft-get', { id: draft.id })).toEqual(draft)
  })

  test('a passphrase that is too short makes none', async () => {
    const sent = await desk.core.router.send(
      'backup.save',
      { passphrase: 'corta' },
      new AbortController().signal,
    )
    expect(code(sent as never)).toBe('passphrase-short')
    expect(code(await desk.call('backup.set-passphrase', { passphrase: 'corta' }))).toBe('passphrase-short')
  })

  test('of another account only at the person’s word, and never twice with one reading', async () => {
    await filled(desk)
    const copy = await copyOf(desk)
    const pc = await newPc()
    const account = {
      environment: 'production',
      name: 'Otra',
      baseUrl: service.url,
      key: 'office-key-0123456789-ABCD',
    } as const
    await pc.value('keychain.unlock', { passphrase: PASSPHRASE })
    const { id } = await pc.value('accounts.add', account)
    await pc.value('accounts.activate', { id })
    const read = await readCopy(pc, copy)
    if (!read.ok) throw new Error(read.error.code)
    expect(read.value).toMatchObject({ sameAccount: false, account: { environment: 'demo' }, newDrafts: 1 })
    const { token } = read.value
    expect(code(await pc.call('backup.merge', { token, otherAccount: false }))).toBe('backup-other-account')
    expect(code(await pc.call('backup.merge', { token: 'x'.repeat(22), otherAccount: true }))).toBe(
      'backup-gone',
    )
    expect(code(await pc.call('backup.merge', { token, otherAccount: true }))).toBe('ok')
    expect(code(await pc.call('backup.merge', { token, otherAccount: true }))).toBe('backup-gone')
  })

  test('of several readings that wait, only the last one costs a key', async () => {
    await filled(desk)
    const copy = await copyOf(desk)
    let derivations = 0
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const pc = await newPc({
      async deriveKey(...args) {
        derivations++
        await gate
        return quickDerive(...args)
      },
    })
    const first = readCopy(pc, copy)
    await waitUntil(
      () => derivations,
      (n) => n === 1,
    )
    const rest = Array.from({ length: 5 }, () => readCopy(pc, copy))
    open()
    expect((await Promise.all([first, ...rest])).map(code)).toEqual([
      'ok',
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
      'ok',
    ])
    expect(derivations).toBe(2)
  })

  test('what was read is good for ten minutes', async () => {
    await filled(desk)
    const copy = await copyOf(desk)
    const clock = createManualClock()
    const pc = await newPc({ clock })
    const read = await readCopy(pc, copy)
    if (!read.ok) throw new Error(read.error.code)
    await clock.advance(10 * 60_000 + 1)
    const merge = { token: read.value.token, otherAccount: true }
    expect(code(await pc.call('backup.merge', merge))).toBe('backup-gone')
  })
})
